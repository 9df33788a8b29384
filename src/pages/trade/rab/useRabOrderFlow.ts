/** From a quote to the result: confirming an order of the RAB market. */
import { useLingui } from '@lingui/react/macro';
import { otcBuy, otcQuote, otcSell, type OtcQuote, type RabOrder } from '../../../../contract/calls/otc-rab';
import type { CallError } from '../../../../contract/errors';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { bridge } from '../../../bridge/bridge';
import type { Input, Output, WriteResult } from '../../../bridge/types';
import { useMoneyCall } from '../../../bridge/useMoneyCall';
import type { ConfirmDone } from '../../../components/ConfirmResult';
import { HANDLED } from '../../../money/refusals';
import { useLooseFlow } from '../../../money/useLooseFlow';

export type QuoteInput = Input<typeof otcQuote>;

/** What is confirmed: the gateway's figures for what was asked. */
export interface RabOrderView {
  input: QuoteInput;
  quote: OtcQuote;
}

type Answer = Output<typeof otcBuy>;

export interface RabOrderFlowDeps {
  /** It is done: what was typed is spent. */
  onDone: () => void;
  onForm: (error: CallError) => void;
  onElsewhere: () => void;
}

export function useRabOrderFlow({ onDone, onForm, onElsewhere }: RabOrderFlowDeps) {
  const resultOf = useResult();
  const buy = useMoneyCall(otcBuy);
  const sell = useMoneyCall(otcSell);
  const flow = useLooseFlow<RabOrderView, Answer>({
    send,
    onDone: ({ order }) => {
      onDone();
      return resultOf(order);
    },
    onForm,
    onElsewhere,
  });

  async function send(view: RabOrderView, tradePassword: string, intentId: string): Promise<WriteResult<Answer>> {
    const { input, quote } = view;
    const { side, ...order } = input;
    const money = side === 'buy' ? buy : sell;
    const result = await money.run({ ...order, fee: quote.worst.fee, tradePassword }, { intentId, handles: HANDLED });
    if (result.ok || result.error.code !== 'fee-changed') return result;
    // The new figures in place of the old ones, as another intent; the password is asked for again.
    const again = await bridge().read(otcQuote, input);
    if (!again.ok) return again;
    flow.start({ ...view, quote: again.data });
    return result;
  }
  const phases = [buy.state.phase, sell.state.phase];
  return { flow, isChecking: phases.includes('checking'), isUnsettled: phases.includes('unknown') };
}

/** What the result view says of an order that was placed. */
function useResult(): (order: RabOrder) => ConfirmDone {
  const { t } = useLingui();
  const { open } = useNavigation();
  return ({ id, status }) => {
    const reached = {
      ok: true,
      reference: id,
      next: { label: t`To the order`, onClick: () => open(paths.otcOrder, { id, market: 'rab' }) },
    } as const;
    switch (status) {
      case 'completed':
        return { ...reached, state: { kind: 'done', text: t`Filled` } };
      case 'match-ended':
        return {
          ...reached,
          state: { kind: 'review', text: t`Matched` },
          note: t`Post the rest in time, or the deposit is lost. The order shows until when.`,
        };
      case 'pending-match':
      case 'cancelled':
        return {
          ...reached,
          state: { kind: 'progress', text: t`On the market` },
          note: t`You are told of every fill. What waits can be cancelled at any time.`,
        };
    }
  };
}
