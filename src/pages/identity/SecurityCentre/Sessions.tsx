import { Trans, useLingui } from '@lingui/react/macro';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { revokeSession, sessions } from '../../../../contract/calls/identity';
import { useNavigation } from '../../../app/navigation';
import { useConnection } from '../../../bridge/session';
import type { Output } from '../../../bridge/types';
import { useCall } from '../../../bridge/useCall';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { AskSheet } from '../../../components/AskSheet';
import { Button } from '../../../components/Button';
import { Card } from '../../../components/Card';
import { ListRow } from '../../../components/ListRow';
import { NavBar } from '../../../components/NavBar';
import { StatusTag } from '../../../components/StatusTag';
import { toast } from '../../../components/toast';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import shared from '../parts/identity.module.css';
import { Tile } from '../parts/Tile';
import { deviceName, isHandheld } from './device';
import { RevokeOthers } from './RevokeOthers';

type Session = Output<typeof sessions>['sessions'][number];

/** Lists the places where the account is logged in, each with its end (docs/rules.md §3). */
export function Sessions() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const { isOnline } = useConnection();
  const read = useCall(sessions, {});
  const open = read.data?.sessions ?? [];
  const [asked, setAsked] = useState<Session | 'others' | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <NavBar title={t`Devices`} onBack={back} />
      <div className={shared['body']}>
        <p className={shared['lead']}>
          <Trans>Log out what you do not know, and change your login password then.</Trans>
        </p>
        <ReadArea read={read} hasData={read.data !== undefined} skeleton="rows">
          <Card padded={false}>
            {open.map((session) => (
              <SessionRow key={session.id} session={session} isOnline={isOnline} onRevoke={() => setAsked(session)} />
            ))}
          </Card>
          <ReadStamp read={read} />
        </ReadArea>
        {open.length > 1 && (
          <Button variant="plain" block disabled={!isOnline} onClick={() => setAsked('others')}>
            <Trans>Log out other devices</Trans>
          </Button>
        )}
      </div>
      {asked === 'others' && <RevokeOthers onClose={close} />}
      {asked !== null && asked !== 'others' && <Revoke session={asked} onClose={close} />}
    </>
  );
}

function SessionRow({ session, isOnline, onRevoke }: { session: Session; isOnline: boolean; onRevoke: () => void }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { userAgent, address, lastSeenAt, isCurrent } = session;
  const name = deviceName(userAgent) ?? t`Unknown device`;
  const seen = formatDateTime(lastSeenAt, { locale });
  return (
    <ListRow
      leading={<Tile icon={isHandheld(userAgent) ? Smartphone : Monitor} />}
      title={name}
      subtitle={`${address} · ${seen}`}
      value={
        isCurrent ? (
          <StatusTag kind="done">{t`This device`}</StatusTag>
        ) : (
          <Button
            variant="soft"
            size="small"
            disabled={!isOnline}
            aria-label={t`Log out: ${name}, ${seen}`}
            onClick={onRevoke}
          >
            <Trans>Log out</Trans>
          </Button>
        )
      }
    />
  );
}

function Revoke({ session, onClose }: { session: Session; onClose: () => void }) {
  const { t } = useLingui();
  const { run, isRunning } = useWriteCall(revokeSession);
  const device = deviceName(session.userAgent) ?? t`Unknown device`;
  const revoke = async () => {
    const result = await run({ id: session.id }, { handles: ['not-found'] });
    // The session had ended by itself, as the person wanted.
    if (result.ok || result.error.code === 'not-found') toast.show(t`${device} is logged out`, { kind: 'success' });
    onClose();
  };
  return (
    <AskSheet
      title={t`Log out this device?`}
      confirmLabel={t`Log out`}
      cancelLabel={t`Cancel`}
      busy={isRunning}
      onConfirm={() => void revoke()}
      onClose={onClose}
    >
      <Trans>{device} has to log in again.</Trans>
    </AskSheet>
  );
}
