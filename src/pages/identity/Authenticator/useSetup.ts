import { useCallback, useEffect, useRef, useState } from 'react';
import { authenticatorSetup } from '../../../../contract/calls/identity';
import type { CallError } from '../../../../contract/errors';
import { bridge } from '../../../bridge/bridge';
import { useConnection } from '../../../bridge/session';
import type { Output } from '../../../bridge/types';

export type Setup = Output<typeof authenticatorSetup>;

/**
 * The secret that is offered. Every answer has another one, so it is asked for once and not again when the page comes back from the
 * authenticator app: the scanned secret stays on screen.
 */
export function useSetup() {
  const { isOnline } = useConnection();
  const [setup, setSetup] = useState<Setup | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const isOffered = useRef(false);
  const renew = useCallback(async () => {
    setError(null);
    const answer = await bridge().read(authenticatorSetup, {});
    isOffered.current ||= answer.ok;
    if (answer.ok) setSetup(answer.data);
    else setError(answer.error);
  }, []);
  // A setup that failed for want of a connection is asked for again once there is one.
  useEffect(() => {
    if (!isOffered.current) void renew();
  }, [isOnline, renew]);
  return { setup, error, renew };
}
