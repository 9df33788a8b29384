import { describe, expect, it } from 'vitest';
import { faultOfBytes, faultOfPage, MAX_PDF_BYTES, MAX_PDF_SIDE } from '../../../contract/pdf-rules';

const bytes = (text: string) => new TextEncoder().encode(text);
const WHOLE = '%PDF-1.7\n…\nstartxref\n9\n%%EOF\n';

describe('a file', () => {
  it.each<[string, string, string | null]>([
    ['a whole PDF', WHOLE, null],
    ['a truncated PDF', WHOLE.slice(0, -4), 'damaged'],
    ['a PDF with something behind it', `${WHOLE}PK`, 'damaged'],
    ['a PDF behind something', `x${WHOLE}`, 'not-pdf'],
    ['an archive', 'PK\u0003\u0004', 'not-pdf'],
    ['nothing', '', 'not-pdf'],
    ['a page of the web', '<html>%PDF-</html>', 'not-pdf'],
  ])('is judged: %s', (_, text, fault) => {
    expect(faultOfBytes(bytes(text))).toBe(fault);
  });

  it('has a limit of bytes', () => {
    expect(faultOfBytes(new Uint8Array(MAX_PDF_BYTES + 1))).toBe('too-large');
  });
});

describe('paper', () => {
  it.each([
    [595, 842, null],
    [MAX_PDF_SIDE + 1, 10, 'too-large'],
    [10, 1e9, 'too-large'],
    [0, 10, 'damaged'],
    [Number.NaN, 10, 'damaged'],
  ])('of %s × %s points: %s', (width, height, fault) => {
    expect(faultOfPage({ width, height })).toBe(fault);
  });
});
