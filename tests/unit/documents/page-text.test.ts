import { describe, expect, it } from 'vitest';
import { matchesOf, plainText, type TextPiece } from '../../../src/documents/page-text';

const piece = (text: string, more: Partial<TextPiece> = {}): TextPiece => ({
  text,
  endsLine: false,
  x: 0,
  y: 0.1,
  width: 0.4,
  height: 0.02,
  ...more,
});

describe('the words of a page', () => {
  it('are read in order, lines apart', () => {
    expect(plainText([piece('Total', { endsLine: true }), piece('12'), piece('.50')])).toBe('Total\n12.50');
  });

  it('are found whatever their case, with the part of the piece that they stand on', () => {
    expect(matchesOf([piece('Cash total')], 'TOTAL')).toEqual([[{ x: 0.2, y: 0.1, width: 0.2, height: 0.02 }]]);
    expect(matchesOf([piece('aXaXa')], 'a')).toHaveLength(3);
  });

  it('are found over several pieces, one box each, and not over the end of a line', () => {
    const [found] = matchesOf([piece('12'), piece('.5', { x: 0.4 }), piece('0', { x: 0.8 })], '2.5');
    expect(found).toMatchObject([
      { x: 0.2, width: 0.2 },
      { x: 0.4, width: 0.4 },
    ]);
    expect(matchesOf([piece('To', { endsLine: true }), piece('tal')], 'total')).toEqual([]);
  });

  it('are not found where nothing is asked for, and letters that change their length move no box', () => {
    expect(matchesOf([piece('Cash')], '  ')).toEqual([]);
    // The small form of İ has two code units.
    expect(matchesOf([piece('İab')], 'ab')[0]).toMatchObject([{ x: expect.closeTo(0.4 / 3) as number }]);
  });
});
