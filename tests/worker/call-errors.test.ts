/** A refusal's data is read per code, and tolerantly: gateways of other versions tell more, less or other things. */
import { describe, expect, it } from 'vitest';
import { GATEWAY_ERROR_NUMBERS, type CallError, type GatewayErrorCode } from '../../contract/errors';
import { refusalOf } from '../../worker/refusals';

function read(code: GatewayErrorCode, data: unknown): CallError {
  return refusalOf(GATEWAY_ERROR_NUMBERS[code], { message: 'why', data });
}

describe('refusalOf', () => {
  it('reads what the code declares, without what it does not', () => {
    const band = { lowest: '0.112500', highest: '0.137500' };
    expect(read('price-out-of-band', { ...band, guide: '0.125' })).toEqual({
      code: 'price-out-of-band',
      message: 'why',
      data: band,
      retryable: false,
    });
    expect(read('quote-used', { limit: '5' })).toEqual({ code: 'quote-used', message: 'why', retryable: false });
  });

  it.each([
    ['price-out-of-band', { limit: '0.112500 – 0.137500' }],
    ['price-out-of-band', { lowest: '0.112500' }],
    ['amount-too-small', { limit: '0.112500 – 0.137500' }],
    ['amount-too-small', { limit: 100 }],
    ['insufficient-funds', { available: 'NaN' }],
    ['wrong-code', { triesLeft: '3' }],
    ['trade-password-locked', { lockedUntil: null }],
    ['limit-reached', 'three'],
  ] as const)('reads %s with %j as the code and its message alone', (code, data) => {
    expect(read(code, data)).toEqual({ code, message: 'why', retryable: false });
  });

  it('reads a body with more in it than this version knows, and a code that it does not know', () => {
    const body = { message: 'why', fields: { amount: 'small' }, hint: 'new' };
    expect(refusalOf(GATEWAY_ERROR_NUMBERS['invalid-input'], body)).toEqual({
      code: 'invalid-input',
      message: 'why',
      fields: { amount: 'small' },
      retryable: false,
    });
    expect(refusalOf(99_999, { message: 'why', data: { more: 1 } })).toEqual({
      code: 'unknown-code',
      message: 'why',
      retryable: false,
    });
  });
});
