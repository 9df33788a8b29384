/** Changes a record without a trade password: a new intent for each try, on the engine of the confirmations. */
import { useLingui } from '@lingui/react/macro';
import type { AnyCall, Input, Output, WriteResult } from '../bridge/types';
import { toast } from '../components/toast';
import { handlingOf, type RefusalHandling } from './refusals';
import { useIntent } from './useIntent';
import { useRefusalText } from './useRefusalText';

export interface MoneyAction<C extends AnyCall> {
  run: (input: Input<C>) => Promise<void>;
  isRunning: boolean;
  /** Nobody knows yet whether the action was carried out; no new one may be sent. */
  isUnsettled: boolean;
  /** The reason of the refusal, for the sheet that stays open. */
  error: string | null;
}

export interface MoneyActionDeps<C extends AnyCall> {
  /** It was done; a lost answer is told late, for as long as the sheet is there. */
  onDone: (answer: Output<C>) => void;
  /** The record has changed since the person saw it: show its present state. */
  onStale: () => void;
}

/** True for refusals because the record has changed since the person saw it. */
const HAS_CHANGED: ReadonlySet<RefusalHandling> = new Set<RefusalHandling>(['fresh', 'record']);

export function useMoneyAction<C extends AnyCall>(call: C, { onDone, onStale }: MoneyActionDeps<C>): MoneyAction<C> {
  const refusalText = useRefusalText();
  const tellChanged = useChangedToast();
  const end = (result: WriteResult<Output<C>>) => {
    if (result.ok) return onDone(result.data);
    if (!HAS_CHANGED.has(handlingOf(result.error.code))) return;
    tellChanged();
    onStale();
  };
  const intent = useIntent<C>(end);
  const run = async (input: Input<C>) => {
    // An action with unknown outcome keeps its intent. Any other try gets a new one: the person may see a newer record by then.
    if (!intent.isUnsettled) intent.begin();
    const result = await intent.send(call, input);
    if (result.ok || handlingOf(result.error.code) !== 'unknown') end(result);
  };
  return {
    run,
    isRunning: intent.isRunning,
    isUnsettled: intent.isUnsettled,
    error: intent.refused && refusalText(intent.refused),
  };
}

/** Tells that the app reads a record again, because it has changed since the person saw it. */
export function useChangedToast(): () => void {
  const { t } = useLingui();
  return () => toast.show(t`The order has changed meanwhile. It is shown as it is now.`);
}
