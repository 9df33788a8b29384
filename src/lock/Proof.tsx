import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, Fingerprint } from 'lucide-react';
import type { LockState } from '../bridge/types';
import { Button } from '../components/Button';
import { SixDigits } from '../components/SixDigits';
import styles from './lock.module.css';
import { useProof } from './useProof';

interface ProofProps {
  purpose: 'open' | 'prove';
  lock: LockState;
  onDone: (lock: LockState) => void;
}

/** All tries; how many are left is told from the first wrong one on. */
const MAX_TRIES = 10;

/** Asks for the PIN or the passkey, whichever there is. */
export function Proof({ purpose, lock, onDone }: ProofProps) {
  const { t } = useLingui();
  const { give, givePasskey, isBusy, error, triesLeft } = useProof(purpose, lock, onDone);
  return (
    <div className={styles['proof']}>
      <div className={styles['error']} role="alert">
        {error !== undefined && (
          <p>
            <CircleAlert size={15} strokeWidth={2} aria-hidden="true" />
            {error}
          </p>
        )}
        {triesLeft < MAX_TRIES && (
          <p>
            <Plural
              value={triesLeft}
              one="# try left, then everything is removed from this device"
              other="# tries left, then everything is removed from this device"
            />
          </p>
        )}
      </div>
      {lock.hasPin && <SixDigits label={t`PIN`} isBusy={isBusy} onEnter={(pin) => void give({ pin })} />}
      {lock.passkey && (
        <Button
          variant={lock.hasPin ? 'soft' : 'primary'}
          block
          loading={isBusy && !lock.hasPin}
          disabled={isBusy && lock.hasPin}
          icon={<Fingerprint size={20} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => void givePasskey()}
        >
          <Trans>Use passkey</Trans>
        </Button>
      )}
    </div>
  );
}
