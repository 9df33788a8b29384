import { Trans, useLingui } from '@lingui/react/macro';
import type { UsdtTrade } from '../../../../contract/calls/otc-usdt-records';
import { otcUsdtSure } from '../../../../contract/calls/otc-usdt-trades';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import type { Output } from '../../../bridge/types';
import { useMoneyCall } from '../../../bridge/useMoneyCall';
import { Amount } from '../../../components/Amount';
import { ConfirmSheet } from '../../../components/ConfirmSheet';
import { formatRate } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import { CheckingText } from '../../../money/CheckingText';
import { HANDLED } from '../../../money/refusals';
import { useMoneyFlow } from '../../../money/useMoneyFlow';
import { useLast } from '../../read/useLast';
import { Fiat } from '../parts/Fiat';

/** The seller's confirmation that the money is there, as a flow: `start` it with the trade that is seen. */
export function useSureFlow(onChanged: () => void) {
  const { t } = useLingui();
  const money = useMoneyCall(otcUsdtSure);
  const flow = useMoneyFlow<UsdtTrade, Output<typeof otcUsdtSure>>({
    send: ({ id, version }, tradePassword, intentId) =>
      money.run({ id, version, tradePassword }, { intentId, handles: HANDLED }),
    onDone: ({ trade }) => ({
      ok: true,
      state: { kind: 'done', text: t`Completed` },
      note: t`The USDT has gone to the buyer.`,
      reference: trade.id,
    }),
    onForm: onChanged,
  });
  return { ...flow, isChecking: money.state.phase === 'checking', isUnsettled: money.state.phase === 'unknown' };
}

/** Confirms that the money has arrived and releases the escrow, with the trade password. */
export function SureConfirm({ flow }: { flow: ReturnType<typeof useSureFlow> }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { open } = useNavigation();
  const shown = useLast(flow.view);
  if (!shown) return null;
  const { fiatAmount, fiat, payerName, reference, fee, feeRate, quantity } = shown;
  const rate = formatRate(feeRate, locale);
  return (
    <ConfirmSheet
      open={flow.view !== null}
      onClose={flow.cancel}
      title={t`Confirm receipt`}
      hero={{ label: t`You release`, amount: quantity, asset: 'USDT' }}
      rows={[
        { label: t`In your account`, value: <Fiat value={fiatAmount} fiat={fiat} />, strong: true },
        ...(payerName === null ? [] : [{ label: t`Payer’s verified name`, value: payerName }]),
        ...(reference === null ? [] : [{ label: t`Payment reference`, value: reference }]),
        {
          label: t`Fee ${rate}, on top`,
          value: <Amount value={fee} asset="USDT" precision="full" unit hideable={false} />,
        },
        { label: t`Backing out`, value: t`not possible` },
      ]}
      risk={
        flow.isChecking
          ? { tone: 'info', text: <CheckingText /> }
          : {
              tone: 'danger',
              text: (
                <Trans>
                  The USDT goes to the buyer at once and cannot be called back. Confirm only when the money stands in
                  your account; a picture of a transfer is no proof.
                </Trans>
              ),
            }
      }
      confirmLabel={t`Confirm receipt`}
      onConfirm={flow.confirm}
      onForgot={() => open(paths.changeTradePassword)}
    />
  );
}
