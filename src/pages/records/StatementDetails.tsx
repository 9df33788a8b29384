import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Amount } from '../../components/Amount';
import { Sheet } from '../../components/Sheet';
import { paths } from '../../app/paths';
import { formatDateTime } from '../../format/date';
import { useLocale } from '../../i18n/useLocale';
import { useLast } from '../read/useLast';
import { RecordDetails } from './RecordDetails';
import { isCustodyKind, isIncome, isOtcKind, KIND_NAMES, type StatementRow } from './statement';
import styles from './StatementRowView.module.css';

/** One posting in full: amount, balance after it, reference and journal to copy, the order behind it. */
export function StatementDetails({ row, onClose }: { row: StatementRow | null; onClose: () => void }) {
  const { t } = useLingui();
  const shown = useLast(row);
  return (
    <Sheet open={row !== null} onClose={onClose} title={shown ? t(KIND_NAMES[shown.kind]) : ''}>
      {shown && <Body row={shown} onClose={onClose} />}
    </Sheet>
  );
}

/** The record that a posting came from. */
function linkOf({ kind, reference }: StatementRow) {
  if (reference === null) return undefined;
  const query = { id: reference };
  if (isCustodyKind(kind)) return { label: msg`Open the order`, path: paths.custodyOrders, query };
  if (isOtcKind(kind)) {
    return { label: msg`Open the order`, path: paths.otcOrder, query: { ...query, market: 'any' } };
  }
  if (kind === 'deposit') return { label: msg`Open the deposit`, path: paths.deposits, query };
  if (kind === 'withdrawal') return { label: msg`Open the withdrawal`, path: paths.withdrawals, query };
  if (kind === 'exchange') return { label: msg`Open the exchange`, path: paths.exchanges, query };
  return undefined;
}

function Body({ row, onClose }: { row: StatementRow; onClose: () => void }) {
  const { t } = useLingui();
  const locale = useLocale();
  const copies = [
    ...(row.reference === null ? [] : [{ label: t`Reference`, text: row.reference }]),
    { label: t`Journal`, text: row.journalId },
  ];
  const link = linkOf(row);
  return (
    <RecordDetails
      rows={[
        {
          label: t`Amount`,
          value: (
            <span className={isIncome(row) ? styles['income'] : styles['plain']}>
              <Amount value={row.amount} asset={row.asset} precision="full" change unit />
            </span>
          ),
        },
        {
          label: t`Balance after it`,
          value: <Amount value={row.balanceAfter} asset={row.asset} precision="full" unit />,
          strong: true,
        },
        { label: t`Time`, value: <span className="rab-num">{formatDateTime(row.createdAt, { locale })}</span> },
      ]}
      copies={copies}
      link={link && { ...link, label: t(link.label) }}
      onClose={onClose}
    />
  );
}
