import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { bridge } from '../bridge/bridge';
import type { LockProof, LockState } from '../bridge/types';
import { askPasskey } from './passkey';
import { useWipedMark } from './useWipedMark';

/** Asks for PIN or passkey until one is right, and tells the person when it is wrong. */
export function useProof(purpose: 'open' | 'prove', lock: LockState, onDone: (lock: LockState) => void) {
  const { t } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [triesLeft, setTriesLeft] = useState(lock.triesLeft);

  useWipedMark();

  const give = async (proof: LockProof) => {
    setBusy(true);
    setError(undefined);
    const answer = await bridge().lock({ do: purpose, proof });
    setBusy(false);
    if (!answer) return setError(t`That did not work. Try again.`);
    setTriesLeft(answer.lock.triesLeft);
    if (answer.result === 'done') onDone(answer.lock);
    else if (answer.result === 'wrong')
      setError('pin' in proof ? t`That is not your PIN.` : t`This passkey does not open the app.`);
  };

  const givePasskey = async () => {
    if (!lock.passkey) return;
    setError(undefined);
    const secret = await askPasskey(lock.passkey);
    if (secret instanceof Uint8Array) await give({ secret });
    else setError(secret === 'refused' ? t`The passkey was not used.` : t`This passkey does not open the app.`);
  };

  return { give, givePasskey, isBusy, error, triesLeft };
}
