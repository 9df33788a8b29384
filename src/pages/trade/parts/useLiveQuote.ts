/** What the gateway says to an order as it stands in a form: asked once the person pauses, shown only while it is about just that. */
import { canonicalJson } from '../../../../contract/canonical-json';
import type { AnyCall, Input, Output } from '../../../bridge/types';
import { useCall } from '../../../bridge/useCall';
import { useDebounced } from '../../read/useDebounced';
import type { CallError } from '../../../../contract/errors';

/** How long a person must pause before the gateway is asked. */
const QUOTE_DELAY_MS = 300;

export interface LiveQuote<Q> {
  /** About exactly what stands in the form; null while there is none. */
  quote: Q | null;
  error: CallError | null;
  isAsking: boolean;
  retry: () => Promise<void>;
}

/**
 * @param input null while something is missing or wrong
 * @param nothing any valid input; the call is not made with it
 */
export function useLiveQuote<C extends AnyCall>(
  call: C,
  input: Input<C> | null,
  nothing: Input<C>,
): LiveQuote<Output<C>> {
  const key = input === null ? '' : canonicalJson(input);
  const isSettled = useDebounced(key, QUOTE_DELAY_MS) === key;
  const isAskable = input !== null;
  const read = useCall(call, input ?? nothing, { enabled: isAskable && isSettled });
  const isCurrent = isAskable && isSettled && !read.isRefreshing && read.error === null;
  return {
    quote: isCurrent ? (read.data ?? null) : null,
    error: isAskable && isSettled ? read.error : null,
    isAsking: isAskable && (!isSettled || read.isLoading),
    retry: read.refresh,
  };
}
