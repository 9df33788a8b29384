import { Trans, useLingui } from '@lingui/react/macro';
import type { WithdrawQuote } from '../../../../contract/calls/withdrawals';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { Amount } from '../../../components/Amount';
import { ConfirmSheet } from '../../../components/ConfirmSheet';
import type { KeyValueRow } from '../../../components/KeyValue';
import { formatDate, formatDateTimeZoned, formatTimeZoned } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { CheckingText } from '../../../money/CheckingText';
import { useLast } from '../../read/useLast';
import { useTargetRows } from '../useTargetRows';
import { CodeSteps } from './CodeSteps';
import { useFeeLabel } from './useFeeLabel';
import type { useWithdrawal } from './useWithdrawal';
import styles from './Withdraw.module.css';

const full = (value: string) => <Amount value={value} asset="USDT" precision="full" unit hideable={false} />;

interface WithdrawConfirmProps {
  withdrawal: ReturnType<typeof useWithdrawal>;
  /** The operator's, which times are told in. */
  timeZone: string;
}

/** The confirmation of a withdrawal: what arrives, where, at what cost, and the three proofs that it is wanted. */
export function WithdrawConfirm({ withdrawal, timeZone }: WithdrawConfirmProps) {
  const { t } = useLingui();
  const { open } = useNavigation();
  const targetRows = useTargetRows();
  const feeLabel = useFeeLabel();
  const { view, codes } = withdrawal;
  const shown = useLast(view);
  if (!shown) return null;
  const { quote } = shown;
  const rows: KeyValueRow[] = [
    ...targetRows(quote.target),
    { label: feeLabel(quote), value: full(quote.fee) },
    { label: t`Total deducted`, value: full(quote.total), strong: true },
    { label: t`Expected`, value: <Expected reviewedBy={quote.reviewedBy} timeZone={timeZone} /> },
    { label: t`Backing out`, value: t`free, until it is sent` },
  ];
  return (
    <ConfirmSheet
      open={view !== null}
      onClose={withdrawal.close}
      title={t`Confirm withdrawal`}
      hero={{ label: t`You receive`, amount: quote.amount, asset: 'USDT' }}
      rows={rows}
      risk={
        withdrawal.isChecking
          ? { tone: 'info', text: <CheckingText /> }
          : { tone: 'danger', text: <Risk kind={quote.target.kind} /> }
      }
      before={codes.step === 'password' ? null : <CodeSteps codes={codes} />}
      confirmLabel={t`Withdraw`}
      onConfirm={withdrawal.confirm}
      onForgot={() => open(paths.changeTradePassword)}
    />
  );
}

/** The one plain sentence about the risk, before the tap (docs/rules.md §1). */
function Risk({ kind }: { kind: WithdrawQuote['target']['kind'] }) {
  return kind === 'chain' ? (
    <Trans>
      On-chain transfers cannot be undone. Check both ends of the address: a wrong address or network loses the money
      for good.
    </Trans>
  ) : (
    <Trans>A payment to a bank card cannot be called back. Check the bank, the last four digits and the holder.</Trans>
  );
}

function Expected({ reviewedBy, timeZone }: { reviewedBy: number; timeZone: string }) {
  const locale = useLocale();
  const format = { locale, timeZone };
  const isToday = formatDate(reviewedBy, format) === formatDate(Date.now(), format);
  const time = isToday ? formatTimeZoned(reviewedBy, format) : formatDateTimeZoned(reviewedBy, format);
  return (
    <span className={styles['digits']}>
      {isToday ? <Trans>After review, today by {time}</Trans> : <Trans>After review, by {time}</Trans>}
    </span>
  );
}
