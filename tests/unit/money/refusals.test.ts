import { describe, expect, it } from 'vitest';
import { calls } from '../../../contract/index';
import { GENERAL_ERROR_CODES, type ErrorCode } from '../../../contract/errors';
import { HANDLED, handlingOf } from '../../../src/money/refusals';

const MONEY_CALLS = Object.values(calls).filter(({ effect }) => effect === 'money');

describe('refusals of money', () => {
  it('that lead to another screen are left to the app', () => {
    for (const code of ['needs-trade-password', 'unauthorized', 'needs-identity', 'needs-authenticator'] as const) {
      expect(handlingOf(code)).toBe('elsewhere');
      expect(HANDLED).not.toContain(code);
    }
    expect(HANDLED).toContain('wrong-trade-password');
  });

  it.each(MONEY_CALLS.map(({ name, errors }) => [name, errors] as const))(
    'of %s have a place in the money room',
    (_, errors) => {
      const own = errors.filter((code) => !GENERAL_ERROR_CODES.some((general) => general === code));
      expect(own.filter((code: ErrorCode) => handlingOf(code) === 'app')).toEqual([]);
    },
  );
});
