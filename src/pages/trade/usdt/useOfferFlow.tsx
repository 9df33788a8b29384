/** From a quote to the result: confirming an order of the USDT market, placed or taken. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { OtcSide } from '../../../../contract/calls/otc-market';
import { buyUsdt, usdtQuote, sellUsdt } from '../../../../contract/calls/otc-usdt';
import type { CallError } from '../../../../contract/errors';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import type { Input, Output } from '../../../bridge/types';
import type { ConfirmedResult } from '../../../money/ConfirmResult';
import { useMoneyFlow } from '../../../money/useMoneyFlow';
import { requoted } from '../../../money/useQuote';
import { Fiat } from '../parts/Fiat';
import { useQuoteRows, type UsdtQuote } from './useQuoteRows';

export type QuoteInput = Input<typeof usdtQuote>;

/** The view that the person confirms: the gateway's figures for the input. */
export interface OfferView {
  input: QuoteInput;
  quote: UsdtQuote;
}

export interface OfferFlowDeps {
  /** Called when the order is placed or taken: the typed values are spent. */
  onDone: () => void;
  refuse: (error: CallError) => void;
  leave: () => void;
}

export function useOfferFlow({ onDone, refuse, leave }: OfferFlowDeps) {
  const { t } = useLingui();
  const quoteRows = useQuoteRows();
  const resultOf = useResult();
  return useMoneyFlow({
    call: ({ input }) => (input.side === 'buy' ? buyUsdt : sellUsdt),
    input: ({ input, quote }: OfferView) => ({ order: input.order, fee: quote.fee }),
    terms: ({ input: { side, order }, quote }) => {
      const isBuying = side === 'buy';
      const isPlacing = order.kind === 'place';
      const received = {
        label: t`You receive`,
        value: <Fiat value={quote.received} fiat={quote.fiat} />,
        strong: true,
      };
      return {
        title: isPlacing ? t`Confirm the offer` : isBuying ? t`Confirm buying` : t`Confirm selling`,
        hero: isBuying ? { label: t`You receive`, amount: quote.received, asset: 'USDT' } : undefined,
        rows: [
          ...(isBuying ? [] : [received]),
          ...quoteRows(quote, { isPlacing }),
          {
            label: t`Backing out`,
            value: isPlacing
              ? t`free, as long as nobody has taken it`
              : isBuying
                ? t`until you have paid`
                : t`not possible`,
          },
        ],
        risk: { tone: 'warning', text: <UsdtRisk side={side} isPlacing={isPlacing} /> },
        confirmLabel: isPlacing ? t`Publish` : isBuying ? t`Buy` : t`Sell`,
      };
    },
    result: (answer) => {
      onDone();
      return resultOf(answer);
    },
    requote: (view) => requoted(usdtQuote, view.input, (quote) => ({ ...view, quote })),
    refuse,
    leave,
  });
}

/** Gives the result view of an order that was placed or taken. */
function useResult(): (answer: Output<typeof buyUsdt>) => ConfirmedResult {
  const { t } = useLingui();
  const { open } = useNavigation();
  return ({ order }) => {
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
  };
}

/** The one plain sentence about the risk, before the tap (docs/rules.md §1). */
export function UsdtRisk({ side, isPlacing }: { side: OtcSide; isPlacing: boolean }): ReactNode {
  if (isPlacing) {
    return side === 'buy' ? (
      <Trans>Whoever takes it locks USDT and waits for your money: not paying in time counts against you.</Trans>
    ) : (
      <Trans>
        Your USDT are set aside until the offer is taken or taken back. Confirm a payment only when it is there.
      </Trans>
    );
  }
  return side === 'buy' ? (
    <Trans>Pay only to the cards that the order shows, in your own name. Not paying in time counts against you.</Trans>
  ) : (
    <Trans>Your USDT are locked at once. You cannot cancel; confirm the payment only when it is in your account.</Trans>
  );
}
