/** What is done to a trade or an offer without a trade password: one intent per try, refusals told where they belong. */
import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import type { CallError } from '../../../../contract/errors';
import type { AnyCall, Input, Output } from '../../../bridge/types';
import { newIntentId, useMoneyCall } from '../../../bridge/useMoneyCall';
import { toast } from '../../../components/toast';
import { HANDLED } from '../../money/refusals';
import { useRefusalText } from '../../money/useRefusalText';

export interface TradeAction<C extends AnyCall> {
  /** @returns the answer, null when it was refused or is not known yet */
  run: (input: Input<C>) => Promise<Output<C> | null>;
  isRunning: boolean;
  /** Nobody knows yet whether it was done; nothing new may be sent. */
  isUnsettled: boolean;
  /** Why it was refused, for the sheet that stays open. */
  error: string | null;
}

/** @param onStale the record has changed since it was seen: show it as it is now */
export function useTradeAction<C extends AnyCall>(call: C, onStale: () => void): TradeAction<C> {
  const { t } = useLingui();
  const refusalText = useRefusalText();
  const money = useMoneyCall(call);
  const intent = useRef<string | null>(null);
  const [refused, setRefused] = useState<CallError | null>(null);
  const run = async (input: Input<C>) => {
    setRefused(null);
    intent.current ??= newIntentId();
    const result = await money.run(input, { intentId: intent.current, handles: HANDLED });
    if (result.ok) {
      intent.current = null;
      return result.data;
    }
    const { error } = result;
    // Only what may still arrive keeps its intent: anything else is a new try of something that may be seen anew by then.
    if (error.code !== 'outcome-unknown') intent.current = null;
    setRefused(error);
    if (error.code === 'stale-version' || error.code === 'order-closed' || error.code === 'not-now') {
      toast.show(t`The order has changed meanwhile. It is shown as it is now.`);
      onStale();
    }
    return null;
  };
  const { phase } = money.state;
  return {
    run,
    isRunning: phase === 'sending' || phase === 'checking',
    isUnsettled: phase === 'unknown',
    error: refused === null || phase === 'done' ? null : refusalText(refused),
  };
}
