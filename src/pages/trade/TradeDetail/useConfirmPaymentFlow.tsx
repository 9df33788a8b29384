import { Trans, useLingui } from '@lingui/react/macro';
import type { UsdtTrade } from '../../../../contract/calls/otc-usdt-records';
import { confirmPayment } from '../../../../contract/calls/otc-usdt-trades';
import { formatRate } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import { fullAmount } from '../../../money/full-amount';
import { useMoneyFlow } from '../../../money/useMoneyFlow';
import { Fiat } from '../parts/Fiat';

/**
 * The seller confirms that the money has arrived, and releases the escrow: `start` it with the trade that is seen.
 * @param onChanged it is not as it was seen
 */
export function useConfirmPaymentFlow(onChanged: () => void) {
  const { t } = useLingui();
  const locale = useLocale();
  return useMoneyFlow({
    call: confirmPayment,
    input: ({ id, version }: UsdtTrade) => ({ id, version }),
    terms: ({ fiatAmount, fiat, payerName, reference, fee, feeRate, quantity }) => {
      const rate = formatRate(feeRate, locale);
      return {
        title: t`Confirm receipt`,
        hero: { label: t`You release`, amount: quantity, asset: 'USDT' },
        rows: [
          { label: t`In your account`, value: <Fiat value={fiatAmount} fiat={fiat} />, strong: true },
          ...(payerName === null ? [] : [{ label: t`Payer’s verified name`, value: payerName }]),
          ...(reference === null ? [] : [{ label: t`Payment reference`, value: reference }]),
          { label: t`Fee ${rate}, on top`, value: fullAmount(fee) },
          { label: t`Backing out`, value: t`not possible` },
        ],
        risk: {
          tone: 'danger',
          text: (
            <Trans>
              The USDT goes to the buyer at once and cannot be called back. Confirm only when the money stands in your
              account; a picture of a transfer is no proof.
            </Trans>
          ),
        },
        confirmLabel: t`Confirm receipt`,
      };
    },
    result: ({ trade }) => ({
      ok: true,
      state: { kind: 'done', text: t`Completed` },
      note: t`The USDT has gone to the buyer.`,
      reference: trade.id,
    }),
    refuse: onChanged,
  });
}
