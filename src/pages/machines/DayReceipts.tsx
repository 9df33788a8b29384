import { Trans, useLingui } from '@lingui/react/macro';
import { Card } from '../../components/Card';
import { KeyValue } from '../../components/KeyValue';
import { formatCount, formatRate } from '../../format/amount';
import { useLocale } from '../../i18n/useLocale';
import { fullAmount } from '../../money/full-amount';
import { formatUtcDay, type DayTotals } from './machine';

/** The figures of a day's receipts, from what came in to what a T got. */
export function useReceiptRows(total: DayTotals, serviceFeeRate?: string) {
  const { t } = useLingui();
  const locale = useLocale();
  const rate = serviceFeeRate === undefined ? null : formatRate(serviceFeeRate, locale);
  return [
    { label: t`Mining receipts`, value: fullAmount(total.receipts) },
    { label: rate === null ? t`Service fee` : t`Service fee (${rate})`, value: fullAmount(total.fee) },
    { label: t`To all machines`, value: fullAmount(total.output) },
    {
      label: t`Hashrate of all machines`,
      value: <span className="rab-num">{formatCount(total.hashrate, locale)} T</span>,
    },
    { label: t`Per T`, value: fullAmount(total.perT), strong: true },
  ];
}

/** Shows the receipts of the latest day, or says that none were recorded yet. */
export function LatestReceipts({ latest }: { latest: DayTotals | null }) {
  const locale = useLocale();
  if (latest === null) {
    return (
      <Card title={<Trans>Mining receipts</Trans>}>
        <Trans>No mining receipts have been recorded yet. Without receipts there is no output.</Trans>
      </Card>
    );
  }
  return (
    <Card title={<Trans>Latest receipts · {formatUtcDay(latest.day, locale)} UTC</Trans>}>
      <Totals total={latest} />
    </Card>
  );
}

function Totals({ total }: { total: DayTotals }) {
  return <KeyValue rows={useReceiptRows(total)} />;
}
