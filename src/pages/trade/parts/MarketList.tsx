import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useConnection } from '../../../bridge/session';
import { EmptyState } from '../../../components/EmptyState';
import { VirtualList } from '../../../components/VirtualList';
import { NeedsConnection } from '../../../money/MoneyButton';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { useLoadMore } from '../../read/useLoadMore';
import styles from './Market.module.css';
import { isNarrowed, NO_FILTERS, type MarketFilters } from './useMarketFilters';
import type { OfferList } from './useOffers';

interface MarketListProps<Row> {
  list: OfferList<Row>;
  filters: MarketFilters;
  onChange: (part: Partial<MarketFilters>) => void;
  /** About how high a row is, px. */
  rowHeight: number;
  renderRow: (row: Row) => ReactNode;
  /** In place of a list without rows that nothing narrows. */
  emptyHint: string;
}

/** A market's list in all its states. */
export function MarketList<Row extends { id: string }>(props: MarketListProps<Row>) {
  const { list, filters, onChange, rowHeight, renderRow, emptyHint } = props;
  const { t } = useLingui();
  const { isOnline } = useConnection();
  const end = useLoadMore(list);
  const { keptOf: count } = list;
  const empty = isNarrowed(filters) ? (
    <EmptyState
      hint={t`No offer fits these filters.`}
      filtered
      action={{ label: t`Clear filters`, onClick: () => onChange(NO_FILTERS) }}
    />
  ) : (
    <EmptyState hint={emptyHint} />
  );
  return (
    <>
      {!isOnline && <NeedsConnection />}
      <ReadStamp read={list} />
      <ReadArea
        read={list}
        hasData={list.items !== undefined}
        skeleton="rows"
        count={5}
        empty={list.items?.length === 0 ? empty : undefined}
      >
        <VirtualList
          label={t`Offers`}
          items={list.items ?? []}
          keyOf={({ id }) => id}
          rowHeight={rowHeight}
          renderRow={renderRow}
          {...end}
          onRefresh={list.refresh}
        />
      </ReadArea>
      {count !== undefined && (
        <p className={styles['kept']} role="status">
          <Trans>Offers saved on this device: {count}. Others that fit may exist.</Trans>
        </p>
      )}
    </>
  );
}
