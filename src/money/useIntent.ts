/** One wish of a person to move money, from the tap to its outcome. Flows and actions are built on it. */
import { useEffect, useRef } from 'react';
import type { CallError } from '../../contract/errors';
import type { AnyCall, Input, Output, WriteResult } from '../bridge/types';
import { beginIntent, useMoneyCalls } from '../bridge/useMoneyCalls';
import { HANDLED } from './refusals';

export interface Intent<C extends AnyCall> {
  /** Begins a new wish; without it another tap stays the same intent. */
  begin: () => void;
  send: (call: C, input: Input<C>) => Promise<WriteResult<Output<C>>>;
  isRunning: boolean;
  /** The answer was lost, and the app asks the gateway how the intent ended. */
  isChecking: boolean;
  /** Nobody knows yet whether the intent was carried out; no new one may be sent. */
  isUnsettled: boolean;
  /** The reason why the last try was refused. */
  refused: CallError | null;
}

/** @param onSettled called with the end of an intent whose outcome was unknown at first */
export function useIntent<C extends AnyCall>(onSettled?: (result: WriteResult<Output<C>>) => void): Intent<C> {
  const { run, state } = useMoneyCalls<C>();
  const intentId = useRef('');
  const isLost = useRef(false);

  const settle = useRef(() => {});
  useEffect(() => {
    settle.current = () => {
      if (!isLost.current || state.phase === 'unknown') return;
      isLost.current = false;
      if (state.phase === 'done') onSettled?.({ ok: true, data: state.data });
      else if (state.phase === 'refused') onSettled?.({ ok: false, error: state.error });
    };
  });
  useEffect(() => settle.current(), [state.phase]);

  return {
    begin: () => {
      intentId.current = beginIntent();
    },
    send: async (call, input) => {
      const result = await run(call, input, { intentId: intentId.current, handles: HANDLED });
      isLost.current = !result.ok && result.error.code === 'outcome-unknown';
      return result;
    },
    isRunning: state.phase === 'sending' || state.phase === 'checking',
    isChecking: state.phase === 'checking',
    isUnsettled: state.phase === 'unknown',
    refused: state.phase === 'refused' ? state.error : null,
  };
}
