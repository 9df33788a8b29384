import { Trans, useLingui } from '@lingui/react/macro';
import { paths } from '../../../app/paths';
import { Amount } from '../../../components/Amount';
import type { KeyValueRow } from '../../../components/KeyValue';
import { Sheet } from '../../../components/Sheet';
import { StatusTag } from '../../../components/StatusTag';
import { formatCount, formatRate } from '../../../format/amount';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { useLast } from '../../read/useLast';
import { RecordDetails } from '../RecordDetails';
import { nameOf, POOL_NAMES, STATUS_NAMES, TYPE_NAMES, type Income } from './income';
import styles from './Income.module.css';

/** One income with its lineage: which pool paid it, by which formula from which figures, which order and journal (docs/rules.md §1). */
export function IncomeSheet({ income, onClose }: { income: Income | null; onClose: () => void }) {
  const { t } = useLingui();
  const shown = useLast(income);
  return (
    <Sheet open={income !== null} onClose={onClose} title={shown ? t(nameOf(shown)) : ''}>
      {shown && <Body income={shown} onClose={onClose} />}
    </Sheet>
  );
}

function Body({ income, onClose }: { income: Income; onClose: () => void }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { amount, asset, type, status, incomeAt, arrivedAt, pool, journalId, lineage } = income;
  const moment = (ms: number) => <span className="rab-num">{formatDateTime(ms, { locale })}</span>;
  const lineageRows = useLineageRows(income);
  const orderId = lineage?.source === 'custody-interest' ? lineage.orderId : null;
  const poolName = pool && POOL_NAMES[pool];
  return (
    <RecordDetails
      rows={[
        {
          label: t`Amount`,
          value: <Amount value={amount} asset={asset} precision="full" change unit />,
          strong: true,
        },
        { label: t`Type`, value: t(TYPE_NAMES[type]) },
        {
          label: t`State`,
          value: <StatusTag kind={status === 'credited' ? 'done' : 'progress'}>{t(STATUS_NAMES[status])}</StatusTag>,
        },
        { label: t`Earned`, value: moment(incomeAt) },
        ...(arrivedAt === null ? [] : [{ label: t`Arrived`, value: moment(arrivedAt) }]),
        ...(poolName ? [{ label: t`Paid from`, value: t(poolName) }] : []),
        ...lineageRows,
      ]}
      copies={[
        ...(orderId === null ? [] : [{ label: t`Order`, text: orderId }]),
        ...(journalId === null ? [] : [{ label: t`Journal`, text: journalId }]),
      ]}
      link={
        orderId === null ? undefined : { label: t`Open the order`, path: paths.custodyOrders, query: { id: orderId } }
      }
      onClose={onClose}
    />
  );
}

/** Shows the formula with its figures, so that the person can work it out again. */
function useLineageRows({ lineage, asset }: Income): KeyValueRow[] {
  const { t } = useLingui();
  const locale = useLocale();
  if (lineage?.source === 'airdrop') {
    const published = formatDateTime(lineage.publishedAt, { locale });
    return [
      { label: t`Formula`, value: t`The amount on the published list` },
      { label: t`List`, value: lineage.list },
      { label: t`Published`, value: <span className="rab-num">{published}</span> },
      { label: t`Recipients`, value: <span className="rab-num">{formatCount(lineage.recipients, locale)}</span> },
      { label: t`Total of the list`, value: <Amount value={lineage.total} asset={asset} precision="full" unit /> },
    ];
  }
  if (lineage?.source !== 'custody-interest') return [];
  const { principal, dailyRate, day } = lineage;
  const rate = formatRate(dailyRate, locale);
  return [
    {
      label: t`Formula`,
      value: (
        <span className={styles['formula']}>
          <span>
            <Trans>principal × daily rate × 1 day</Trans>
          </span>
          <span className="rab-num">
            <Amount value={principal} asset={asset} precision="full" unit /> × {rate} × 1
          </span>
          <span className={styles['note']}>
            <Trans>Rounded down; what is less than the smallest unit goes to the next day.</Trans>
          </span>
        </span>
      ),
    },
    { label: t`Day of the order`, value: <span className="rab-num">{formatCount(day, locale)}</span> },
  ];
}
