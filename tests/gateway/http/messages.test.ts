import { describe, expect, it } from 'vitest';
import { LANG_CODES, LANGUAGE_TAGS } from '../../../contract/ids';
import { errorMessage, MESSAGES } from '../../../gateway/http/messages';
import { typography } from '../../../scripts/support/catalogue';
import { BROKEN, GATEWAY_CODES, hasData, samplesOf, shownFigures, wantedFigures } from '../../support/refusal-samples';

const figuresIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
const textsOf = (text: string | readonly [string, string]) => (typeof text === 'string' ? [text] : text);

describe.each(LANG_CODES)('messages in %s', (lang) => {
  it('use the same figures as in English, and none in the plain text', () => {
    for (const code of GATEWAY_CODES) {
      const [plain = '', detailed] = textsOf(MESSAGES[lang].errors[code]);
      const [, english] = textsOf(MESSAGES.EN.errors[code]);
      expect(figuresIn(plain), code).toEqual([]);
      expect(figuresIn(detailed ?? ''), code).toEqual(figuresIn(english ?? ''));
    }
    for (const [problem, text] of Object.entries(MESSAGES[lang].fields)) {
      expect(figuresIn(text), problem).toEqual(
        figuresIn(MESSAGES.EN.fields[problem as keyof typeof MESSAGES.EN.fields]),
      );
    }
  });

  it('keep to the typography and form of address of their language', () => {
    const { errors, fields } = MESSAGES[lang];
    const texts = [...Object.values(errors).flatMap(textsOf), ...Object.values(fields)];
    expect(typography(LANGUAGE_TAGS[lang], new Map(texts.map((text) => [text, text])))).toEqual([]);
  });

  it('are texts of their own', () => {
    if (lang === 'EN') return;
    const same = GATEWAY_CODES.filter(
      (code) => textsOf(MESSAGES[lang].errors[code])[0] === textsOf(MESSAGES.EN.errors[code])[0],
    );
    expect(same).toEqual([]);
  });
});

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
  it('tell a time in the unit that it is read in', () => {
    const closed = (retryAfterMs: number) => errorMessage('DE', 'withdrawals-closed', { retryAfterMs }, 0);
    expect([1, 60_000, 7_200_000, 7_200_001, 172_800_000].map((ms) => /in (.*)\./.exec(closed(ms))?.[1])).toEqual([
      '1 Sekunde',
      '60 Sekunden',
      '2 Stunden',
      '3 Stunden',
      '2 Tage',
    ]);
  });

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
