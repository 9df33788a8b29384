import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Amount } from '../../../components/Amount';
import { Button } from '../../../components/Button';
import { EmptyState } from '../../../components/EmptyState';
import { Sheet } from '../../../components/Sheet';
import { hostingOperatorLog } from '../../../../contract/calls/custody';
import { useNavigation, useQuery } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { readListAhead, useListCall } from '../../../bridge/useListCall';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { useLast } from '../../read/useLast';
import { useLoadMore } from '../../read/useLoadMore';
import { MonthlyRecords, RecordRow } from '../../records/MonthlyRecords';
import { RecordDetails } from '../../records/RecordDetails';
import { CHANGE_NAMES, differenceOf, type CustodyChange } from '../change';
import styles from './Changes.module.css';
import { CHANGES_FILE } from '../file';

/** The list as it opens. */
export function ahead(): Promise<void> {
  return readListAhead(hostingOperatorLog, {});
}

/** Every change of a custody amount: before, after, fee, when; `?id=` narrows to one order (docs/screens.md). */
export default function Changes() {
  const { t } = useLingui();
  const locale = useLocale();
  const { replace } = useNavigation();
  const orderId = useQuery('id');
  const list = useListCall(hostingOperatorLog, orderId === undefined ? {} : { orderId });
  const end = useLoadMore(list);
  const [open, setOpen] = useState<CustodyChange | null>(null);
  const shown = useLast(open);
  const empty = (
    <EmptyState
      hint={t`Placing, adding to, redeeming and the end of an order appear here.`}
      filtered={orderId !== undefined}
      action={
        orderId === undefined ? undefined : { label: t`Show all orders`, onClick: () => replace(paths.custodyChanges) }
      }
    />
  );
  return (
    <>
      <MonthlyRecords
        title={t`Custody changes`}
        list={list}
        end={end}
        exported={{ file: CHANGES_FILE, call: hostingOperatorLog, filters: orderId === undefined ? {} : { orderId } }}
        timeOf={(change) => change.createdAt}
        renderRow={(change) => (
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
            onOpen={() => setOpen(change)}
          />
        )}
        empty={empty}
        above={
          orderId !== undefined && (
            <p className={styles['filter']}>
              <span>
                <Trans>Changes of order {orderId}</Trans>
              </span>
              <Button variant="ghost" size="small" onClick={() => replace(paths.custodyChanges)}>
                <Trans>Show all orders</Trans>
              </Button>
            </p>
          )
        }
      />
      <Sheet open={open !== null} onClose={() => setOpen(null)} title={shown ? t(CHANGE_NAMES[shown.kind]) : ''}>
        {shown && <ChangeDetails change={shown} onClose={() => setOpen(null)} />}
      </Sheet>
    </>
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
