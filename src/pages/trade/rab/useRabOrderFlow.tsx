/** From a quote to the result: confirming an order of the RAB market. */
import { useLingui } from '@lingui/react/macro';
import { buyRab, rabQuote, sellRab, type RabQuote, type RabOrder } from '../../../../contract/calls/otc-rab';
import type { CallError } from '../../../../contract/errors';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import type { Input } from '../../../bridge/types';
import type { ConfirmedResult } from '../../../money/ConfirmResult';
import { useMoneyFlow } from '../../../money/useMoneyFlow';
import { requoted } from '../../../money/useQuote';
import { receivedAsset } from './arithmetic';
import { RabRisk, riskTone } from './RabRisk';
import { useRabQuoteRows } from './useRabQuoteRows';

export type QuoteInput = Input<typeof rabQuote>;

/** The view that the person confirms: the gateway's figures for the input, and how long the rest of a part deposit may take. */
export interface RabOrderView {
  input: QuoteInput;
  quote: RabQuote;
  restMs: number;
}

export interface RabOrderFlowDeps {
  /** Called when the order is placed: the typed values are spent. */
  onDone: () => void;
  refuse: (error: CallError) => void;
  leave: () => void;
}

export function useRabOrderFlow({ onDone, refuse, leave }: RabOrderFlowDeps) {
  const { t } = useLingui();
  const quoteRows = useRabQuoteRows();
  const resultOf = useResult();
  return useMoneyFlow({
    call: ({ input }) => (input.side === 'buy' ? buyRab : sellRab),
    input: ({ input: { side: _side, ...order }, quote }: RabOrderView) => ({ ...order, fee: quote.worst.fee }),
    terms: ({ quote, restMs }) => {
      const { side, worst } = quote;
      const isTaking = quote.mode === 'now';
      return {
        title: side === 'buy' ? t`Confirm buying` : t`Confirm selling`,
        hero: {
          label: side === 'buy' ? t`You receive` : t`You receive at least`,
          amount: worst.received,
          asset: receivedAsset(side),
        },
        rows: [
          ...quoteRows(quote),
          { label: t`Backing out`, value: isTaking ? t`not possible` : t`free, for what is not filled yet` },
        ],
        risk: {
          tone: riskTone(isTaking),
          text: <RabRisk side={side} isTaking={isTaking} quote={quote} restMs={restMs} />,
        },
        confirmLabel: side === 'buy' ? t`Buy` : t`Sell`,
      };
    },
    result: ({ order }) => {
      onDone();
      return resultOf(order);
    },
    requote: (view) => requoted(rabQuote, view.input, (quote) => ({ ...view, quote })),
    refuse,
    leave,
  });
}

/** Gives the result view of an order that was placed. */
function useResult(): (order: RabOrder) => ConfirmedResult {
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
