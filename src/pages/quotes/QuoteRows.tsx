import type { ProductQuote } from '../../../contract/calls/quotes';
import { QuoteRow } from './QuoteRow';

export interface QuoteRowsProps {
  quotes: readonly ProductQuote[];
  /** How far the gateway's clock is ahead of the device's. */
  aheadMs: number;
}

/** Products below each other. Their figures change by themselves. */
export function QuoteRows({ quotes, aheadMs }: QuoteRowsProps) {
  return (
    <div data-moving>
      {quotes.map((quote) => (
        <QuoteRow key={quote.id} quote={quote} aheadMs={aheadMs} />
      ))}
    </div>
  );
}
