import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Amount } from '../../../components/Amount';
import { Button } from '../../../components/Button';
import { Sheet } from '../../../components/Sheet';
import { custodyChanges } from '../../../../contract/calls/custody';
import { useQuery } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { useLast } from '../../read/useLast';
import { defineRecords, type RecordSheet, type RecordRowProps } from '../../records/define-records';
import type { FilterProps } from '../../records/filters';
import { RecordRow } from '../../records/MonthlyRecords';
import { ofCall } from '../../records/of-call';
import { RecordDetails } from '../../records/RecordDetails';
import { journalColumn, timeColumn } from '../../records/RecordExport/file';
import { CHANGE_NAMES, differenceOf, type CustodyChange } from '../change';
import styles from './Changes.module.css';

/** The order whose changes are shown; undefined for those of all. */
type OrderFilter = string | undefined;

/** Every change of a custody amount: before, after, fee, when; `?id=` narrows to one order (docs/screens.md). */
const { Screen, ahead } = defineRecords({
  title: msg`Custody changes`,
  path: paths.custodyChanges,
  filters: {
    useFilters: (): OrderFilter => useQuery('id'),
    queryOf: (id): Record<string, string> => (id === undefined ? {} : { id }),
    isNarrowed: (id) => id !== undefined,
    cleared: () => undefined,
    Above: OneOrder,
  },
  read: ofCall(custodyChanges, { narrow: (orderId: OrderFilter) => (orderId === undefined ? {} : { orderId }) }),
  Row,
  timeOf: ({ createdAt }) => createdAt,
  useSheet,
  file: {
    name: 'custody-changes',
    columns: [
      timeColumn('createdAt'),
      { title: msg`Order`, field: 'orderId', as: 'text', share: 10 },
      { title: msg`Kind`, field: 'kind', as: 'text', share: 20, names: CHANGE_NAMES },
      { title: msg`Before`, field: 'before', as: 'figure', share: 18, unit: 'USDT' },
      { title: msg`After`, field: 'after', as: 'figure', share: 18, unit: 'USDT' },
      { title: msg`Fee`, field: 'fee', as: 'figure', share: 14, unit: 'USDT', isSummed: true },
      journalColumn(10),
    ],
  },
  empty: {
    hint: msg`Placing, adding to, redeeming and the end of an order appear here.`,
    narrowed: { label: msg`Show all orders` },
  },
});
export { ahead };
export default Screen;

function OneOrder({ filters: orderId, show }: FilterProps<OrderFilter>) {
  if (orderId === undefined) return null;
  return (
    <p className={styles['filter']}>
      <span>
        <Trans>Changes of order {orderId}</Trans>
      </span>
      <Button variant="ghost" size="small" onClick={() => show(undefined)}>
        <Trans>Show all orders</Trans>
      </Button>
    </p>
  );
}

function Row({ row: change, onOpen }: RecordRowProps<CustodyChange>) {
  const { t } = useLingui();
  const locale = useLocale();
  return (
    <RecordRow
      title={t(CHANGE_NAMES[change.kind])}
      figure={
        <span className={styles['difference']}>
          <Amount value={differenceOf(change)} asset="USDT" precision="full" change unit />
        </span>
      }
      below={formatDateTime(change.createdAt, { locale })}
      aside={
        <>
          <Amount value={change.before} asset="USDT" /> → <Amount value={change.after} asset="USDT" />
        </>
      }
      onOpen={() => onOpen(change)}
    />
  );
}

/** Not `rowSheet`: the id in the address is the order's. */
function useSheet(): RecordSheet<CustodyChange> {
  const [change, open] = useState<CustodyChange | null>(null);
  return { open, view: <ChangeSheet change={change} onClose={() => open(null)} /> };
}

function ChangeSheet({ change, onClose }: { change: CustodyChange | null; onClose: () => void }) {
  const { t } = useLingui();
  const shown = useLast(change);
  return (
    <Sheet open={change !== null} onClose={onClose} title={shown ? t(CHANGE_NAMES[shown.kind]) : ''}>
      {shown && <ChangeDetails change={shown} onClose={onClose} />}
    </Sheet>
  );
}

function ChangeDetails({ change, onClose }: { change: CustodyChange; onClose: () => void }) {
  const { t } = useLingui();
  const locale = useLocale();
  const full = (value: string) => <Amount value={value} asset="USDT" precision="full" unit />;
  return (
    <RecordDetails
      rows={[
        { label: t`Time`, value: <span className="rab-num">{formatDateTime(change.createdAt, { locale })}</span> },
        { label: t`Before`, value: full(change.before) },
        { label: t`After`, value: full(change.after), strong: true },
        { label: t`Fee`, value: full(change.fee) },
      ]}
      copies={[
        { label: t`Order`, text: change.orderId },
        { label: t`Journal`, text: change.journalId },
      ]}
      link={{ label: t`Open the order`, path: paths.custodyOrders, query: { id: change.orderId } }}
      onClose={onClose}
    />
  );
}
