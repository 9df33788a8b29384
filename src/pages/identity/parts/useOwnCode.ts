import { useState } from 'react';
import { serverNow } from '../../../bridge/server-clock';
import type { CallDefinition } from '../../../../contract/call';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { useErrorText } from '../../../errors/useErrorText';
import type { FlowName } from '../../account/flow/flow';
import { useFlow } from '../../account/flow/useFlow';
import { resendAtOf, type SendCodeResult } from '../../account/flow/useSendCode';

/**
 * Sends the code to the user's own address. The moment from which they may ask for the next one survives a reload.
 * @param flow keeps that moment
 */
export function useOwnCode(call: CallDefinition, flow: FlowName) {
  const [{ resendAt = null }, patch] = useFlow(flow);
  const { run, isRunning } = useWriteCall(call);
  const errorText = useErrorText();
  const [isSent, setSent] = useState(resendAt !== null);
  const [error, setError] = useState<string>();
  const send = async () => {
    setError(undefined);
    const result = (await run({}, { handles: ['resend-too-soon', 'rate-limited'] })) as SendCodeResult;
    const next = resendAtOf(result, serverNow());
    if (next !== null) {
      patch({ resendAt: next });
      setSent(true);
    } else if (!result.ok) setError(errorText(result.error, 'write'));
  };
  return { isSent, isSending: isRunning, resendAt, send, error };
}
