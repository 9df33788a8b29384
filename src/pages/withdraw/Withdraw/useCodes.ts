/** The two codes that a withdrawal takes before the trade password: one that is sent, one of the authenticator (docs/rules.md §4). */
import { useState } from 'react';
import { serverNow } from '../../../bridge/server-clock';
import { sendWithdrawalCode } from '../../../../contract/calls/withdrawals';
import type { CallError } from '../../../../contract/errors';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { triesOf } from '../../../errors/tries';
import { useErrorText } from '../../../errors/useErrorText';
import { useFlow } from '../../account/flow/useFlow';
import { resendAtOf } from '../../account/flow/useSendCode';

export type CodeStep = 'sent' | 'authenticator' | 'password';

export interface Codes {
  step: CodeStep;
  /** A code for this amount and method is on its way. */
  isSent: boolean;
  isSending: boolean;
  /** The person can ask for the next code from this time on, by the gateway's clock, UTC ms. */
  resendAt: number | null;
  send: () => Promise<void>;
  /** Text that tells why no code could be sent. */
  sendError: string | undefined;
  /** Text that tells the problem with the code of this step. */
  error: string | undefined;
  /** The authenticator takes no codes until then, UTC ms. */
  lockedUntil: number | null;
  enter: (code: string) => void;
  /** The entered codes, for the call. */
  taken: { emailCode: string; authenticatorCode: string };
  /** Asks again for the code that was refused. */
  refuse: (error: CallError) => void;
  /** Begins anew. */
  reset: () => void;
  /** The sent code has done its work. */
  spend: () => void;
}

const NOTHING = { emailCode: '', authenticatorCode: '' };

/**
 * @param input the withdrawal that the code counts for: a code sent for another amount or method does not count
 * @param onRefused a refusal of sending that belongs to the form, such as a window that has closed
 */
export function useCodes(
  input: { methodId: string; amount: string } | null,
  onRefused: (error: CallError) => void,
): Codes {
  const [{ resendAt = null, subject, subjectUntil = 0 }, patch] = useFlow('withdraw');
  const { run, isRunning } = useWriteCall(sendWithdrawalCode);
  const errorText = useErrorText();
  const [step, setStep] = useState<CodeStep>('sent');
  const [taken, setTaken] = useState(NOTHING);
  const [refused, setRefused] = useState<CallError | null>(null);
  const [sendError, setSendError] = useState<string>();
  const current = input === null ? '' : `${input.methodId} ${input.amount}`;

  const send = async () => {
    if (input === null) return;
    setSendError(undefined);
    const result = await run(input, {
      handles: ['resend-too-soon', 'rate-limited', 'not-found', 'withdrawals-closed'],
    });
    const nowMs = serverNow();
    const next = resendAtOf(result, nowMs);
    if (result.ok) {
      const { resendAt: from, expiresAt } = result.data;
      const until = (next ?? nowMs) + Math.max(0, expiresAt - from);
      patch({ resendAt: next ?? nowMs, subject: current, subjectUntil: until });
    } else if (next !== null) {
      // Refused because of one for something else: when the next may be sent is known, but none is on its way.
      patch({ resendAt: next });
    } else {
      if (result.error.code === 'rate-limited') setSendError(errorText(result.error, 'write'));
      else onRefused(result.error);
    }
  };
  const enter = (code: string) => {
    setRefused(null);
    setTaken((before) => (step === 'sent' ? { ...before, emailCode: code } : { ...before, authenticatorCode: code }));
    setStep(step === 'sent' ? 'authenticator' : 'password');
  };
  return {
    step,
    isSent: subject === current && serverNow() < subjectUntil,
    isSending: isRunning,
    resendAt,
    send,
    sendError,
    error: refused === null ? undefined : errorText(refused, 'write'),
    lockedUntil: (refused && triesOf(refused).lockedUntilMs) ?? null,
    enter,
    taken,
    refuse: (error) => {
      setRefused(error);
      setStep(error.code === 'wrong-code' ? 'sent' : 'authenticator');
    },
    reset: () => {
      setRefused(null);
      setSendError(undefined);
      setTaken(NOTHING);
      setStep('sent');
    },
    spend: () => patch({ subject: '' }),
  };
}
