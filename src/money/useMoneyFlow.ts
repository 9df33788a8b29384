/** One confirmation from the figures to the result: what a screen declares, and the state that `MoneyConfirm` shows. */
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { CallError } from '../../contract/errors';
import type { AnyCall, Input, Output, WriteResult } from '../bridge/types';
import { useWrites } from '../bridge/useWriteCall';
import type { ConfirmedResult } from './ConfirmResult';
import type { ConfirmOutcome, ConfirmSheetProps } from './ConfirmSheet';
import { triesOf } from '../errors/tries';
import { HANDLED, isInForm, handlingOf } from './refusals';
import { useIntent, type Intent } from './useIntent';
import type { Quote } from './useQuote';
import { useRefusalText } from './useRefusalText';

/** The text that a person reads before the trade password. `term`: how long the figures hold, by the gateway's clock. */
export type Terms = Pick<ConfirmSheetProps, 'title' | 'hero' | 'rows' | 'risk' | 'before' | 'confirmLabel'> & {
  term?: { expiresAtMs: number; totalMs: number };
};

export interface FlowDeclaration<V, C extends AnyCall> {
  /** Carries out the confirmed view. */
  call: C | ((view: V) => C);
  /** All that is sent but the trade password. */
  input: (view: V) => Omit<Input<C>, 'tradePassword'>;
  terms: (view: V) => Terms;
  /** Forgets the typed values, which are spent, and returns the result to show. */
  result: (answer: Output<C>) => ConfirmedResult;
  /** Back in the form, which tells the refusal. */
  refuse: (error: CallError) => void;
  /** Asks for present figures, once those that the person was to confirm have changed or ended; null when there are none. */
  requote?: (view: V) => Promise<WriteResult<V> | null>;
  /** Gives the form the present record, because it has changed meanwhile. `freshOf` makes it. */
  fresh?: (error: CallError) => void;
  /** The form's quote, which is then asked for anew: it was about the record before the change. */
  quote?: Pick<Quote<unknown>, 'ask'>;
  /** Asks again for a code entered before the password, because it was refused; the confirmation stays open. */
  refuseCode?: (error: CallError) => void;
  /** Keeps the typed values before another screen takes over (no trade password yet). */
  leave?: () => void;
  /** The confirmation has closed. */
  onClose?: () => void;
}

export interface MoneyFlow<V> {
  /** The view that the person confirms, from the server's quote; null while the form is shown. */
  view: V | null;
  /** The last view: the sheet shows it while it slides away. */
  shown: V | null;
  terms: (view: V) => Terms;
  /** There is a result; closing leaves the form too. */
  isDone: boolean;
  /** Its figures are on their way. */
  isAsking: boolean;
  isChecking: boolean;
  /** Nobody knows yet how the last call ended: nothing new may be begun. */
  isUnsettled: boolean;
  /** True while the form's values have not been sent, or were refused. */
  isUnsent: boolean;
  /** Opens the confirmation of `view` under a new intent. */
  start: (view: V) => void;
  /** Opens the confirmation with the figures that `ask` brings; closes it when there are none. */
  startWith: (ask: () => Promise<V | null>) => Promise<void>;
  /** Puts new figures in place of expired ones, under another intent. */
  requote: () => Promise<void>;
  /** Back to the form; the intent is given up. */
  cancel: () => void;
  /** For the sheet. Another try of the same opening is the same intent. */
  confirm: (tradePassword: string) => Promise<ConfirmOutcome>;
}

/** Confirms and moves money: each opening of the confirmation is one intent. */
export function useMoneyFlow<V extends object, C extends AnyCall>(declared: FlowDeclaration<V, C>): MoneyFlow<V> {
  return useConfirmationFlow(declared, useIntent<C>());
}

/** Confirms and makes a change that needs the trade password and moves no money, such as a new withdrawal method. */
export function useWriteFlow<V extends object, C extends AnyCall>(declared: FlowDeclaration<V, C>): MoneyFlow<V> {
  const { run, isRunning } = useWrites();
  return useConfirmationFlow(declared, {
    begin: () => {},
    send: (call, input) => run(call, input, { handles: HANDLED }),
    isRunning,
    isChecking: false,
    isUnsettled: false,
  });
}

function useConfirmationFlow<V extends object, C extends AnyCall>(
  declared: FlowDeclaration<V, C>,
  intent: Omit<Intent<C>, 'refused'>,
): MoneyFlow<V> {
  const { t } = useLingui();
  const refusalText = useRefusalText();
  const [view, setView] = useState<V | null>(null);
  const [shown, setShown] = useState<V | null>(null);
  const [isDone, setDone] = useState(false);
  const [isAsking, setAsking] = useState(false);
  // The declaration of the last render, so that code after an await does not use an old one.
  const latest = useRef(declared);
  useEffect(() => {
    latest.current = declared;
  });

  const start = (next: V) => {
    intent.begin();
    setDone(false);
    setView(next);
    setShown(next);
  };
  const cancel = () => {
    setDone(false);
    setView(null);
    latest.current.onClose?.();
  };
  const startWith = async (ask: () => Promise<V | null>) => {
    setAsking(true);
    const next = await ask();
    setAsking(false);
    if (next === null) cancel();
    else start(next);
  };

  const refuse = (error: CallError): ConfirmOutcome => {
    const handling = handlingOf(error.code);
    if (handling === 'unknown') {
      setDone(true);
      return {
        ok: true,
        state: { kind: 'review', text: t`Not known yet` },
        note: t`The answer was lost and the gateway could not be asked yet. The outcome is looked up as soon as there is a connection; it is carried out at most once. See your records.`,
      };
    }
    if (isInForm(error)) {
      cancel();
      latest.current.refuse(error);
    }
    if (handling === 'fresh') {
      latest.current.fresh?.(error);
      void latest.current.quote?.ask();
    }
    if (handling === 'code') latest.current.refuseCode?.(error);
    if (handling === 'elsewhere') {
      latest.current.leave?.();
      // The sheet's step in the history must not lie under the screen that comes.
      cancel();
    }
    return { ok: false, message: refusalText(error), ...triesOf(error) };
  };
  /** Replaces the refused figures by present ones, as another intent; the person enters the password again. */
  const refuseFigures = async (error: CallError, refused: V): Promise<ConfirmOutcome> => {
    const again = (await latest.current.requote?.(refused)) ?? null;
    if (again !== null && !again.ok) return refuse(again.error);
    if (again !== null) start(again.data);
    return refuse(error);
  };

  return {
    view,
    shown,
    terms: declared.terms,
    isDone,
    isAsking,
    isChecking: intent.isChecking,
    isUnsettled: intent.isUnsettled,
    isUnsent: !intent.isRunning && !intent.isUnsettled && !isDone,
    start,
    startWith,
    requote: () =>
      startWith(async () => {
        const again = view === null ? null : ((await declared.requote?.(view)) ?? null);
        return again?.ok ? again.data : null;
      }),
    cancel,
    confirm: async (tradePassword) => {
      if (view === null) throw new Error('nothing is being confirmed');
      const call = typeof declared.call === 'function' ? declared.call(view) : declared.call;
      const result = await intent.send(call, { ...declared.input(view), tradePassword } as Input<C>);
      if (!result.ok) {
        return handlingOf(result.error.code) === 'figures' ? refuseFigures(result.error, view) : refuse(result.error);
      }
      setDone(true);
      return latest.current.result(result.data);
    },
  };
}
