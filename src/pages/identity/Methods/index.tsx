import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { withdrawalMethods, removeMethod } from '../../../../contract/calls/identity';
import { useNavigation } from '../../../app/navigation';
import { hrefTo, paths } from '../../../app/paths';
import { useConnection } from '../../../bridge/session';
import { useCall } from '../../../bridge/useCall';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { AskSheet } from '../../../components/AskSheet';
import { Button } from '../../../components/Button';
import { EmptyState } from '../../../components/EmptyState';
import { NavBar } from '../../../components/NavBar';
import { RiskLine } from '../../../components/RiskLine';
import { toast } from '../../../components/toast';
import { formatHours } from '../../../format/span';
import { useLocale } from '../../../i18n/useLocale';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import shared from '../parts/identity.module.css';
import { MethodCard } from './MethodCard';
import type { Method } from './method';
import styles from './Methods.module.css';

/** The whitelist of what can be withdrawn to (docs/rules.md §4, §9). It belongs to the user, whatever account is shown. */
export default function Methods() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const locale = useLocale();
  const { isOnline } = useConnection();
  const read = useCall(withdrawalMethods, {});
  const [asked, setAsked] = useState<Method | null>(null);
  const wait = read.data && formatHours(read.data.waitMs, locale);
  const methods = read.data?.methods ?? [];
  return (
    <>
      <NavBar title={t`Withdrawal methods`} onBack={back} />
      <div className={shared['body']}>
        <ReadArea
          read={read}
          hasData={read.data !== undefined}
          skeleton="rows"
          empty={
            methods.length === 0 ? (
              <EmptyState hint={t`Addresses and bank cards that you can withdraw to will appear here.`} />
            ) : undefined
          }
        >
          <ul className={styles['list']} aria-label={t`Withdrawal methods`}>
            {methods.map((method) => (
              <li key={method.id}>
                <MethodCard method={method} isOnline={isOnline} onRemove={() => setAsked(method)} />
              </li>
            ))}
          </ul>
          <ReadStamp read={read} />
        </ReadArea>
        {wait !== undefined && (
          <RiskLine tone="info">
            <Trans>Withdrawals go only to what is on this list. What you add can be used after {wait}.</Trans>
          </RiskLine>
        )}
        {read.data?.networks.length !== 0 && (
          <Button block href={hrefTo(paths.addCryptoMethod)}>
            <Trans>Add a crypto address</Trans>
          </Button>
        )}
        <Button variant="soft" block href={hrefTo(paths.addBankMethod)}>
          <Trans>Add a bank card</Trans>
        </Button>
      </div>
      {asked && <Remove method={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function Remove({ method, onClose }: { method: Method; onClose: () => void }) {
  const { t } = useLingui();
  const { run, isRunning } = useWriteCall(removeMethod);
  const remove = async () => {
    const result = await run({ id: method.id }, { handles: ['not-found'] });
    // The method was gone already, as the person wanted.
    if (result.ok || result.error.code === 'not-found') toast.show(t`Removed`, { kind: 'success' });
    onClose();
  };
  return (
    <AskSheet
      title={t`Remove this withdrawal method?`}
      confirmLabel={t`Remove`}
      cancelLabel={t`Cancel`}
      busy={isRunning}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <Trans>Should you add it again, it has to wait again before it can be used.</Trans>
    </AskSheet>
  );
}
