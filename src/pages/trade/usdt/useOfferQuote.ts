import { otcUsdtQuote } from '../../../../contract/calls/otc-usdt';
import type { Input, Output } from '../../../bridge/types';
import { useCall } from '../../../bridge/useCall';
import { inputKey } from '../../../bridge/reads';
import { useDebounced } from '../../read/useDebounced';

export type QuoteInput = Input<typeof otcUsdtQuote>;
export type UsdtQuote = Output<typeof otcUsdtQuote>;

/** How long a person must pause before the gateway is asked. */
const QUOTE_DELAY_MS = 300;
/** Asked for nothing; the call is not made. */
const NOTHING: QuoteInput = {
  side: 'buy',
  order: { kind: 'take', offerId: '0', version: 1, quantity: '1', methodIds: [] },
};

/** What the gateway says to an order as it stands in the form. @param input null while something is missing or wrong */
export function useOfferQuote(input: QuoteInput | null) {
  const key = input === null ? '' : inputKey(input);
  const isSettled = useDebounced(key, QUOTE_DELAY_MS) === key;
  const isAskable = input !== null;
  const read = useCall(otcUsdtQuote, input ?? NOTHING, { enabled: isAskable && isSettled });
  const isCurrent = isAskable && isSettled && !read.isRefreshing && read.error === null;
  return {
    /** About exactly what stands in the form; null while there is none. */
    quote: isCurrent ? (read.data ?? null) : null,
    error: isAskable && isSettled ? read.error : null,
    isAsking: isAskable && (!isSettled || read.isLoading),
    retry: read.refresh,
  };
}
