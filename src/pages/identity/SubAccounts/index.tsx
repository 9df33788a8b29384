import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import { tradingAccounts, switchAccount } from '../../../../contract/calls/profile';
import { useNavigation } from '../../../app/navigation';
import { hrefTo, paths } from '../../../app/paths';
import { useConnection } from '../../../bridge/session';
import { useCall } from '../../../bridge/useCall';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { Amount } from '../../../components/Amount';
import { Avatar } from '../../../components/Avatar';
import { Button } from '../../../components/Button';
import { Card } from '../../../components/Card';
import { ListRow } from '../../../components/ListRow';
import { NavBar } from '../../../components/NavBar';
import { StatusTag } from '../../../components/StatusTag';
import { toast } from '../../../components/toast';
import { useAccountName } from '../../../components/useAccountName';
import { MoneyButton } from '../../../money/MoneyButton';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import shared from '../parts/identity.module.css';
import type { Account } from './account';
import { TransferSheet } from './TransferSheet';

/** The user's accounts: which one every screen shows, and money between them (docs/rules.md §3). */
export default function SubAccounts() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const { isOnline } = useConnection();
  const read = useCall(tradingAccounts, {});
  const accounts = read.data?.accounts ?? [];
  const { run, isRunning } = useWriteCall(switchAccount);
  const [isMoving, setMoving] = useState(false);
  const nameOf = useAccountName();

  const switchTo = async (account: Account) => {
    const name = nameOf(account);
    const result = await run({ accountId: account.id });
    if (result.ok) toast.show(t`Everything is now shown for ${name}`, { kind: 'success' });
  };
  return (
    <>
      <NavBar title={t`Sub-accounts`} onBack={back} />
      <div className={shared['body']}>
        <p className={shared['lead']}>
          <Trans>
            Each account has its own cash and custody. Passwords, authenticator and limits are the same for all.
          </Trans>
        </p>
        <ReadArea read={read} hasData={read.data !== undefined} skeleton="rows">
          <Card padded={false}>
            {accounts.map((account) => {
              const name = nameOf(account);
              return (
                <ListRow
                  key={account.id}
                  leading={<Avatar image={null} name={name} size={36} />}
                  title={name}
                  subtitle={<Amount value={account.totalUsdt} asset="USDT" unit />}
                  value={
                    account.isCurrent ? (
                      <StatusTag kind="done">
                        <Trans>Shown now</Trans>
                      </StatusTag>
                    ) : (
                      <Button
                        variant="soft"
                        size="small"
                        disabled={!isOnline || isRunning}
                        aria-label={t`Switch to ${name}`}
                        onClick={() => void switchTo(account)}
                      >
                        <Trans>Switch</Trans>
                      </Button>
                    )
                  }
                />
              );
            })}
          </Card>
          <ReadStamp read={read} />
        </ReadArea>
        {accounts.length > 1 && (
          <MoneyButton
            icon={<ArrowLeftRight size={18} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => setMoving(true)}
          >
            <Trans>Transfer between accounts</Trans>
          </MoneyButton>
        )}
        <Button variant="soft" block href={hrefTo(paths.createSubAccount)}>
          <Trans>New sub-account</Trans>
        </Button>
      </div>
      {accounts.length > 1 && (
        <TransferSheet open={isMoving} onClose={() => setMoving(false)} accounts={accounts} nameOf={nameOf} />
      )}
    </>
  );
}
