/** One confirmation from the quote to the result: one intent, refusals told where they belong. */
import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import type { CallError } from '../../contract/errors';
import { beginIntent } from '../bridge/useMoneyCall';
import type { WriteResult } from '../bridge/types';
import type { ConfirmOutcome } from '../components/ConfirmSheet';
import { triesOf } from '../errors/tries';
import { isInForm, placeOf } from './refusals';
import { useRefusalText } from './useRefusalText';

type Done = Extract<ConfirmOutcome, { ok: true }>;

export interface LooseFlowDeps<V, R> {
  /** Sends the confirmed view under its intent. */
  send: (view: V, tradePassword: string, intentId: string) => Promise<WriteResult<R>>;
  /** What the result view says. */
  onDone: (data: R) => Done;
  /** The refusal belongs to the form: it is shown there, and the confirmation closes. */
  onForm: (error: CallError) => void;
  /** One of the codes that were entered before the password is to blame: the confirmation stays open and asks for it again. */
  onCode?: (error: CallError) => void;
  /** Before another screen takes over (no trade password yet): keep what was typed. */
  onElsewhere?: () => void;
}

export interface LooseFlow<V> {
  /** What is being confirmed, from the server's quote; null while the form is shown. */
  view: V | null;
  /** There is a result; closing leaves the form too. */
  isDone: boolean;
  /** Opens the confirmation of `view` under a new intent. */
  start: (view: V) => void;
  /** Back to the form; the intent is given up. */
  cancel: () => void;
  /** For ConfirmSheet. Another try of the same opening is the same intent. */
  confirm: (tradePassword: string) => Promise<ConfirmOutcome>;
}

export function useLooseFlow<V, R>({ send, onDone, onForm, onCode, onElsewhere }: LooseFlowDeps<V, R>): LooseFlow<V> {
  const { t } = useLingui();
  const refusalText = useRefusalText();
  const [view, setView] = useState<V | null>(null);
  const [isDone, setDone] = useState(false);
  const intentId = useRef('');

  const refuse = (error: CallError): ConfirmOutcome => {
    const place = placeOf(error.code);
    if (place === 'unknown') {
      setDone(true);
      return {
        ok: true,
        state: { kind: 'review', text: t`Not known yet` },
        note: t`The answer was lost and the gateway could not be asked yet. The outcome is looked up as soon as there is a connection; it is carried out at most once. See your records.`,
      };
    }
    if (isInForm(error)) {
      setView(null);
      onForm(error);
    }
    if (place === 'code') onCode?.(error);
    if (place === 'elsewhere') onElsewhere?.();
    return { ok: false, message: refusalText(error), ...triesOf(error) };
  };

  return {
    view,
    isDone,
    start: (next) => {
      intentId.current = beginIntent();
      setDone(false);
      setView(next);
    },
    cancel: () => setView(null),
    confirm: async (tradePassword) => {
      if (view === null) throw new Error('nothing is being confirmed');
      const result = await send(view, tradePassword, intentId.current);
      if (!result.ok) return refuse(result.error);
      setDone(true);
      return onDone(result.data);
    },
  };
}
