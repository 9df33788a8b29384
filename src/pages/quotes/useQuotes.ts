import { useMemo } from 'react';
import { productQuotes, type ProductQuote } from '../../../contract/calls/quotes';
import { useCall } from '../../bridge/useCall';
import type { ReadStatus } from '../read/ReadStamp';
import { useLivePrices } from './live-prices';
import { withLive } from './quote';

/** The operator's first products stand beside other things. */
export const QUOTES_BESIDE = 3;

/** Prices tell their own age: the answer is marked as stale every minute, which says nothing to anybody. */
export function withOwnAges<R extends ReadStatus>(read: R): R {
  return { ...read, isStale: false };
}

/** Every product with its latest price; undefined until they are known. */
export function useQuotes() {
  const read = useCall(productQuotes, {});
  const live = useLivePrices();
  const kept = read.data?.products;
  const quotes = useMemo(
    (): readonly ProductQuote[] | undefined => kept?.map((quote) => withLive(quote, live.get(quote.id))),
    [kept, live],
  );
  return { read: withOwnAges(read), quotes };
}
