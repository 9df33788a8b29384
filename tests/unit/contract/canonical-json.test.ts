/** One text for equal inputs: keys of caches and intents, what operators sign (contract/canonical-json.ts). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../contract/canonical-json';

describe('canonical JSON', () => {
  const json = fc.jsonValue();

  test('is the same whatever the order of the keys, and loses nothing', () => {
    const shuffled = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shuffled);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, part]) => [key, shuffled(part)]),
      );
    };
    fc.assert(
      fc.property(json, (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(shuffled(value))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { verbose: 1 },
    );
  });

  test('tells different values apart', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        const isSame = canonicalJson(a) === canonicalJson(b);
        const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;
        let isEqual = true;
        try {
          expect(plain(a)).toEqual(plain(b));
        } catch {
          isEqual = false;
        }
        expect(isSame).toBe(isEqual);
      }),
      { verbose: 1 },
    );
  });

  test('has the text that operators signed and idempotency keys were hashed with before', () => {
    expect(canonicalJson({ b: [1, { d: undefined, c: 'x' }], a: null })).toBe('{"a":null,"b":[1,{"c":"x"}]}');
    expect(canonicalJson({ 9: 1, 10: 2 })).toBe('{"10":2,"9":1}');
    expect(canonicalJson({ amount: '1.0' })).not.toBe(canonicalJson({ amount: '1' }));
    expect(canonicalJson({ é: 1, z: [undefined], 'B"': true, a: 'é\n' })).toBe(
      '{"B\\"":true,"a":"é\\n","z":[null],"é":1}',
    );
  });
});
