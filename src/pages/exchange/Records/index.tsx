import { useLingui } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { exchangeList, type ExchangeRecord } from '../../../../contract/calls/wallet';
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
import { useRowOfLink } from '../../read/useRowOfLink';
import { ExchangeSheet } from '../ExchangeSheet';
import styles from './Records.module.css';

/** The list as it opens. */
export function ahead(): Promise<void> {
  return readListAhead(exchangeList, {});
}

/** Every exchange, the newest first; `?id=` opens one (screens.md). */
export default function ExchangeRecords() {
  const { t } = useLingui();
  const locale = useLocale();
  const { back, open, replace } = useNavigation();
  const list = useListCall(exchangeList, {});
  const end = useLoadMore(list);
  const items = list.items ?? [];
  const [openId, setOpenId] = useState<string | null>(null);
  const onFound = useCallback(
    ({ id }: ExchangeRecord) => {
      setOpenId(id);
      replace(paths.exchanges);
    },
    [replace],
  );
  useRowOfLink(list, end, onFound);
  const empty = (
    <EmptyState
      hint={t`Your exchanges of RAB and USDT appear here.`}
      action={{ label: t`Exchange`, onClick: () => open(paths.exchange) }}
    />
  );
  return (
    <>
      <NavBar title={t`Exchanges`} onBack={back} />
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
            label={t`Exchanges`}
            items={items}
            keyOf={(exchange) => exchange.id}
            rowHeight={64}
            renderRow={(exchange) => <ExchangeRow exchange={exchange} onOpen={setOpenId} />}
            groupOf={(exchange) => monthKey(exchange.createdAt)}
            renderGroup={(exchange) => ({ label: formatMonth(exchange.createdAt, { locale }) })}
            {...end}
            onRefresh={list.refresh}
          />
        </ReadArea>
      </div>
      <ExchangeSheet exchange={items.find(({ id }) => id === openId) ?? null} onClose={() => setOpenId(null)} />
    </>
  );
}

function ExchangeRow({ exchange, onOpen }: { exchange: ExchangeRecord; onOpen: (id: string) => void }) {
  const locale = useLocale();
  const { id, from, to, given, received, createdAt } = exchange;
  return (
    <button type="button" className={styles['row']} onClick={() => onOpen(id)}>
      <span className={styles['title']}>{`${from} → ${to}`}</span>
      <span className={styles['amount']}>
        <Amount value={received} asset={to} precision="full" unit />
      </span>
      <span className={styles['meta']}>{formatDateTime(createdAt, { locale })}</span>
      <span className={styles['meta']}>
        <Amount value={`-${given}`} asset={from} precision="full" unit />
      </span>
    </button>
  );
}
