/** From a quote to the result: confirming an order of the USDT market, placed or taken. */
import { useLingui } from '@lingui/react/macro';
import { otcUsdtBuy, otcUsdtQuote, otcUsdtSell } from '../../../../contract/calls/otc-usdt';
import type { CallError } from '../../../../contract/errors';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { bridge } from '../../../bridge/bridge';
import type { Input, Output, WriteResult } from '../../../bridge/types';
import { useMoneyCall } from '../../../bridge/useMoneyCall';
import { HANDLED } from '../../../money/refusals';
import { useLooseFlow } from '../../../money/useLooseFlow';

export type QuoteInput = Input<typeof otcUsdtQuote>;
export type UsdtQuote = Output<typeof otcUsdtQuote>;

/** What is confirmed: the gateway's figures for what was asked, and the banks by name. */
export interface OfferView {
  input: QuoteInput;
  quote: UsdtQuote;
}

type Answer = Output<typeof otcUsdtBuy>;

export interface OfferFlowDeps {
  /** It is done: what was typed is spent. */
  onDone: () => void;
  onForm: (error: CallError) => void;
  onElsewhere: () => void;
}

export function useOfferFlow({ onDone, onForm, onElsewhere }: OfferFlowDeps) {
  const { t } = useLingui();
  const { open } = useNavigation();
  const buy = useMoneyCall(otcUsdtBuy);
  const sell = useMoneyCall(otcUsdtSell);
  const flow = useLooseFlow<OfferView, Answer>({
    send,
    onDone: ({ order }) => {
      onDone();
      if (order.kind === 'offer') {
        return {
          ok: true,
          state: { kind: 'progress', text: t`On offer` },
          reference: order.id,
          next: { label: t`See the offer`, onClick: () => open(paths.otcOrder, { id: order.id, market: 'offer' }) },
        };
      }
      return {
        ok: true,
        state: { kind: 'progress', text: t`Awaiting payment` },
        note:
          order.side === 'buy'
            ? t`The seller’s USDT are locked for you. The order shows where to pay.`
            : t`Your USDT are locked until you confirm the payment.`,
        reference: order.id,
        next: { label: t`To the order`, onClick: () => open(paths.otcOrder, { id: order.id }) },
      };
    },
    onForm,
    onElsewhere,
  });

  async function send(view: OfferView, tradePassword: string, intentId: string): Promise<WriteResult<Answer>> {
    const { input, quote } = view;
    const money = input.side === 'buy' ? buy : sell;
    const result = await money.run(
      { order: input.order, fee: quote.fee, tradePassword },
      { intentId, handles: HANDLED },
    );
    if (result.ok || result.error.code !== 'fee-changed') return result;
    // The new figures in place of the old ones, as another intent; the password is asked for again.
    const again = await bridge().read(otcUsdtQuote, input);
    if (!again.ok) return again;
    flow.start({ ...view, quote: again.data });
    return result;
  }
  const phases = [buy.state.phase, sell.state.phase];
  return { flow, isChecking: phases.includes('checking'), isUnsettled: phases.includes('unknown') };
}
