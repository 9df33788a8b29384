import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { DEFAULT_PROFILE, HANDSHAKE_ALPHABET } from '../../../contract/envelope';
import { checkSign, decrypt, encrypt, InvalidEnvelopeError, sealAnswer, signOf } from '../../../gateway/http/envelope';
import { isTooMuch } from '../../../gateway/http/json-text';
import { parseForm } from '../../../gateway/http/open-form';
import { openAnswer } from '../../support/envelope-client';
import { vectors } from '../../vectors/envelope-vectors';

function open(form: Record<string, string>): string {
  const parsed = parseForm(Object.entries(form));
  checkSign(parsed, DEFAULT_PROFILE);
  return decrypt(parsed.handshake, parsed.data);
}

describe('the contract’s vectors', () => {
  it.each(vectors.requests)('request: $name', ({ text, form }) => {
    expect(open(form)).toBe(text);
    expect(encrypt(form.handshake, text)).toBe(form.data);
    expect(signOf(form, DEFAULT_PROFILE)).toBe(form.sign);
  });

  it.each(vectors.answers)('answer: $name', ({ text, answer }) => {
    expect(encrypt(answer.handshake, text)).toBe(answer.data);
    expect(decrypt(answer.handshake, answer.data)).toBe(text);
  });

  it.each(vectors.refusedRequests)('refused: $name', ({ form }) => {
    const asJson = () => JSON.parse(open(form as unknown as Record<string, string>)) as unknown;
    // A text that decrypts to no JSON is refused one step later, with the same answer (see the door's tests).
    expect(asJson).toThrow(/envelope-invalid|JSON/);
  });
});

describe('envelope', () => {
  const handshake = fc
    .array(fc.constantFrom(...HANDSHAKE_ALPHABET), { minLength: 16, maxLength: 16 })
    .map((characters) => characters.join(''));

  it('opens what it sealed, whatever the text', () => {
    fc.assert(
      fc.property(handshake, fc.string({ unit: 'grapheme', maxLength: 300 }), (key, text) => {
        expect(openAnswer(sealAnswer(200, { text }, key)).data).toEqual({ text });
      }),
    );
  });

  it('gives one and the same error for a wrong key, a cut text and a text that is not UTF-8', () => {
    const data = encrypt('A'.repeat(16), '{"a":1}');
    const wrong = [() => decrypt('B'.repeat(16), data), () => decrypt('A'.repeat(16), data.slice(0, 8))];
    for (const attempt of wrong) expect(attempt).toThrow(InvalidEnvelopeError);
  });
});

describe('the limits of JSON text', () => {
  const isTooDeep = (text: string, maxDepth: number) => isTooMuch(text, { maxDepth, maxMembers: Infinity });

  it('do not count what stands in strings', () => {
    expect(isTooDeep('{"a":[1,{"b":2}]}', 3)).toBe(false);
    expect(isTooDeep('{"a":[1,{"b":2}]}', 2)).toBe(true);
    expect(isTooDeep('{"a":"[[[[{{{{","b":"\\"[[["}', 1)).toBe(false);
    expect(isTooMuch('{"a":",,,,"}', { maxDepth: 1, maxMembers: 1 })).toBe(false);
  });

  it('agree with the depth and the members of the parsed value', () => {
    const childrenOf = (value: unknown) =>
      typeof value === 'object' && value !== null ? (Object.values(value) as unknown[]) : null;
    const depthOf = (value: unknown): number => {
      const children = childrenOf(value);
      return children ? 1 + Math.max(0, ...children.map(depthOf)) : 0;
    };
    const membersOf = (value: unknown): number => {
      const children = childrenOf(value);
      return children
        ? children.reduce<number>((sum, child) => sum + membersOf(child), Math.max(1, children.length))
        : 0;
    };
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(8), fc.nat(20), (value, maxDepth, maxMembers) => {
        const isBeyond = depthOf(value) > maxDepth || membersOf(value) > maxMembers;
        expect(isTooMuch(JSON.stringify(value), { maxDepth, maxMembers })).toBe(isBeyond);
      }),
    );
  });
});
