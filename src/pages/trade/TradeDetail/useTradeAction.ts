/** What is done to a trade or an offer without a trade password: one intent per try, refusals told where they belong. */
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import type { ErrorCode } from '../../../../contract/errors';
import type { AnyCall, Input, Output } from '../../../bridge/types';
import { beginIntent, useMoneyCall } from '../../../bridge/useMoneyCall';
import { toast } from '../../../components/toast';
import { HANDLED } from '../../../money/refusals';
import { useRefusalText } from '../../../money/useRefusalText';

export interface TradeAction<C extends AnyCall> {
  run: (input: Input<C>) => Promise<void>;
  isRunning: boolean;
  /** Nobody knows yet whether it was done; nothing new may be sent. */
  isUnsettled: boolean;
  /** Why it was refused, for the sheet that stays open. */
  error: string | null;
}

export interface TradeActionDeps<C extends AnyCall> {
  /** It was done; a lost answer is told late, for as long as the sheet is there. */
  onDone: (answer: Output<C>) => void;
  /** The record has changed since it was seen: show it as it is now. */
  onStale: () => void;
}

export function useTradeAction<C extends AnyCall>(call: C, { onDone, onStale }: TradeActionDeps<C>): TradeAction<C> {
  const { t } = useLingui();
  const refusalText = useRefusalText();
  const money = useMoneyCall(call);
  const intent = useRef<string | null>(null);
  const isLost = useRef(false);
  const refuse = (code: ErrorCode) => {
    intent.current = null;
    if (code !== 'stale-version' && code !== 'order-closed' && code !== 'not-now') return;
    toast.show(t`The order has changed meanwhile. It is shown as it is now.`);
    onStale();
  };
  const run = async (input: Input<C>) => {
    intent.current ??= beginIntent();
    const result = await money.run(input, { intentId: intent.current, handles: HANDLED });
    // Only what may still arrive keeps its intent: anything else is a new try of something that may be seen anew by then.
    isLost.current = !result.ok && result.error.code === 'outcome-unknown';
    if (isLost.current) return;
    if (!result.ok) return refuse(result.error.code);
    intent.current = null;
    onDone(result.data);
  };
  const { state } = money;
  const settle = useRef(() => {});
  useEffect(() => {
    settle.current = () => {
      if (!isLost.current || state.phase === 'unknown') return;
      isLost.current = false;
      intent.current = null;
      if (state.phase === 'done') onDone(state.data);
      else if (state.phase === 'refused') refuse(state.error.code);
    };
  });
  useEffect(() => settle.current(), [state.phase]);
  const { phase } = state;
  return {
    run,
    isRunning: phase === 'sending' || phase === 'checking',
    isUnsettled: phase === 'unknown',
    error: phase === 'refused' ? refusalText(state.error) : null,
  };
}
