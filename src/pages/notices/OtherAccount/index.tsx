import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { switchAccount, tradingAccounts } from '../../../../contract/calls/profile';
import { appHistory, useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { useConnection, useSession } from '../../../bridge/session';
import { useCall } from '../../../bridge/useCall';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { Button } from '../../../components/Button';
import { NavBar } from '../../../components/NavBar';
import { toast } from '../../../components/toast';
import { useAccountName } from '../../../components/useAccountName';
import { ownerOf } from '../../../telling/owner';
import { ReadArea } from '../../read/ReadArea';
import styles from './OtherAccount.module.css';

/**
 * In place of a screen that a notice leads to, while another account than the notice's is shown: it says so and offers to switch, which
 * shows the screen. Nobody is shown one account's records for another's; a notice of another person leads home.
 */
export default function OtherAccount() {
  const { t } = useLingui();
  const { back, replace } = useNavigation();
  const { isOnline } = useConnection();
  const session = useSession();
  const read = useCall(tradingAccounts, {});
  const { run, isRunning } = useWriteCall(switchAccount);
  const nameOf = useAccountName();
  const owner = ownerOf(appHistory.address.search);
  const accounts = read.data?.accounts;
  const account = accounts?.find(({ id }) => id === owner.accountId);
  const isOther = session?.state === 'open' && owner.userId !== null && owner.userId !== session.userId;
  // A list of before may lack an account.
  const isSure = accounts !== undefined && !read.isStale && !read.isRefreshing && read.error === null;
  const isNobodys = isOther || (isSure && account === undefined);
  useEffect(() => {
    if (!isNobodys) return;
    toast.show(t`That notification is not for whoever is logged in here`);
    replace(paths.home);
  }, [isNobodys, replace, t]);

  const name = account && nameOf(account);
  const shown = accounts?.find(({ isCurrent }) => isCurrent);
  const current = shown && nameOf(shown);
  const switchTo = async (accountId: string) => {
    const result = await run({ accountId });
    if (result.ok) toast.show(t`Everything is now shown for ${name}`, { kind: 'success' });
  };
  return (
    <>
      <NavBar title={t`Another account`} onBack={back} />
      <div className={styles['body']}>
        <ReadArea read={read} hasData={account !== undefined} skeleton="card">
          <p className={styles['lead']}>
            <Trans>
              This notification is about your account {name}. Shown now: {current}.
            </Trans>
          </p>
          {account && (
            <Button block loading={isRunning} disabled={!isOnline} onClick={() => void switchTo(account.id)}>
              <Trans>Switch to {name}</Trans>
            </Button>
          )}
          {!isOnline && (
            <p className={styles['note']}>
              <Trans>Switching needs a connection</Trans>
            </p>
          )}
          <Button variant="soft" block onClick={back}>
            <Trans>Later</Trans>
          </Button>
        </ReadArea>
      </div>
    </>
  );
}
