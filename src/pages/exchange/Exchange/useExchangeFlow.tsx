/** From a quote to the result: filling the quote that was confirmed, within its time (docs/rules.md §4). */
import { Trans, useLingui } from '@lingui/react/macro';
import { exchangeAssets, type ExchangeQuote } from '../../../../contract/calls/wallet';
import type { CallError } from '../../../../contract/errors';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { fullAmount } from '../../../money/full-amount';
import { useMoneyFlow } from '../../../money/useMoneyFlow';
import type { HeldQuote } from '../../../money/useQuote';
import { usePriceRows } from '../PriceRows';

export interface ExchangeFlowDeps {
  /** Asks for a quote with its whole time. */
  ask: () => Promise<HeldQuote<ExchangeQuote> | null>;
  /** Called when the exchange is done: the typed values are spent. */
  onDone: () => void;
  refuse: (error: CallError) => void;
  leave: () => void;
}

export function useExchangeFlow({ ask, onDone, refuse, leave }: ExchangeFlowDeps) {
  const { t } = useLingui();
  const { open } = useNavigation();
  const priceRows = usePriceRows();
  return useMoneyFlow({
    call: exchangeAssets,
    input: ({ quote }: HeldQuote<ExchangeQuote>) => ({ quoteId: quote.id }),
    terms: ({ quote, untilMs }) => ({
      title: t`Confirm exchange`,
      hero: { label: t`You receive`, amount: quote.received, asset: quote.to },
      rows: [
        { label: t`You give`, value: fullAmount(quote.given, quote.from) },
        ...priceRows(quote),
        { label: t`Arrives`, value: <Trans>at once, in the cash account</Trans> },
      ],
      risk: { tone: 'danger', text: <ExchangeRisk /> },
      confirmLabel: t`Exchange`,
      term: { expiresAtMs: untilMs ?? 0, totalMs: quote.validMs },
    }),
    result: ({ exchange }) => {
      onDone();
      return {
        ok: true,
        state: { kind: 'done', text: t`Exchanged` },
        reference: exchange.id,
        next: { label: t`Records`, onClick: () => open(paths.exchanges) },
      };
    },
    requote: async () => {
      const held = await ask();
      return held && { ok: true, data: held };
    },
    refuse,
    leave,
  });
}

/** The one plain sentence about the risk, before the tap (docs/rules.md §1). */
export function ExchangeRisk() {
  return (
    <Trans>
      An exchange cannot be undone. RAB’s price moves, and changing back costs the spread once more: you may get less
      back.
    </Trans>
  );
}
