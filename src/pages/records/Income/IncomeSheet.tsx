import { useLingui } from '@lingui/react/macro';
import { paths } from '../../../app/paths';
import { Amount } from '../../../components/Amount';
import { Sheet } from '../../../components/Sheet';
import { StatusTag } from '../../../components/StatusTag';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { useLast } from '../../read/useLast';
import { RecordDetails } from '../RecordDetails';
import { nameOf, POOL_NAMES, REASONS, STATUS_NAMES, TYPE_NAMES, type Income } from './income';
import { lineageRows, useCauses } from './lineage-rows';

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
  const { amount, asset, type, status, reason, incomeAt, arrivedAt, pool, journalId, lineage } = income;
  const moment = (ms: number) => <span className="rab-num">{formatDateTime(ms, { locale })}</span>;
  const causes = useCauses(income);
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
        ...(reason ? [{ label: t`Reason`, value: t(REASONS[reason]) }] : []),
        { label: t`Earned`, value: moment(incomeAt) },
        ...(arrivedAt === null ? [] : [{ label: t`Arrived`, value: moment(arrivedAt) }]),
        ...(poolName ? [{ label: t`Paid from`, value: t(poolName) }] : []),
        ...lineageRows(income, locale),
      ]}
      copies={[...causes, ...(journalId === null ? [] : [{ label: t`Journal`, text: journalId }])]}
      link={
        orderId === null ? undefined : { label: t`Open the order`, path: paths.custodyOrders, query: { id: orderId } }
      }
      onClose={onClose}
    />
  );
}
