import { msg } from '@lingui/core/macro';
import { useCallback } from 'react';
import { custodyOrders, type CustodyOrder } from '../../../../contract/calls/custody';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { useRowOfLink } from '../../read/useRowOfLink';
import { defineRecords, type ListBehind, type RecordSheet, type RecordRowProps } from '../../records/define-records';
import { byChoice, type Choice } from '../../records/filters';
import { ofCall } from '../../records/of-call';
import { timeColumn } from '../../records/RecordExport/file';
import { OrderRow } from '../OrderRow';
import { CustodySheets, useCustodySheets } from '../sheets/CustodySheets';

const STATUS_NAMES = { 'in-progress': msg`In progress`, expired: msg`Expired` };
type Status = keyof typeof STATUS_NAMES;

/** Custody orders by status; `?id=` opens one (docs/screens.md). */
const { Screen, ahead } = defineRecords({
  title: msg`Custody orders`,
  path: paths.custodyOrders,
  filters: byChoice<Status>({ name: 'status', label: msg`Status`, options: STATUS_NAMES }),
  read: ofCall(custodyOrders, { narrow: (status: Choice<Status>) => (status === 'all' ? {} : { status }) }),
  Row,
  timeOf: ({ startsAt }) => startsAt,
  rowHeight: 88,
  useSheet,
  file: {
    name: 'custody-orders',
    columns: [
      timeColumn('startsAt'),
      { title: msg`Order`, field: 'id', as: 'text', share: 10 },
      { title: msg`Placed`, field: 'placed', as: 'figure', share: 18, unit: 'USDT', isSummed: true },
      { title: msg`In custody`, field: 'principal', as: 'figure', share: 18, unit: 'USDT', isSummed: true },
      { title: msg`Interest paid`, field: 'interestPaid', as: 'figure', share: 18, unit: 'USDT', isSummed: true },
      { title: msg`Status`, field: 'status', as: 'text', share: 13, names: STATUS_NAMES },
      { title: msg`End`, field: 'endsAt', as: 'time', share: 17 },
    ],
  },
  empty: {
    hint: msg`Your orders appear here once they are placed.`,
    action: { label: msg`Place order` },
    narrowed: { hint: msg`There are no orders with this status.`, label: msg`Clear filters` },
  },
});
export { ahead };
export default Screen;

function Row({ row, onOpen }: RecordRowProps<CustodyOrder>) {
  return <OrderRow order={row} onOpen={() => onOpen(row)} />;
}

/** The order's sheet, and those of its actions: placing, adding to it, redeeming. */
function useSheet({ list, end, here }: ListBehind<CustodyOrder>): RecordSheet<CustodyOrder> {
  const { replace } = useNavigation();
  const sheets = useCustodySheets();
  const { open } = sheets;
  const onFound = useCallback(
    (order: CustodyOrder) => {
      open({ kind: 'order', order });
      replace(here);
    },
    [open, replace, here],
  );
  useRowOfLink(list, end, onFound);
  return {
    open: (order) => open({ kind: 'order', order }),
    view: <CustodySheets {...sheets} fresh={list.items} refresh={() => void list.refresh()} />,
    begin: () => open({ kind: 'place', addTo: null }),
  };
}
