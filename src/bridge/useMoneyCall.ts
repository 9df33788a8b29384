import { useCallback, useEffect, useState } from 'react';
import { bridge } from './bridge';
import type { AnyCall, Input, MoneyCall, MoneyState, Output, RunOptions, WriteResult } from './types';

/** One id per intent that a person confirms; a retry of the same intent passes the same one. */
export function newIntentId(): string {
  // randomUUID is there only in secure contexts; a gateway on the local network is none.
  if (isSecureContext) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Makes a call that moves money: at most once per intent, and the state says when the outcome is being looked for. */
export function useMoneyCall<C extends AnyCall>(call: C): MoneyCall<C> {
  const [state, setState] = useState<MoneyState<Output<C>>>({ phase: 'idle' });

  const run = useCallback(
    async (
      input: Input<C>,
      { intentId, handles }: RunOptions & { intentId: string },
    ): Promise<WriteResult<Output<C>>> => {
      setState({ phase: 'sending', intentId });
      const result = await bridge().money(call, input, intentId, () => setState({ phase: 'checking', intentId }));
      if (result.ok) setState({ phase: 'done', intentId, data: result.data });
      else {
        const phase = result.error.code === 'outcome-unknown' ? 'unknown' : 'refused';
        setState({ phase, intentId, error: result.error });
        bridge().report(result.error, call.effect, handles);
      }
      return result;
    },
    [call],
  );

  // The worker goes on asking; when it knows, so does the screen.
  const unknownIntent = state.phase === 'unknown' ? state.intentId : null;
  useEffect(() => {
    if (unknownIntent === null) return;
    return bridge().events.subscribe((event) => {
      if (event?.type !== 'settled' || event.intentId !== unknownIntent) return;
      void bridge()
        .settle(call, unknownIntent)
        .then((settlement) => {
          if (settlement.state === 'done')
            setState({ phase: 'done', intentId: unknownIntent, data: settlement.answer });
          else if (event.error) setState({ phase: 'refused', intentId: unknownIntent, error: event.error });
          else if (settlement.state === 'absent') setState({ phase: 'idle' });
        });
    });
  }, [call, unknownIntent]);

  const reset = useCallback(() => setState({ phase: 'idle' }), []);
  return { run, state, reset };
}
