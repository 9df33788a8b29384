import { useCallback, useEffect, useRef, useState } from 'react';
import { bridge } from './bridge';
import type { AnyCall, Input, MoneyCalls, MoneyState, Output, RunOptions, WriteResult } from './types';

/** Begins a confirmation of the figures on screen: its intent, for the account that is shown now. */
export const beginIntent = (): string => bridge().beginIntent();

/** Makes calls that move money: each at most once per intent, and the state says when the outcome is being looked for. */
export function useMoneyCalls<C extends AnyCall>(): MoneyCalls<C> {
  const sent = useRef<C | null>(null);
  const [state, setState] = useState<MoneyState<Output<C>>>({ phase: 'idle' });

  const run = useCallback(
    async (
      call: C,
      input: Input<C>,
      { intentId, handles }: RunOptions & { intentId: string },
    ): Promise<WriteResult<Output<C>>> => {
      sent.current = call;
      setState({ phase: 'sending', intentId });
      const result = await bridge().money(call, input, intentId, () => setState({ phase: 'checking', intentId }));
      if (result.ok) setState({ phase: 'done', intentId, data: result.data });
      else {
        const phase = result.error.code === 'outcome-unknown' ? 'unknown' : 'refused';
        setState({ phase, intentId: bridge().intents.newestOf(intentId), error: result.error });
        bridge().report(result.error, call.effect, handles);
      }
      return result;
    },
    [],
  );

  const unknownIntent = state.phase === 'unknown' ? state.intentId : null;
  useEffect(() => {
    const call = sent.current;
    if (unknownIntent === null || call === null) return;
    return bridge().whenSettled(call, unknownIntent, (settled) => {
      if (settled.state === 'done') setState({ phase: 'done', intentId: unknownIntent, data: settled.answer });
      else if (settled.refusal) setState({ phase: 'refused', intentId: unknownIntent, error: settled.refusal });
      else setState({ phase: 'idle' });
    });
  }, [unknownIntent]);

  return { run, state };
}
