import { useEffect, useRef, useState } from 'react';
import type { ConfirmedResult } from './ConfirmResult';
import { PASSCODE_LENGTH } from '../components/PasscodeCells';
import { useCountdown } from '../components/useCountdown';

export type PasswordKind = 'six' | 'text';

/** The reason of a refusal; the sheet stays open for another try of the same intent. */
export interface ConfirmRefusal {
  ok: false;
  message: string;
  triesLeft?: number;
  lockedUntilMs?: number;
}

export type ConfirmOutcome = ConfirmedResult | ConfirmRefusal;

type Phase =
  | { at: 'enter'; refused: ConfirmRefusal | null }
  | { at: 'working' }
  | { at: 'done'; done: ConfirmedResult };

const START: Phase = { at: 'enter', refused: null };

export interface ConfirmOptions {
  open: boolean;
  passwordKind: PasswordKind;
  /** Something else is to be entered before the password. */
  waits: boolean;
  /** Null for a quote that has no term. */
  quoteExpiresAtMs: number | null;
  onConfirm: (tradePassword: string) => Promise<ConfirmOutcome>;
}

/** Keeps the state of a ConfirmSheet: entering, working or done, the digits so far, and whether the person may enter any now. */
export function useConfirm({ open, passwordKind, waits, quoteExpiresAtMs, onConfirm }: ConfirmOptions) {
  const [phase, setPhase] = useState<Phase>(START);
  const [code, setCode] = useState('');
  const [kind, setKind] = useState(passwordKind);

  useEffect(() => {
    if (!open) return;
    setPhase(START);
    setCode('');
    setKind(passwordKind);
  }, [open, passwordKind]);
  // The sheet no longer shows the refusal of a code once the person has entered a new code.
  useEffect(() => {
    if (!waits) setPhase((now) => (now.at === 'enter' ? START : now));
  }, [waits]);

  const refused = phase.at === 'enter' ? phase.refused : null;
  const lockedSeconds = useCountdown(refused?.lockedUntilMs ?? null);
  const quoteSeconds = useCountdown(quoteExpiresAtMs);
  const expired = quoteExpiresAtMs !== null && quoteSeconds === 0;
  const ready = phase.at === 'enter' && !waits && lockedSeconds === 0 && !expired;

  // Two sixth digits in one frame must not submit twice.
  const submitting = useRef(false);
  const submit = async (password: string) => {
    if (submitting.current || !ready) return;
    submitting.current = true;
    setPhase({ at: 'working' });
    const outcome = await onConfirm(password).finally(() => {
      submitting.current = false;
    });
    setCode('');
    setPhase(outcome.ok ? { at: 'done', done: outcome } : { at: 'enter', refused: outcome });
  };
  const enter = (next: string) => {
    if (!ready) return;
    setCode(next);
    if (next.length === PASSCODE_LENGTH) void submit(next);
  };
  return { phase, refused, code, enter, kind, setKind, submit, ready, lockedSeconds, quoteSeconds, expired };
}
