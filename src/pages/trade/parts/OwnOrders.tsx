import { useLingui } from '@lingui/react/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { ReactNode } from 'react';
import type { OtcSide, OtcStatus } from '../../../../contract/calls/otc-market';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import type { ListCallState } from '../../../bridge/types';
import { EmptyState } from '../../../components/EmptyState';
import { MonthlyRecords } from '../../records/MonthlyRecords';
import type { Exported, RecordFile } from '../../records/RecordExport/file';
import type { useLoadMore } from '../../read/useLoadMore';
import { OrderFilterRow, type OrderFilters } from './OrderFilterRow';

interface OwnOrdersProps<Row> {
  title: string;
  file: RecordFile;
  orders: {
    filters: OrderFilters;
    list: ListCallState<Row>;
    end: ReturnType<typeof useLoadMore>;
    show: (next: OrderFilters) => void;
    /** The list that is shown, by its call. */
    shown: Pick<Exported, 'call' | 'filters'>;
  };
  /** What the market calls the states. */
  tags: Record<OtcStatus, { name: MessageDescriptor }>;
  /** In place of a list without orders of this side, and the way to the market. */
  empty: Record<OtcSide, string> & { toMarket: string; query?: Record<string, string> };
  renderRow: (row: Row) => ReactNode;
}

/** One's own orders of a market by month, by side and status, in all its states. */
export function OwnOrders<Row extends { id: string; createdAt: number }>(props: OwnOrdersProps<Row>) {
  const { title, file, orders, tags, empty, renderRow } = props;
  const { t } = useLingui();
  const { open } = useNavigation();
  const { filters, list, end, show, shown } = orders;
  const { side, status } = filters;
  return (
    <MonthlyRecords
      title={title}
      list={list}
      end={end}
      exported={{ file: { ...file, name: `${file.name}-${filters.side}` }, ...shown }}
      timeOf={({ createdAt }) => createdAt}
      rowHeight={68}
      above={<OrderFilterRow filters={filters} nameOf={(known) => t(tags[known].name)} onChange={show} />}
      renderRow={renderRow}
      empty={
        status === 'all' ? (
          <EmptyState
            hint={empty[side]}
            action={{ label: empty.toMarket, onClick: () => open(paths.trade, empty.query) }}
          />
        ) : (
          <EmptyState
            hint={t`There are no orders in this state.`}
            filtered
            action={{ label: t`Clear filters`, onClick: () => show({ side, status: 'all' }) }}
          />
        )
      }
    />
  );
}
