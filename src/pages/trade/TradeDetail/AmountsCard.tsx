import { useLingui } from '@lingui/react/macro';
import type { UsdtTrade } from '../../../../contract/calls/otc-usdt-records';
import { Amount } from '../../../components/Amount';
import { Card } from '../../../components/Card';
import { formatAmount, formatRate, plainAmount } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import { fiatText } from '../fiat';
import { Fiat } from '../parts/Fiat';
import { isOpenTrade } from '../trade';
import { CopyRow } from './CopyRow';
import styles from './TradeDetail.module.css';

/** Shows what the buyer pays for which amount, the person's own fee, and the amount that arrives. */
export function AmountsCard({ trade }: { trade: UsdtTrade }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { side, state, fiat, fiatAmount, price, quantity, feeRate, fee, received } = trade;
  const isBuyer = side === 'buy';
  const rate = formatRate(feeRate, locale);
  const full = (value: string) => <Amount value={value} asset="USDT" precision="full" unit hideable={false} />;
  const times = `${fiatText(price, locale)} × ${formatAmount(quantity, { locale, asset: 'USDT', precision: 'full' })}`;
  return (
    <Card>
      <dl className={styles['rows']}>
        <CopyRow
          label={isBuyer ? t`Amount to pay` : t`Amount to be paid to you`}
          value={<Fiat value={fiatAmount} fiat={fiat} isLarge />}
          copy={isOpenTrade(trade) ? plainAmount(fiatAmount) : undefined}
        />
        <CopyRow label={t`Price × amount`} value={<span className="rab-num">{times}</span>} />
        <CopyRow label={isBuyer ? t`Fee ${rate}` : t`Fee ${rate}, on top`} value={full(fee)} />
        {isBuyer && <CopyRow label={state === 'completed' ? t`Received` : t`You receive`} value={full(received)} />}
      </dl>
    </Card>
  );
}
