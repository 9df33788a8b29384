import { useCallback } from 'react';
import { serverNow } from '../../../bridge/server-clock';
import { sendPasswordResetCode } from '../../../../contract/calls/recovery';
import { CODE_RESEND_MS, sendRegisterCode, sendSmsCode } from '../../../../contract/calls/session';
import type { CallError } from '../../../../contract/errors';
import type { WriteResult } from '../../../bridge/types';
import { useWriteCall } from '../../../bridge/useWriteCall';
import type { Flow, FlowName } from './flow';
import { useFlow } from './useFlow';

export type SendCodeResult = WriteResult<{ resendAt: number; expiresAt: number }>;

export function isEmail(loginName: string): boolean {
  return loginName.includes('@');
}

/**
 * Returns when a code can be asked for again: so long from now as the answer says. A refusal because the last code is too recent counts as a code: that one is on its way.
 */
export function resendAtOf(result: SendCodeResult, nowMs: number): number | null {
  if (result.ok)
    return nowMs + (result.asOf === undefined ? CODE_RESEND_MS : Math.max(0, result.data.resendAt - result.asOf));
  if (result.error.code === 'resend-too-soon') return nowMs + (result.error.data?.retryAfterMs ?? CODE_RESEND_MS);
  return null;
}

export interface SendCode {
  flow: Flow;
  patch: (part: Flow) => void;
  /** Sends a code to the flow's address (or to the one given) and notes when the next may be sent. */
  send: (to?: Flow) => Promise<{ ok: true } | { ok: false; error: CallError }>;
  isSending: boolean;
}

/** Sends the codes of a flow, by e-mail or SMS as its address asks for. */
export function useSendCode(name: FlowName): SendCode {
  const [flow, patch] = useFlow(name);
  const { run: byEmail, isRunning: isMailing } = useWriteCall(sendRegisterCode);
  const { run: bySms, isRunning: isTexting } = useWriteCall(sendSmsCode);
  const { run: forForgotten, isRunning: isHelping } = useWriteCall(sendPasswordResetCode);

  const ask = useCallback(
    (loginName: string, invitationCode = ''): Promise<SendCodeResult> => {
      const handles = { handles: ['resend-too-soon', 'invitation-invalid', 'invalid-input'] as const };
      if (name === 'forgot') return forForgotten({ loginName }, handles);
      if (name === 'login-sms') return bySms({ phone: loginName, purpose: 'login' }, handles);
      if (isEmail(loginName)) return byEmail({ email: loginName, invitationCode }, handles);
      return bySms({ phone: loginName, purpose: 'register', invitationCode }, handles);
    },
    [name, byEmail, bySms, forForgotten],
  );

  const send = useCallback<SendCode['send']>(
    async (to = flow) => {
      const result = await ask(to.loginName ?? '', to.invitationCode);
      const resendAt = resendAtOf(result, serverNow());
      if (resendAt !== null) {
        patch({ ...to, resendAt });
        return { ok: true };
      }
      return result.ok ? { ok: true } : result;
    },
    [ask, flow, patch],
  );

  return { flow, patch, send, isSending: isMailing || isTexting || isHelping };
}
