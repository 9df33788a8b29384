import { useCallback, useState } from 'react';
import { bridge } from './bridge';
import type { AnyCall, Input, Output, RunOptions, WriteCall, WriteResult } from './types';

/** Makes a call that changes something other than money. Refusals that the screen does not handle are told by the app. */
export function useWriteCall<C extends AnyCall>(call: C): WriteCall<C> {
  const [running, setRunning] = useState(0);
  const run = useCallback(
    async (input: Input<C>, { handles }: RunOptions = {}): Promise<WriteResult<Output<C>>> => {
      setRunning((count) => count + 1);
      const result = await bridge().write(call, input);
      setRunning((count) => count - 1);
      if (!result.ok) bridge().report(result.error, call.effect, handles);
      return result;
    },
    [call],
  );
  return { run, isRunning: running > 0 };
}
