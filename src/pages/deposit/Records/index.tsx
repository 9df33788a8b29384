import { useLingui } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { rechargeList, type Deposit } from '../../../../contract/calls/wallet';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { readListAhead, useListCall } from '../../../bridge/useListCall';
import { Amount } from '../../../components/Amount';
import { EmptyState } from '../../../components/EmptyState';
import { NavBar } from '../../../components/NavBar';
import { VirtualList } from '../../../components/VirtualList';
import { formatDateTime, formatMonth, monthKey } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { useLoadMore } from '../../read/useLoadMore';
import { useRepeated } from '../../read/useRepeated';
import { useRowOfLink } from '../../read/useRowOfLink';
import { isMoving, LIVE_MS } from '../deposit';
import { DepositSheet } from '../DepositSheet';
import { DepositTag } from '../DepositTag';
import { NetworkName } from '../NetworkName';
import styles from './Records.module.css';

/** The list as it opens. */
export function ahead(): Promise<void> {
  return readListAhead(rechargeList, {});
}

/** Every deposit, the newest first, with how far it is; `?id=` opens one (screens.md). */
export default function DepositRecords() {
  const { t } = useLingui();
  const locale = useLocale();
  const { back, open, replace } = useNavigation();
  const list = useListCall(rechargeList, {});
  const end = useLoadMore(list);
  const items = list.items ?? [];
  useRepeated(list.refresh, items.some(isMoving) ? LIVE_MS : null);
  const [openId, setOpenId] = useState<string | null>(null);
  const onFound = useCallback(
    ({ id }: Deposit) => {
      setOpenId(id);
      replace(paths.deposits);
    },
    [replace],
  );
  useRowOfLink(list, end, onFound);
  const empty = (
    <EmptyState
      hint={t`What is sent to your deposit addresses appears here, from its first block on.`}
      action={{ label: t`Deposit USDT`, onClick: () => open(paths.deposit) }}
    />
  );
  return (
    <>
      <NavBar title={t`Deposits`} onBack={back} />
      <div className={styles['page']}>
        <ReadStamp read={list} />
        <ReadArea
          read={list}
          hasData={list.items !== undefined}
          skeleton="rows"
          count={6}
          empty={items.length === 0 ? empty : undefined}
        >
          <VirtualList
            label={t`Deposits`}
            items={items}
            keyOf={(deposit) => deposit.id}
            rowHeight={64}
            renderRow={(deposit) => <DepositRow deposit={deposit} onOpen={setOpenId} />}
            groupOf={(deposit) => monthKey(deposit.seenAt)}
            renderGroup={(deposit) => ({ label: formatMonth(deposit.seenAt, { locale }) })}
            {...end}
            onRefresh={list.refresh}
          />
        </ReadArea>
      </div>
      <DepositSheet deposit={items.find(({ id }) => id === openId) ?? null} onClose={() => setOpenId(null)} />
    </>
  );
}

function DepositRow({ deposit, onOpen }: { deposit: Deposit; onOpen: (id: string) => void }) {
  const locale = useLocale();
  return (
    <button type="button" className={styles['row']} onClick={() => onOpen(deposit.id)}>
      <span className={styles['amount']}>
        <Amount value={deposit.amount} asset="USDT" precision="full" unit />
      </span>
      <DepositTag deposit={deposit} />
      <span className={styles['meta']}>{formatDateTime(deposit.seenAt, { locale })}</span>
      <span className={styles['meta']}>
        <NetworkName network={deposit} />
      </span>
    </button>
  );
}
