import { Trans, useLingui } from '@lingui/react/macro';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import type { LockDelay } from '../../../bridge/types';
import { Button } from '../../../components/Button';
import { RiskLine } from '../../../components/RiskLine';
import { NewPin } from './NewPin';
import { NothingElseLost } from './NothingElseLost';
import { Protected } from './Protected';
import { usePasskeysOffered, type Lock } from './useLock';

const FIRST_DELAY: LockDelay = 300_000;

/** Tells that there is no lock, what that means, and how to set one up. */
export function Off({ lock, isBusy, change, withPasskey }: Lock) {
  const { t } = useLingui();
  const [isChoosing, setChoosing] = useState(false);
  const hasPasskeys = usePasskeysOffered();
  if (isChoosing) {
    const turnOn = (pin: string) =>
      change({ do: 'turn-on', by: { pin }, afterMs: FIRST_DELAY }, t`App lock is on`).then((isDone) => {
        if (isDone) setChoosing(false);
      });
    return <NewPin isBusy={isBusy} onPin={(pin) => void turnOn(pin)} />;
  }
  return (
    <>
      <Protected isOn={false} hasPin={false} />
      {lock?.isPossible ? (
        <>
          {hasPasskeys && (
            <Button
              block
              loading={isBusy}
              icon={<Fingerprint size={20} strokeWidth={1.75} aria-hidden="true" />}
              onClick={() => void withPasskey((by) => ({ do: 'turn-on', by, afterMs: FIRST_DELAY }))}
            >
              <Trans>Lock with a passkey</Trans>
            </Button>
          )}
          <Button variant={hasPasskeys ? 'soft' : 'primary'} block disabled={isBusy} onClick={() => setChoosing(true)}>
            <Trans>Lock with a PIN</Trans>
          </Button>
          <NothingElseLost />
        </>
      ) : (
        <RiskLine tone="warning">
          <Trans>This browser cannot keep anything encrypted, so there is nothing to lock.</Trans>
        </RiskLine>
      )}
    </>
  );
}
