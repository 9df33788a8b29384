import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { isSwitchable, NOTICE_CATEGORIES } from '../../../../contract/notices';
import { Button } from '../../../components/Button';
import { Card } from '../../../components/Card';
import { RiskLine } from '../../../components/RiskLine';
import { toast } from '../../../components/toast';
import { pushState, startPush, stopPush, type PushState } from '../../../telling/push';
import styles from './Telling.module.css';
import type { Preferences } from './usePreferences';

/** Pushes on this device: says what they are for before the browser asks for its permission. */
export function PushCard({ preferences, disabled }: { preferences: Preferences; disabled: boolean }) {
  const { t } = useLingui();
  const [state, setState] = useState<PushState | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    void pushState().then((found) => isCurrent && setState(found));
    return () => {
      isCurrent = false;
    };
  }, []);
  const { isOn, change } = preferences;

  const start = async () => {
    setBusy(true);
    const next = await startPush();
    if (next === 'off') toast.show(t`Push was not turned on`, { kind: 'error' });
    // Who turns it on for the first time wants it for something.
    const isChosen = NOTICE_CATEGORIES.some((category) => isSwitchable(category, 'push') && isOn(category, 'push'));
    if (next === 'on' && !isChosen)
      await change({
        switches: [
          { category: 'money', channel: 'push', isOn: true },
          { category: 'orders', channel: 'push', isOn: true },
        ],
      });
    setState(next);
    setBusy(false);
  };
  const stop = async () => {
    setBusy(true);
    await stopPush();
    setState('off');
    setBusy(false);
  };

  if (state === null) return null;
  return (
    <Card title={t`Push on this device`}>
      <div className={styles['push']}>
        <p className={styles['explained']}>
          <Trans>
            A push tells you while the app is closed, also on the locked screen. It names no amount and no person. It
            ends when you log out.
          </Trans>
        </p>
        {state === 'unsupported' && (
          <RiskLine tone="info">
            <Trans>This browser cannot receive pushes. On iPhone and iPad, install the app first.</Trans>
          </RiskLine>
        )}
        {state === 'blocked' && (
          <RiskLine tone="warning">
            <Trans>
              Notifications of this app are blocked. Allow them in the settings of your browser or system, then come
              back.
            </Trans>
          </RiskLine>
        )}
        {state === 'off' && (
          <Button block loading={isBusy} disabled={disabled} onClick={() => void start()}>
            <Trans>Turn on push</Trans>
          </Button>
        )}
        {state === 'on' && (
          <Button variant="soft" block loading={isBusy} onClick={() => void stop()}>
            <Trans>Turn off push on this device</Trans>
          </Button>
        )}
      </div>
    </Card>
  );
}
