import { describe, expect, it, vi } from 'vitest';
import { GATEWAY_ERROR_NUMBERS, LOCAL_ERROR_CODES, type CallError, type ErrorCode } from '../../../contract/errors';
import { DETOUR_DELAY_MS } from '../../../src/errors/policy';
import { makeTeller } from '../../../src/errors/teller';
import { errorMessage } from '../../../src/errors/texts';

const CODES = [...Object.keys(GATEWAY_ERROR_NUMBERS), ...LOCAL_ERROR_CODES] as ErrorCode[];

function errorOf(code: ErrorCode, message?: string): CallError {
  return { code, retryable: false, ...(message ? { message } : {}) } as CallError;
}

function teller() {
  const toast = vi.fn();
  const detour = vi.fn();
  const waits: { delayMs: number; callback: () => void }[] = [];
  const tell = makeTeller({
    toast,
    detour,
    after: (delayMs, callback) => {
      waits.push({ delayMs, callback });
      return () => {};
    },
  });
  return { tell, toast, detour, waits };
}

describe('error policy (docs/rules.md §19)', () => {
  it.each([
    [300, '/pages/update_pwd/update_pwd2'],
    [4900, '/pages/update_pwd/update_pwd3'],
    [4901, '/pages/withdraw/withdraw2'],
  ])('leads code %i after 1.5 s to %s', (number, path) => {
    const code = CODES.find((one) => one in GATEWAY_ERROR_NUMBERS && GATEWAY_ERROR_NUMBERS[one as never] === number);
    const { tell, toast, detour, waits } = teller();
    tell(errorOf(code ?? 'internal', 'why'), 'money');
    expect(toast).toHaveBeenCalledOnce();
    expect(detour).not.toHaveBeenCalled();
    expect(waits.map(({ delayMs }) => delayMs)).toEqual([DETOUR_DELAY_MS]);
    expect(DETOUR_DELAY_MS).toBe(1_500);
    waits[0]?.callback();
    expect(detour).toHaveBeenCalledExactlyOnceWith(path, expect.any(String));
  });

  it('goes one way round however many calls were refused', () => {
    const { tell, waits } = teller();
    for (let n = 0; n < 4; n++) tell(errorOf('needs-trade-password'), 'read');
    expect(waits).toHaveLength(1);
    waits[0]?.callback();
    tell(errorOf('needs-trade-password'), 'read');
    expect(waits).toHaveLength(2);
  });

  it('tells every other refusal of the gateway, whatever was asked', () => {
    const special = ['unauthorized', 'needs-trade-password', 'needs-authenticator', 'needs-identity'];
    for (const code of Object.keys(GATEWAY_ERROR_NUMBERS) as ErrorCode[]) {
      if (special.includes(code)) continue;
      const { tell, toast, detour } = teller();
      tell(errorOf(code, 'words of the server'), 'read');
      expect(toast, code).toHaveBeenCalledOnce();
      expect(detour).not.toHaveBeenCalled();
    }
  });

  it.each(['offline', 'network', 'timeout', 'worker-lost', 'bad-answer'] as const)(
    'leaves %s of a read to the place that failed, and tells what a person has set off',
    (code) => {
      const { tell, toast } = teller();
      tell(errorOf(code), 'read');
      expect(toast).not.toHaveBeenCalled();
      tell(errorOf(code), 'write');
      expect(toast).toHaveBeenCalledOnce();
    },
  );

  it('says nothing to somebody who has left', () => {
    const { tell, toast } = teller();
    tell(errorOf('session-closed'), 'write');
    expect(toast).not.toHaveBeenCalled();
  });
});

describe('errorMessage', () => {
  it("is the server's where there is one", () => {
    expect(errorMessage(errorOf('insufficient-funds', '余额不足'))).toBe('余额不足');
  });

  it('is a text of ours for everything else', () => {
    for (const code of CODES) {
      const message = errorMessage(errorOf(code));
      expect(typeof message === 'object' && message.message, code).toMatch(/\w/);
    }
  });

  it('tells that nothing was sent when a money call has no connection', () => {
    expect(errorMessage(errorOf('offline'), 'money')).toMatchObject({
      message: expect.stringContaining('Nothing was sent'),
    });
    expect(errorMessage(errorOf('offline'), 'read')).toMatchObject({
      message: expect.stringContaining('No connection'),
    });
  });
});
