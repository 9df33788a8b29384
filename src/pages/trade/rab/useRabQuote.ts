import { otcQuote } from '../../../../contract/calls/otc-rab';
import type { Input } from '../../../bridge/types';
import { useLiveQuote } from '../parts/useLiveQuote';

export type QuoteInput = Input<typeof otcQuote>;

const NOTHING: QuoteInput = { side: 'buy', price: '1', quantity: '1', canSplit: true, mode: 'rest' };

/** What the gateway says to an order as it stands in the form. @param input null while something is missing or wrong */
export function useRabQuote(input: QuoteInput | null) {
  return useLiveQuote(otcQuote, input, NOTHING);
}
