import { useLingui } from '@lingui/react/macro';
import type { RabQuote } from '../../../../contract/calls/otc-rab';
import type { KeyValueRow } from '../../../components/KeyValue';
import { amountSign, formatRate, plainAmount } from '../../../format/amount';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { fullAmount } from '../../../money/full-amount';
import { limitText } from '../../../money/limit-text';
import { givenAsset } from './arithmetic';

/** The gateway's figures of an order as rows: price, amount, fee with its formula, what is given, now and later, the end. */
export function useRabQuoteRows(): (quote: RabQuote) => KeyValueRow[] {
  const { t } = useLingui();
  const locale = useLocale();
  return ({ side, price, quantity, mode, feeRate, depositRate, now, rest, worst, depositAtRisk, expiresAt }) => {
    const [rate, amount] = [formatRate(feeRate, locale), limitText(worst.amount, locale)];
    const deposit = formatRate(depositRate, locale);
    const isNow = amountSign(now.quantity) > 0;
    const waits = amountSign(rest.quantity) > 0;
    const traded = `${plainAmount(now.quantity)} RAB · ${limitText(now.amount, locale)} USDT`;
    return [
      { label: t`Price`, value: <span className="rab-num">{`${limitText(price, locale)} USDT/RAB`}</span> },
      { label: t`Quantity`, value: fullAmount(quantity, 'RAB') },
      { label: t`Amount`, value: fullAmount(worst.amount, 'USDT') },
      { label: t`Fee ${rate} × ${amount} USDT`, value: fullAmount(worst.fee, 'USDT') },
      {
        label: side === 'buy' ? t`Deducted at most` : t`Deducted`,
        value: fullAmount(worst.deducted, givenAsset(side)),
        strong: true,
      },
      ...(isNow && mode === 'rest'
        ? [{ label: t`Filled at once`, value: <span className="rab-num">{traded}</span> }]
        : []),
      ...(waits && isNow ? [{ label: t`Waits`, value: fullAmount(rest.quantity, 'RAB') }] : []),
      ...(waits
        ? [
            {
              label: side === 'buy' ? t`Deposit ${deposit}, fee included` : t`Set aside`,
              value: fullAmount(rest.held, givenAsset(side)),
            },
            {
              label: t`Ends by itself`,
              value: <span className="rab-num">{formatDateTime(expiresAt, { locale })}</span>,
            },
          ]
        : []),
      ...(amountSign(depositAtRisk) > 0
        ? [{ label: t`Lost when the rest is not posted`, value: fullAmount(depositAtRisk, 'USDT') }]
        : []),
    ];
  };
}
