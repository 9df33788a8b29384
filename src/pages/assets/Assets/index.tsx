import { useLingui } from '@lingui/react/macro';
import { Settings } from 'lucide-react';
import { IconButton } from '../../../components/IconButton';
import { Later } from '../../../components/Later';
import { PageTitle } from '../../../components/PageTitle';
import { Skeleton } from '../../../components/Skeleton';
import { assets } from '../../../../contract/calls/profile';
import { readAhead, useCall } from '../../../bridge/useCall';
import { useConnection } from '../../../bridge/session';
import { hrefTo, paths } from '../../../app/paths';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp, stampOf } from '../../read/ReadStamp';
import { CashCard } from './CashCard';
import { CustodyCard } from './CustodyCard';
import { Equity } from './Equity';
import { MoneyActions } from './MoneyActions';
import { Records } from './Records';
import styles from './Assets.module.css';

/** What the tab shows first. */
export function ahead(): Promise<void> {
  return readAhead(assets, {});
}

/** Assets: total and its curve, cash account, custody account, the way to every record (screens.md). */
export default function Assets() {
  const { t } = useLingui();
  const read = useCall(assets, {});
  const { isOnline } = useConnection();
  const answer = read.data;
  const stamp = stampOf(read, isOnline) === null ? undefined : <ReadStamp read={read} />;
  return (
    <>
      <PageTitle
        title={t`Assets`}
        actions={
          <IconButton
            label={t`Settings`}
            icon={<Settings size={22} strokeWidth={1.75} />}
            href={hrefTo(paths.settings)}
          />
        }
      />
      <div className={styles['page']}>
        <div className={styles['equity']}>
          <ReadArea read={read} hasData={answer !== undefined} skeleton="hero">
            {answer && <Equity totalUsdt={answer.totalUsdt} equity={answer.equity} stamp={stamp} />}
          </ReadArea>
        </div>
        <MoneyActions />
        <Later>
          {answer ? (
            <>
              <CashCard answer={answer} stamp={stamp} />
              <CustodyCard answer={answer} stamp={stamp} />
            </>
          ) : (
            read.isLoading && <Skeleton shape="rows" />
          )}
          <Records />
        </Later>
      </div>
    </>
  );
}
