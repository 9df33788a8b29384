import { useLingui } from '@lingui/react/macro';
import { Amount } from '../../../components/Amount';
import { Fiat } from '../parts/Fiat';
import { QuoteFrame } from '../parts/QuoteFrame';
import { isAboutForm, useUsdtRefusal } from './useRefused';
import type { useOfferQuote } from './useOfferQuote';
import { useQuoteRows } from './useQuoteRows';

interface QuoteViewProps {
  live: ReturnType<typeof useOfferQuote>;
  isBuying: boolean;
  isPlacing: boolean;
}

/** What one would receive and what it costs, as one types. */
export function QuoteView({ live, isBuying, isPlacing }: QuoteViewProps) {
  const { t } = useLingui();
  const quoteRows = useQuoteRows();
  const refusal = useUsdtRefusal();
  const { quote, error, retry } = live;
  return (
    <QuoteFrame
      label={isPlacing ? t`You receive when all of it is taken` : t`You receive`}
      figure={
        quote === null ? null : isBuying ? (
          <Amount value={quote.received} asset="USDT" precision="full" unit hideable={false} />
        ) : (
          <Fiat value={quote.received} fiat={quote.fiat} />
        )
      }
      rows={quote && quoteRows(quote, { isPlacing })}
      error={error !== null && !isAboutForm(error) ? refusal(error) : null}
      onRetry={() => void retry()}
    />
  );
}
