import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { EmptyState } from '../../../components/EmptyState';
import { hostingOrder, type CustodyOrder } from '../../../../contract/calls/custody';
import { useNavigation, useQuery } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { readListAhead, useListCall } from '../../../bridge/useListCall';
import { useLoadMore } from '../../read/useLoadMore';
import { useRowOfLink } from '../../read/useRowOfLink';
import { ChipRadios, FilterRow } from '../../records/FilterChips';
import { MonthlyRecords } from '../../records/MonthlyRecords';
import { OrderRow } from '../OrderRow';
import { CustodySheets, useCustodySheets } from '../sheets/CustodySheets';
import { ORDERS_FILE } from '../file';

type StatusFilter = 'all' | 'in-progress' | 'expired';

/** The filter that the link names; anything else is all. */
export function statusOf(query: string | undefined): StatusFilter {
  return query === 'in-progress' || query === 'expired' ? query : 'all';
}

/** The list as it opens. */
export function ahead(): Promise<void> {
  return readListAhead(hostingOrder, {});
}

/** Custody orders by status; `?id=` opens one (docs/screens.md). */
export default function Orders() {
  const { t } = useLingui();
  const { replace } = useNavigation();
  const status = statusOf(useQuery('status'));
  const list = useListCall(hostingOrder, status === 'all' ? {} : { status });
  const end = useLoadMore(list);
  const sheets = useCustodySheets();
  const { open: openSheet } = sheets;

  const onFound = useCallback(
    (order: CustodyOrder) => {
      openSheet({ kind: 'order', order });
      replace(paths.custodyOrders, status === 'all' ? {} : { status });
    },
    [openSheet, replace, status],
  );
  useRowOfLink(list, end, onFound);

  const filter = (next: StatusFilter) => replace(paths.custodyOrders, next === 'all' ? {} : { status: next });
  const empty =
    status === 'all' ? (
      <EmptyState
        hint={t`Your orders appear here once they are placed.`}
        action={{ label: t`Place order`, onClick: () => openSheet({ kind: 'place', addTo: null }) }}
      />
    ) : (
      <EmptyState
        hint={t`There are no orders with this status.`}
        filtered
        action={{ label: t`Clear filters`, onClick: () => filter('all') }}
      />
    );
  return (
    <>
      <MonthlyRecords
        title={t`Custody orders`}
        list={list}
        end={end}
        exported={{ file: ORDERS_FILE, call: hostingOrder, filters: status === 'all' ? {} : { status } }}
        timeOf={({ startsAt }) => startsAt}
        rowHeight={88}
        renderRow={(order) => <OrderRow order={order} onOpen={() => openSheet({ kind: 'order', order })} />}
        empty={empty}
        above={
          <FilterRow>
            <ChipRadios
              label={t`Status`}
              value={status}
              onChange={filter}
              options={[
                { value: 'all', label: t`All` },
                { value: 'in-progress', label: t`In progress` },
                { value: 'expired', label: t`Expired` },
              ]}
            />
          </FilterRow>
        }
      />
      <CustodySheets {...sheets} fresh={list.items} refresh={() => void list.refresh()} />
    </>
  );
}
