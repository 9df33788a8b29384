import { Trans, useLingui } from '@lingui/react/macro';
import { Fingerprint, KeyRound, LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { bridge } from '../../../bridge/bridge';
import type { LockDelay, LockState } from '../../../bridge/types';
import { AskSheet } from '../../../components/AskSheet';
import { Button } from '../../../components/Button';
import { Card } from '../../../components/Card';
import { ChoiceList } from '../../../components/ChoiceList';
import { ListRow } from '../../../components/ListRow';
import { SectionTitle } from '../../../components/SectionTitle';
import { Proof } from '../../../lock/Proof';
import styles from './Lock.module.css';
import { NewPin } from './NewPin';
import { NothingElseLost } from './NothingElseLost';
import { Protected } from './Protected';
import { usePasskeysOffered, type Lock } from './useLock';

const DELAYS: readonly LockDelay[] = [0, 60_000, 300_000, 900_000, 3_600_000];

/** The lock is on: changing it asks for PIN or passkey first. */
export function On(props: Lock & { lock: LockState }) {
  const { lock, setLock, isBusy, change } = props;
  const { t } = useLingui();
  const [isChoosing, setChoosing] = useState(false);
  if (!lock.isProved) {
    return (
      <>
        <p className={styles['lead']}>
          <Trans>App lock is on. To change it, confirm that it is you.</Trans>
        </p>
        <Proof purpose="prove" lock={lock} onDone={setLock} />
        <Protected isOn hasPin={lock.hasPin} />
      </>
    );
  }
  if (isChoosing) {
    const setPin = (pin: string) =>
      change({ do: 'add', by: { pin } }, t`The PIN is set`).then((isDone) => {
        if (isDone) setChoosing(false);
      });
    return <NewPin isBusy={isBusy} onPin={(pin) => void setPin(pin)} />;
  }
  return (
    <>
      <SectionTitle title={t`Locks`} />
      <Delay {...props} />
      <SectionTitle title={t`Opens with`} />
      <Ways {...props} onNewPin={() => setChoosing(true)} />
      <Protected isOn hasPin={lock.hasPin} />
      <Ending {...props} />
    </>
  );
}

function Delay({ lock, change }: Lock & { lock: LockState }) {
  const { t } = useLingui();
  const labels: Record<LockDelay, string> = {
    0: t`As soon as it is left`,
    60_000: t`After 1 minute`,
    300_000: t`After 5 minutes`,
    900_000: t`After 15 minutes`,
    3_600_000: t`After 1 hour`,
  };
  return (
    <>
      <Card padded={false}>
        <ChoiceList
          label={t`Locks`}
          options={DELAYS.map((delay) => ({ value: String(delay), label: labels[delay] }))}
          value={String(lock.afterMs)}
          onChange={(value) => void change({ do: 'set-delay', afterMs: Number(value) as LockDelay })}
        />
      </Card>
      <p className={styles['note']}>
        <Trans>Out of sight or untouched for so long, and whenever the app starts.</Trans>
      </p>
    </>
  );
}

function Ways({ lock, isBusy, change, withPasskey, onNewPin }: Lock & { lock: LockState; onNewPin: () => void }) {
  const { t } = useLingui();
  const hasPasskeys = usePasskeysOffered();
  const addPasskey = () => void withPasskey((by) => ({ do: 'add', by }));
  const remove = (kind: 'pin' | 'passkey', said: string) => void change({ do: 'remove', kind }, said);
  return (
    <>
      <Card padded={false}>
        <ListRow
          leading={<KeyRound size={20} strokeWidth={1.75} aria-hidden="true" />}
          title={lock.hasPin ? t`Change PIN` : t`Add a PIN`}
          onClick={onNewPin}
        />
        {(hasPasskeys || lock.passkey) && (
          <ListRow
            leading={<Fingerprint size={20} strokeWidth={1.75} aria-hidden="true" />}
            title={lock.passkey ? t`Replace the passkey` : t`Add a passkey`}
            onClick={addPasskey}
          />
        )}
      </Card>
      {lock.hasPin && lock.passkey && (
        <div className={styles['pair']}>
          <Button variant="plain" size="small" disabled={isBusy} onClick={() => remove('pin', t`The PIN is removed`)}>
            <Trans>Remove the PIN</Trans>
          </Button>
          <Button
            variant="plain"
            size="small"
            disabled={isBusy}
            onClick={() => remove('passkey', t`The passkey is removed`)}
          >
            <Trans>Remove the passkey</Trans>
          </Button>
        </div>
      )}
      <NothingElseLost />
    </>
  );
}

function Ending({ isBusy, change }: Lock) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="soft"
        block
        disabled={isBusy}
        icon={<LockKeyhole size={18} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => void bridge().lock({ do: 'close' })}
      >
        <Trans>Lock now</Trans>
      </Button>
      <Button variant="plain" block disabled={isBusy} onClick={() => setAsking(true)}>
        <Trans>Turn app lock off</Trans>
      </Button>
      {isAsking && (
        <AskSheet
          title={t`Turn app lock off?`}
          confirmLabel={t`Turn off`}
          cancelLabel={t`Cancel`}
          busy={isBusy}
          onConfirm={() =>
            void change({ do: 'turn-off' }, t`App lock is off`).then(() => {
              setAsking(false);
            })
          }
          onClose={() => setAsking(false)}
        >
          <Trans>
            Without app lock, whoever can read this device's storage can read what is kept of your account, and use your
            session.
          </Trans>
        </AskSheet>
      )}
    </>
  );
}
