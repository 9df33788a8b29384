import { beforeEach, describe, expect, it, vi } from 'vitest';
import { resendAtOf } from '../../../../src/pages/account/flow/useSendCode';

beforeEach(() => {
  sessionStorage.clear();
  vi.resetModules();
});

/** As after a reload: the module's memory is gone, the tab's storage is not. */
async function reloaded() {
  vi.resetModules();
  return import('../../../../src/pages/account/flow/flow');
}

describe('flow', () => {
  it('survives a reload', async () => {
    const before = await reloaded();
    before.writeFlow('register', { loginName: 'a@example.com', resendAt: 61_000 });
    expect((await reloaded()).readFlow('register')).toEqual({ loginName: 'a@example.com', resendAt: 61_000 });
  });

  it('leaves nothing behind when it ends', async () => {
    const { writeFlow, clearFlows, readFlow } = await reloaded();
    for (const name of ['register', 'forgot', 'login-sms'] as const) writeFlow(name, { loginName: 'a@example.com' });
    clearFlows();
    expect(sessionStorage.length).toBe(0);
    expect(readFlow('forgot')).toEqual({});
  });
});

describe('resendAtOf', () => {
  const sent = { resendAt: 1_060_000, expiresAt: 1_600_000 };

  it("counts from the server's clock, on this device's", () => {
    expect(resendAtOf({ ok: true, data: sent, asOf: 1_000_000 }, 5_000)).toBe(65_000);
  });

  it('never lies in the past', () => {
    expect(resendAtOf({ ok: true, data: sent, asOf: 2_000_000 }, 5_000)).toBe(5_000);
  });

  it('goes by the refusal when the last code is too fresh', () => {
    const error = { code: 'resend-too-soon', retryable: false, data: { retryAfterMs: 12_000 } } as const;
    expect(resendAtOf({ ok: false, error }, 5_000)).toBe(17_000);
  });

  it('is nothing when no code was sent', () => {
    expect(resendAtOf({ ok: false, error: { code: 'invitation-invalid', retryable: false } }, 5_000)).toBeNull();
  });
});
