import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { bridge } from '../bridge/bridge';
import type { LockProof, LockState } from '../bridge/types';
import { writePreference } from '../theme/preferences';
import { askPasskey } from './passkey';

/** PIN or passkey, until one is right; and what to say when it is not. */
export function useProof(purpose: 'open' | 'prove', lock: LockState, onDone: (lock: LockState) => void) {
  const { t } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [triesLeft, setTriesLeft] = useState(lock.triesLeft);

  const give = async (proof: LockProof) => {
    setBusy(true);
    setError(undefined);
    const answer = await bridge().lock({ do: purpose, proof });
    setBusy(false);
    if (!answer) return setError(t`That did not work. Try again.`);
    setTriesLeft(answer.lock.triesLeft);
    if (answer.result === 'wiped') writePreference('rab.wiped', '1');
    else if (answer.result === 'done') onDone(answer.lock);
    else setError('pin' in proof ? t`That is not your PIN.` : t`This passkey does not open the app.`);
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
