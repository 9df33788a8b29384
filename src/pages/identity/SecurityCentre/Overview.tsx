import { Trans, useLingui } from '@lingui/react/macro';
import { LockKeyhole, LogOut, Mail, MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { securityInfo, sessions } from '../../../../contract/calls/identity';
import { hrefTo, paths } from '../../../app/paths';
import { useNavigation } from '../../../app/navigation';
import { useCall } from '../../../bridge/useCall';
import { Button } from '../../../components/Button';
import { Card } from '../../../components/Card';
import { ListRow } from '../../../components/ListRow';
import { NavBar } from '../../../components/NavBar';
import { RiskLine } from '../../../components/RiskLine';
import { StatusTag } from '../../../components/StatusTag';
import { useCountdown } from '../../../components/useCountdown';
import { formatCountdown } from '../../../format/span';
import { useLocale } from '../../../i18n/useLocale';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { LockNote } from '../parts/LockNote';
import shared from '../parts/identity.module.css';
import { Tile } from '../parts/Tile';
import { deviceName } from './device';
import { FreezeButton, FrozenBanner } from './Freeze';
import { ResetNote } from './ResetNote';
import { RevokeOthers } from './RevokeOthers';
import { Score } from './Score';
import { useProtections } from './protections';

/** Shows which protections the account has and which it lacks, and the way to each. */
export function Overview() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const read = useCall(securityInfo, {});
  const { data } = read;
  const protections = useProtections(data);
  return (
    <>
      <NavBar title={t`Security centre`} onBack={back} />
      <div className={shared['body']}>
        <ReadArea read={read} hasData={data !== undefined} skeleton="rows" count={5}>
          {data?.freeze && <FrozenBanner freeze={data.freeze} />}
          <Score protections={protections} />
          <LockNote name={t`Login password`} until={data?.loginPasswordLockedUntil} />
          <LockNote name={t`Trade password`} until={data?.tradePasswordLockedUntil} />
          <LockNote name={t`Google Authenticator`} until={data?.authenticatorLockedUntil} />
          <ResetNote at={data?.authenticatorResetAt} />
          <ClosedNote until={data?.withdrawalsClosedUntil ?? null} />
          <Card padded={false}>
            {protections.map(({ name, path, icon, title, subtitle, tag }) => (
              <ListRow
                key={name}
                href={hrefTo(path)}
                leading={<Tile icon={icon} />}
                title={title}
                subtitle={subtitle}
                value={<StatusTag kind={tag.kind}>{tag.text}</StatusTag>}
              />
            ))}
          </Card>
          <Access codesTo={data?.codesTo ?? ''} />
          {data?.freeze === null && <FreezeButton />}
          <ReadStamp read={read} />
        </ReadArea>
        <RiskLine tone="info">
          <Trans>
            Changing a password or the authenticator closes withdrawals for a while. Customer service will never ask you
            for passwords or codes.
          </Trans>
        </RiskLine>
      </div>
    </>
  );
}

function ClosedNote({ until }: { until: number | null }) {
  const locale = useLocale();
  const seconds = useCountdown(until);
  if (seconds === 0) return null;
  const wait = formatCountdown(seconds, locale);
  return (
    <RiskLine tone="warning">
      <span className={shared['digits']}>
        <Trans>Withdrawals open again in {wait}, because a password or the authenticator was changed</Trans>
      </span>
    </RiskLine>
  );
}

/** Shows the devices that are logged in, the app lock, and where codes go. */
function Access({ codesTo }: { codesTo: string }) {
  const { t } = useLingui();
  const { data } = useCall(sessions, {});
  const [isAsking, setAsking] = useState(false);
  const open = data?.sessions ?? [];
  const own = open.find(({ isCurrent }) => isCurrent);
  const device = own && (deviceName(own.userAgent) ?? t`Unknown device`);
  return (
    <>
      <Card padded={false}>
        <ListRow
          href={hrefTo(paths.securityCentre, { view: 'devices' })}
          leading={<Tile icon={MonitorSmartphone} />}
          title={t`Devices`}
          subtitle={device && t`This device: ${device}`}
          value={open.length > 0 ? open.length : undefined}
        />
        <ListRow
          href={hrefTo(paths.lock)}
          leading={<Tile icon={LockKeyhole} />}
          title={t`App lock`}
          subtitle={t`Protects what this device keeps of your account`}
        />
        <ListRow leading={<Tile icon={Mail} />} title={t`Codes are sent to`} subtitle={codesTo} />
      </Card>
      {open.length > 1 && (
        <Button
          variant="plain"
          block
          icon={<LogOut size={18} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => setAsking(true)}
        >
          <Trans>Log out other devices</Trans>
        </Button>
      )}
      {isAsking && <RevokeOthers onClose={() => setAsking(false)} />}
    </>
  );
}
