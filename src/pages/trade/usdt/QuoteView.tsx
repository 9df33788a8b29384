import { useLingui } from '@lingui/react/macro';
import { Amount } from '../../../components/Amount';
import type { Quote } from '../../../money/useQuote';
import { Fiat } from '../parts/Fiat';
import { QuoteFrame } from '../parts/QuoteFrame';
import type { UsdtQuote } from './useQuoteRows';
import { useQuoteRows } from './useQuoteRows';

interface QuoteViewProps {
  live: Quote<UsdtQuote>;
  /** The reason why there is no quote, when the form cannot mend it. */
  failed: string | undefined;
  isBuying: boolean;
  isPlacing: boolean;
}

/** Shows, while the person types, the amount that they would receive and what it costs. */
export function QuoteView({ live, failed, isBuying, isPlacing }: QuoteViewProps) {
  const { t } = useLingui();
  const quoteRows = useQuoteRows();
  const { quote, ask } = live;
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
      error={failed}
      onRetry={() => void ask()}
    />
  );
}
