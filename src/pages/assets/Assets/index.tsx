import { useLingui } from '@lingui/react/macro';
import { Settings } from 'lucide-react';
import { useMemo } from 'react';
import { IconButton } from '../../../components/IconButton';
import { Later } from '../../../start';
import { PageTitle } from '../../../components/PageTitle';
import { Skeleton } from '../../../components/Skeleton';
import { assets, equityHistory } from '../../../../contract/calls/profile';
import { readAhead, useCall } from '../../../bridge/useCall';
import { useConnection } from '../../../bridge/session';
import { hrefTo, paths } from '../../../app/paths';
import { Bell } from '../../../telling/Bell';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp, stampOf } from '../../read/ReadStamp';
import { CashCard } from './CashCard';
import { CustodyCard } from './CustodyCard';
import { Equity } from './Equity';
import { MoneyActions } from './MoneyActions';
import { joined } from '../equity';
import { Records } from './Records';
import styles from './Assets.module.css';

/** Days that have ended in the answer of `assets`. */
const RECENT_DAYS = 30;

/** Reads ahead the data that the tab shows first. */
export function ahead(): Promise<void> {
  return readAhead(assets, {});
}

/** Assets: total and its curve, cash account, custody account, the way to every record (docs/screens.md). */
export default function Assets() {
  const { t } = useLingui();
  const read = useCall(assets, {});
  const { isOnline } = useConnection();
  const answer = read.data;
  // Whoever has been here for a shorter time has all of it in the answer above.
  const hasMore = (answer?.equity.length ?? 0) > RECENT_DAYS;
  const history = useCall(equityHistory, {}, { enabled: hasMore }).data?.points;
  const equity = useMemo(() => joined(history ?? [], answer?.equity ?? []), [history, answer]);
  const stamp = stampOf(read, isOnline) === null ? undefined : <ReadStamp read={read} />;
  return (
    <>
      <PageTitle
        title={t`Assets`}
        actions={
          <>
            <Bell />
            <IconButton
              label={t`Settings`}
              icon={<Settings size={22} strokeWidth={1.75} />}
              href={hrefTo(paths.settings)}
            />
          </>
        }
      />
      <div className={styles['page']}>
        <div className={styles['equity']}>
          <ReadArea read={read} hasData={answer !== undefined} skeleton="hero">
            {answer && <Equity totalUsdt={answer.totalUsdt} equity={equity} stamp={stamp} />}
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
