/** One wish of a person to move money, from the tap to what became of it. Flows and actions are built on it. */
import { useEffect, useRef } from 'react';
import type { CallError } from '../../contract/errors';
import type { AnyCall, Input, Output, WriteResult } from '../bridge/types';
import { beginIntent, useMoneyCalls } from '../bridge/useMoneyCalls';
import { HANDLED } from './refusals';

export interface Intent<C extends AnyCall> {
  /** From now on a new wish is sent: another tap of the same one stays the same intent. */
  begin: () => void;
  send: (call: C, input: Input<C>) => Promise<WriteResult<Output<C>>>;
  isRunning: boolean;
  /** The answer was lost, and the gateway is being asked what became of it. */
  isChecking: boolean;
  /** Nobody knows yet whether it was done; nothing new may be sent. */
  isUnsettled: boolean;
  /** Why the last try was refused. */
  refused: CallError | null;
}

/** @param onSettled told what became of an intent whose outcome was unknown at first */
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
