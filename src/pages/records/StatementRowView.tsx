import { useLingui } from '@lingui/react/macro';
import {
  BadgePercent,
  UsersRound,
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  Cpu,
  Gift,
  HandCoins,
  Landmark,
  Lock,
  LockOpen,
  Repeat2,
  Scale,
  Sparkles,
  Umbrella,
  Undo2,
} from 'lucide-react';
import { memo } from 'react';
import { amountName, amountSign, formatAmount, HIDDEN } from '../../format/amount';
import { formatDateTime } from '../../format/date';
import { useLocale } from '../../i18n/useLocale';
import { useBalancesHidden } from '../../theme/eye';
import { isIncome, KIND_NAMES, type StatementKind, type StatementRow } from './statement';
import styles from './StatementRowView.module.css';

const ICONS: Record<StatementKind, typeof Landmark> = {
  'demo-credit': Sparkles,
  airdrop: Gift,
  dividend: Sparkles,
  'insurance-payout': Umbrella,
  'custody-place': Landmark,
  'custody-interest': HandCoins,
  'custody-redeem': ArrowUpFromLine,
  'custody-undo': Undo2,
  'custody-mature': Landmark,
  deposit: ArrowDownToLine,
  withdrawal: ArrowUpFromLine,
  exchange: Repeat2,
  'otc-trade': ArrowLeftRight,
  'otc-escrow': Lock,
  'otc-return': LockOpen,
  'otc-forfeit': Scale,
  'machine-buy': Cpu,
  'machine-output': Cpu,
  'promotion-fee': UsersRound,
  'management-fee': UsersRound,
  'fee-rebate': BadgePercent,
  transfer: Repeat2,
  adjustment: Scale,
};

export interface StatementRowViewProps {
  row: StatementRow;
  onOpen: (row: StatementRow) => void;
  /** Without the balance after it, two decimals: the side panel. */
  brief?: boolean;
}

/**
 * One posting: what it was, when, its signed amount and the balance after it. Only income takes the movement colour. Lists
 * make many of these while a finger moves, so that it is few elements, and one name for screen readers.
 */
export const StatementRowView = memo(function StatementRowView({ row, onOpen, brief = false }: StatementRowViewProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const isHidden = useBalancesHidden();
  const { kind, asset, amount, balanceAfter } = row;
  const Icon = ICONS[kind];
  const name = t(KIND_NAMES[kind]);
  const time = formatDateTime(row.createdAt, { locale });
  const show = (value: string, signed: boolean) =>
    isHidden ? HIDDEN : formatAmount(value, { locale, asset, signed, precision: brief ? 'overview' : 'full' });
  const tell = (value: string, sign = '') => (isHidden ? t`hidden` : sign + amountName(value, asset));
  const told = [name, time, tell(amount, amountSign(amount) > 0 ? '+' : '')];
  if (!brief) told.push(tell(balanceAfter));
  return (
    <button type="button" className={styles['row']} aria-label={told.join(', ')} onClick={() => onOpen(row)}>
      <Icon className={styles['icon']} size={18} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles['name']}>{name}</span>
      <span className={`rab-num ${styles[isIncome(row) ? 'income' : 'plain']}`}>
        {show(amount, true)}
        <span className={styles['unit']}> {asset}</span>
      </span>
      <span className={styles['meta']}>{time}</span>
      {!brief && <span className={styles['meta']}>{show(balanceAfter, false)}</span>}
    </button>
  );
});
