import { describe, expect, it } from 'vitest';
import { LANG_CODES } from '../../../contract/ids';
import { errorMessage } from '../../../gateway/http/messages';
import { BROKEN, GATEWAY_CODES, hasData, samplesOf, shownFigures, wantedFigures } from '../../support/refusal-samples';

const NOW = 1_790_000_000_000;
const SEED = 20;

describe.each(LANG_CODES)('every refusal in %s', (lang) => {
  it.each(GATEWAY_CODES)('%s is told with all figures of its data, and without', (code) => {
    const bare = errorMessage(lang, code, undefined, NOW);
    expect(bare).toMatch(/\p{L}/u);
    expect(bare).not.toMatch(BROKEN);
    if (!hasData(code)) return;
    for (const sample of samplesOf(code, 30, SEED)) {
      const data = sample.lockedUntil === undefined ? sample : { lockedUntil: NOW + sample.lockedUntil };
      const text = errorMessage(lang, code, data as never, NOW);
      const shown = shownFigures(text);
      expect(text).not.toMatch(BROKEN);
      for (const [field, oneOf] of wantedFigures(data, NOW)) {
        expect(
          oneOf.some((figure) => shown.has(figure)),
          `${field} of ${JSON.stringify(data)} in "${text}"`,
        ).toBe(true);
      }
    }
  });
});

describe('figures', () => {
  it('are written as the language writes numbers, and exactly', () => {
    const available = '1234567890.500000';
    const told = LANG_CODES.map((lang) => errorMessage(lang, 'insufficient-funds', { available }, 0));
    expect(told.map((text) => /[\d\s.,\u202f]*\d/.exec(text)?.[0].trim())).toEqual([
      '1,234,567,890.5',
      '1,234,567,890.5',
      '1,234,567,890.5',
      '1.234.567.890,5',
      '1\u202f234\u202f567\u202f890,5',
      '1,234,567,890.5',
      '1,234,567,890.5',
      '1,234,567,890.5',
      '1.234.567.890,5',
    ]);
    expect(errorMessage('EN', 'insufficient-funds', { available: '123456789012.12345678' }, 0)).toContain(
      '123,456,789,012.12345678.',
    );
  });
});
