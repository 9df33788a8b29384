import { describe, expect, it } from 'vitest';
import { GATEWAY_ERROR_NUMBERS, type GatewayErrorCode } from '../../../contract/errors';
import { LANG_CODES, LANGUAGE_TAGS } from '../../../contract/ids';
import { errorMessage, MESSAGES } from '../../../gateway/http/messages';
import { typography } from '../../../scripts/support/catalogue';

const codes = Object.keys(GATEWAY_ERROR_NUMBERS) as GatewayErrorCode[];
const figuresIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
const textsOf = (text: string | readonly [string, string]) => (typeof text === 'string' ? [text] : text);

describe.each(LANG_CODES)('messages in %s', (lang) => {
  it('use the same figures as in English, and none in the plain text', () => {
    for (const code of codes) {
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
    const same = codes.filter(
      (code) => textsOf(MESSAGES[lang].errors[code])[0] === textsOf(MESSAGES.EN.errors[code])[0],
    );
    expect(same).toEqual([]);
  });
});

describe('figures', () => {
  it('are filled in when all are known', () => {
    expect(errorMessage('EN', 'wrong-trade-password', { triesLeft: 3 }, 0)).toBe(
      'Wrong trade password. Tries left: 3.',
    );
    expect(errorMessage('EN', 'wrong-trade-password', {}, 0)).toBe('Wrong trade password.');
    expect(errorMessage('EN', 'trade-password-locked', { lockedUntil: 61_000 }, 0)).toContain('in 2 min');
    expect(errorMessage('EN', 'rate-limited', { retryAfterMs: 1200 }, 0)).toContain('in 2 s');
    expect(errorMessage('CN', 'insufficient-funds', { available: '12.500000' }, 0)).toBe('余额不足，可用 12.5。');
    expect(errorMessage('EN', 'amount-too-small', { limit: '100.000000' }, 0)).toBe(
      'The amount must be greater than 100.',
    );
    expect(errorMessage('EN', 'amount-too-small', { limit: '100' }, 0)).toBe('The amount must be greater than 100.');
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
