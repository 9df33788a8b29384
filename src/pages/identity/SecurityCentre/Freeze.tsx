import { Trans, useLingui } from '@lingui/react/macro';
import { Snowflake } from 'lucide-react';
import { useState } from 'react';
import { freezeAccount } from '../../../../contract/calls/freeze';
import { hrefTo, paths } from '../../../app/paths';
import { useConnection } from '../../../bridge/session';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { AskSheet } from '../../../components/AskSheet';
import { Button } from '../../../components/Button';
import { Card } from '../../../components/Card';
import { toast } from '../../../components/toast';
import { useCountdown } from '../../../components/useCountdown';
import { formatDateTime } from '../../../format/date';
import { formatCountdown } from '../../../format/span';
import { useLocale } from '../../../i18n/useLocale';
import { FreezeTerms } from '../../account/parts/FreezeTerms';
import shared from '../parts/identity.module.css';
import styles from './Freeze.module.css';

export interface FreezeState {
  frozenAt: number;
  thawsAt: number | null;
}

const icon = <Snowflake size={18} strokeWidth={1.75} aria-hidden="true" />;

/** One tap and a plain confirmation. */
export function FreezeButton() {
  const [isAsking, setAsking] = useState(false);
  const { isOnline } = useConnection();
  return (
    <>
      <Button variant="plain" block icon={icon} disabled={!isOnline} onClick={() => setAsking(true)}>
        <Trans>Freeze account</Trans>
      </Button>
      {isAsking && <AskFreeze onClose={() => setAsking(false)} />}
    </>
  );
}

function AskFreeze({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { run, isRunning } = useWriteCall(freezeAccount);
  const freeze = async () => {
    const result = await run({});
    if (result.ok) toast.show(t`The account is frozen`, { kind: 'success' });
    onClose();
  };
  return (
    <AskSheet
      title={t`Freeze the account?`}
      confirmLabel={t`Freeze now`}
      cancelLabel={t`Cancel`}
      busy={isRunning}
      onConfirm={() => void freeze()}
      onClose={onClose}
    >
      <FreezeTerms />
    </AskSheet>
  );
}

/** Says that it is frozen, until when, and leads to the thaw or back from it. */
export function FrozenBanner({ freeze: { frozenAt, thawsAt } }: { freeze: FreezeState }) {
  const locale = useLocale();
  const since = formatDateTime(frozenAt, { locale });
  return (
    <Card>
      <section className={styles['banner']} aria-labelledby="frozen">
        <h2 className={styles['title']} id="frozen">
          {icon}
          <Trans>The account is frozen</Trans>
        </h2>
        <p className={shared['note']}>
          <Trans>Since {since}. Withdrawals, trading, exchange, transfers, custody and changes are closed.</Trans>
        </p>
        {thawsAt === null ? (
          <Button block href={hrefTo(paths.securityCentre, { view: 'thaw' })}>
            <Trans>Thaw account</Trans>
          </Button>
        ) : (
          <Thawing until={thawsAt} />
        )}
      </section>
    </Card>
  );
}

function Thawing({ until }: { until: number }) {
  const { t } = useLingui();
  const locale = useLocale();
  const seconds = useCountdown(until);
  const { run, isRunning } = useWriteCall(freezeAccount);
  const wait = formatCountdown(seconds, locale);
  const keep = async () => {
    const result = await run({});
    if (result.ok) toast.show(t`The account stays frozen`, { kind: 'success' });
  };
  return (
    <>
      <p className={shared['digits']}>
        {seconds > 0 ? <Trans>It thaws in {wait}.</Trans> : <Trans>It thaws any moment now.</Trans>}
      </p>
      <Button variant="soft" block loading={isRunning} onClick={() => void keep()}>
        <Trans>Keep it frozen</Trans>
      </Button>
    </>
  );
}
