import { useLingui } from '@lingui/react/macro';
import type { usdtQuote } from '../../../../contract/calls/otc-usdt';
import type { Output } from '../../../bridge/types';
import type { KeyValueRow } from '../../../components/KeyValue';
import { formatRate } from '../../../format/amount';
import { formatSpan } from '../../../format/span';
import { useLocale } from '../../../i18n/useLocale';
import { fullAmount } from '../../../money/full-amount';
import { fiatText } from '../fiat';
import { Fiat } from '../parts/Fiat';

export type UsdtQuote = Output<typeof usdtQuote>;

/** The gateway's figures of an order as rows: price, amounts, fee with its rate, what is locked, the time to pay. */
export function useQuoteRows(): (quote: UsdtQuote, order: { isPlacing: boolean }) => KeyValueRow[] {
  const { t } = useLingui();
  const locale = useLocale();
  return ({ side, price, fiat, quantity, fiatAmount, feeRate, fee, deducted, paymentMs }, { isPlacing }) => {
    const rate = formatRate(feeRate, locale);
    return [
      { label: t`Price`, value: <span className="rab-num">{`${fiatText(price, locale)} ${fiat}/USDT`}</span> },
      { label: t`Quantity`, value: fullAmount(quantity) },
      ...(side === 'buy' ? [{ label: t`You pay`, value: <Fiat value={fiatAmount} fiat={fiat} />, strong: true }] : []),
      { label: side === 'buy' ? t`Fee ${rate}` : t`Fee ${rate}, on top`, value: fullAmount(fee) },
      ...(side === 'sell'
        ? [
            {
              label: isPlacing ? t`Set aside, fee included` : t`Locked at once, fee included`,
              value: fullAmount(deducted),
            },
          ]
        : []),
      { label: t`Time to pay`, value: <span className="rab-num">{formatSpan(paymentMs, locale)}</span> },
    ];
  };
}
