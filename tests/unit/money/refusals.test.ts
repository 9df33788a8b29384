import { describe, expect, it } from 'vitest';
import { HANDLED, placeOf } from '../../../src/money/refusals';

describe('refusals of money', () => {
  it('that lead to another screen are left to the app', () => {
    for (const code of ['needs-trade-password', 'unauthorized', 'needs-identity', 'needs-authenticator'] as const) {
      expect(placeOf(code)).toBe('elsewhere');
      expect(HANDLED).not.toContain(code);
    }
    expect(HANDLED).toContain('wrong-trade-password');
  });
});
