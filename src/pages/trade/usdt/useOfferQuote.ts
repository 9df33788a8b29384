import { otcUsdtQuote } from '../../../../contract/calls/otc-usdt';
import type { Input, Output } from '../../../bridge/types';
import { useLiveQuote } from '../parts/useLiveQuote';

export type QuoteInput = Input<typeof otcUsdtQuote>;
export type UsdtQuote = Output<typeof otcUsdtQuote>;

const NOTHING: QuoteInput = {
  side: 'buy',
  order: { kind: 'take', offerId: '0', version: 1, quantity: '1', methodIds: [] },
};

/** What the gateway says to an order as it stands in the form. @param input null while something is missing or wrong */
export function useOfferQuote(input: QuoteInput | null) {
  return useLiveQuote(otcUsdtQuote, input, NOTHING);
}
