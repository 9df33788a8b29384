import { useCallback, useState } from 'react';
import { bridge } from './bridge';
import type { AnyCall, Input, Output, RunOptions, WriteCall, WriteResult, Writes } from './types';

/** Makes calls that change something other than money. Refusals that the screen does not handle are told by the app. */
export function useWrites(): Writes {
  const [running, setRunning] = useState(0);
  const run = useCallback(
    async <C extends AnyCall>(
      call: C,
      input: Input<C>,
      { handles }: RunOptions = {},
    ): Promise<WriteResult<Output<C>>> => {
      setRunning((count) => count + 1);
      const result = await bridge().write(call, input);
      setRunning((count) => count - 1);
      if (!result.ok) bridge().report(result.error, call.effect, handles);
      return result;
    },
    [],
  );
  return { run, isRunning: running > 0 };
}

/** As `useWrites`, for one call. */
export function useWriteCall<C extends AnyCall>(call: C): WriteCall<C> {
  const { run, isRunning } = useWrites();
  const runThis = useCallback((input: Input<C>, options?: RunOptions) => run(call, input, options), [call, run]);
  return { run: runThis, isRunning };
}
