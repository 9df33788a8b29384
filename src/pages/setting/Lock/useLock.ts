import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { userInfo } from '../../../../contract/calls/profile';
import { bridge } from '../../../bridge/bridge';
import type { LockRequest, LockState } from '../../../bridge/types';
import { useCall } from '../../../bridge/useCall';
import { toast } from '../../../components/toast';
import { makePasskey, mayHavePasskeys } from '../../../lock/passkey';
import { startLockWatch, stopLockWatch } from '../../../lock/watch';

/** Returns whether the app offers passkeys. */
export function usePasskeysOffered(): boolean {
  const [isOffered, setOffered] = useState(false);
  useEffect(() => void mayHavePasskeys().then(setOffered), []);
  return isOffered;
}

/** Returns the lock and the function that changes it. `lock` is undefined until the worker answers, null when it does not. */
export function useLock() {
  const { t } = useLingui();
  const { data: user } = useCall(userInfo, {});
  const [lock, setLock] = useState<LockState | null>();
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    void bridge()
      .lock({ do: 'look' })
      .then((answer) => setLock(answer?.lock ?? null));
    // A person who comes back to this screen proves again that they are the owner.
    return () => void bridge().lock({ do: 'leave' });
  }, []);

  /** @returns whether it was done */
  const change = async (request: LockRequest, said?: string): Promise<boolean> => {
    setBusy(true);
    const answer = await bridge().lock(request);
    setBusy(false);
    if (answer) setLock(answer.lock);
    if (answer?.lock.isOn) startLockWatch();
    else if (answer) stopLockWatch();
    const isDone = answer?.result === 'done';
    if (!isDone) toast.show(t`That did not work. Try again.`, { kind: 'error' });
    else if (said !== undefined) toast.show(said, { kind: 'success' });
    return isDone;
  };

  /** Makes a passkey and hands it to `request`. */
  const withPasskey = async (
    request: (by: Extract<Awaited<ReturnType<typeof makePasskey>>, object>) => LockRequest,
  ) => {
    setBusy(true);
    const made = await makePasskey(user?.nickname ? `RAB · ${user.nickname}` : 'RAB');
    setBusy(false);
    if (typeof made === 'object') return change(request(made), t`The passkey is set`);
    const text = made === 'unfit' ? t`This passkey cannot lock the app. Use a PIN.` : t`No passkey was made`;
    toast.show(text, { kind: 'error' });
    return false;
  };

  return { lock, setLock, isBusy, change, withPasskey };
}

export type Lock = ReturnType<typeof useLock>;
