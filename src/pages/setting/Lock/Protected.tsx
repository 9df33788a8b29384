import { Trans, useLingui } from '@lingui/react/macro';
import { Card } from '../../../components/Card';
import styles from './Lock.module.css';

/** Tells plainly which data the lock protects, and which not. */
export function Protected({ isOn, hasPin }: { isOn: boolean; hasPin: boolean }) {
  const { t } = useLingui();
  return (
    <Card title={t`What is protected`}>
      <ul className={styles['facts']}>
        {isOn ? (
          <>
            <li>
              <Trans>
                Your session and everything kept of your account on this device can be read only after unlocking.
              </Trans>
            </li>
            {hasPin && (
              <li>
                <Trans>
                  Six digits stop whoever holds the device. Whoever copies its storage can try them all with enough
                  computers; a passkey alone cannot be guessed.
                </Trans>
              </li>
            )}
            <li>
              <Trans>
                Not protected: what you see while it is unlocked, a device that is itself under somebody else's control,
                what the browser has not overwritten yet of the time before the lock, and your account on other devices.
              </Trans>
            </li>
            <li>
              <Trans>While it is locked, this device tells you of nothing new.</Trans>
            </li>
          </>
        ) : (
          <>
            <li>
              <Trans>
                Without app lock, whoever can read this device's storage can read what is kept of your account, and use
                your session.
              </Trans>
            </li>
            <li>
              <Trans>
                It is encrypted, but the key lies beside it: only the screen lock and the encryption of the device
                itself guard it.
              </Trans>
            </li>
            <li>
              <Trans>Your trade password and your codes are never kept. They are asked for with every payment.</Trans>
            </li>
          </>
        )}
      </ul>
    </Card>
  );
}
