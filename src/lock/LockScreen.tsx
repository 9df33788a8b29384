import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import { bridge } from '../bridge/bridge';
import type { LockState } from '../bridge/types';
import { AskSheet } from '../components/AskSheet';
import { BrandMark } from '../components/BrandMark';
import { ErrorState } from '../components/ErrorState';
import styles from './lock.module.css';
import { Proof } from './Proof';
import { useWipedMark } from './useWipedMark';
import { startLockWatch, stopLockWatch } from './watch';

/** In place of every screen while the app is locked. Nothing of the person's is in the page. */
export default function LockScreen() {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const [lock, setLock] = useState<LockState | null>();
  const [isAsking, setAsking] = useState(false);

  useWipedMark();
  const look = useCallback(async () => {
    setLock(undefined);
    const answer = await bridge().lock({ do: 'look' });
    // It was taken for locked while the worker gave no answer, and is not.
    if (answer && !answer.lock.isLocked) return location.reload();
    setLock(answer?.lock ?? null);
  }, []);
  useEffect(() => {
    stopLockWatch();
    void look();
  }, [look]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [lock]);

  if (lock === null) {
    return (
      <ErrorState
        wholeArea
        reason={<Trans>The app's data service could not start</Trans>}
        safe={<Trans>Tap the screen to try again</Trans>}
        onRetry={() => void look()}
      />
    );
  }
  return (
    <div className={styles['screen']}>
      <span className={styles['mark']}>
        <BrandMark size={48} />
      </span>
      <h1 ref={heading} className={styles['title']} tabIndex={-1} data-page-title>
        <Trans>RAB is locked</Trans>
      </h1>
      {lock && (
        <>
          <p className={styles['lead']}>
            {lock.hasPin ? <Trans>Enter your PIN</Trans> : <Trans>Unlock with your passkey</Trans>}
          </p>
          <Proof purpose="open" lock={lock} onDone={startLockWatch} />
          <button type="button" className={styles['forgot']} onClick={() => setAsking(true)}>
            <Trans>I cannot unlock it</Trans>
          </button>
        </>
      )}
      {isAsking && (
        <AskSheet
          title={t`Log in again?`}
          confirmLabel={t`Remove and log in`}
          cancelLabel={t`Cancel`}
          busy={false}
          onConfirm={() => void bridge().lock({ do: 'forget' })}
          onClose={() => setAsking(false)}
        >
          <Trans>
            Everything that this device keeps of your account is removed, and the lock with it. Your account itself
            keeps everything; you log in with your login password.
          </Trans>
        </AskSheet>
      )}
    </div>
  );
}
