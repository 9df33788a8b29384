import { useLingui } from '@lingui/react/macro';
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  Gift,
  HandCoins,
  Landmark,
  Repeat2,
  Scale,
  Sparkles,
  Undo2,
} from 'lucide-react';
import { memo } from 'react';
import { Amount } from '../../components/Amount';
import { formatDateTime } from '../../format/date';
import { useLocale } from '../../i18n/useLocale';
import { isIncome, KIND_NAMES, type StatementKind, type StatementRow } from './statement';
import styles from './StatementRowView.module.css';

const ICONS: Record<StatementKind, typeof Landmark> = {
  'demo-credit': Sparkles,
  airdrop: Gift,
  'custody-place': Landmark,
  'custody-interest': HandCoins,
  'custody-redeem': ArrowUpFromLine,
  'custody-undo': Undo2,
  'custody-mature': Landmark,
  deposit: ArrowDownToLine,
  withdrawal: ArrowUpFromLine,
  exchange: Repeat2,
  transfer: Repeat2,
  adjustment: Scale,
};

export interface StatementRowViewProps {
  row: StatementRow;
  onOpen: (row: StatementRow) => void;
  /** Without the balance after it, two decimals: the side panel. */
  brief?: boolean;
}

/** One posting: what it was, when, its signed amount and the balance after it. Only income takes the movement colour. */
export const StatementRowView = memo(function StatementRowView({ row, onOpen, brief }: StatementRowViewProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const Icon = ICONS[row.kind];
  return (
    <button type="button" className={styles['row']} onClick={() => onOpen(row)}>
      <span className={styles['icon']}>
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <span className={styles['text']}>
        <span className={styles['name']}>{t(KIND_NAMES[row.kind])}</span>
        <span className={styles['meta']}>{formatDateTime(row.createdAt, { locale })}</span>
      </span>
      <span className={styles['figures']}>
        <span className={isIncome(row) ? styles['income'] : styles['plain']}>
          <Amount value={row.amount} asset={row.asset} precision={brief ? 'overview' : 'full'} change unit />
        </span>
        {!brief && (
          <span className={styles['meta']}>
            <Amount value={row.balanceAfter} asset={row.asset} precision="full" />
          </span>
        )}
      </span>
    </button>
  );
});
