import type { ProductQuote } from '../../../contract/calls/quotes';
import { QuoteRow } from './QuoteRow';

export interface QuoteRowsProps {
  quotes: readonly ProductQuote[];
}

/** Products below each other. Their figures change by themselves. */
export function QuoteRows({ quotes }: QuoteRowsProps) {
  return (
    <div data-moving>
      {quotes.map((quote) => (
        <QuoteRow key={quote.id} quote={quote} />
      ))}
    </div>
  );
}
