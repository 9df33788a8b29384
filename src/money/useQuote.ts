/** Asks the gateway for a quote on the values of a form (docs/glossary.md "quote"). */
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { serverNow } from '../bridge/server-clock';
import { canonicalJson } from '../../contract/canonical-json';
import type { CallError } from '../../contract/errors';
import { bridge } from '../bridge/bridge';
import { ReadEntry, UNREAD, type EntryServices } from '../bridge/reads';
import { useConnection } from '../bridge/session';
import type { AnyCall, Input, Output, ReadState, WriteResult } from '../bridge/types';
import { useDebounced } from '../components/useDebounced';

/** A person must pause this long before the gateway is asked. */
const QUOTE_DELAY_MS = 300;
/** The form asks for the next quote this long before the shown one ends, so that there is no gap. */
const RENEW_BEFORE_MS = 1_000;

const OFFLINE: CallError = { code: 'offline', retryable: true };
const IDLE: ReadState<never> = { ...UNREAD, isLoading: false };

export interface HeldQuote<Q> {
  quote: Q;
  /** The quote holds at least until then, by the gateway's clock: counted from when it was asked for. Null without a term. */
  untilMs: number | null;
}

export interface Quote<Q> {
  /** The quote on exactly the form's present values; null while there is none. */
  held: HeldQuote<Q> | null;
  /** The quote of `held`. */
  quote: Q | null;
  error: CallError | null;
  isAsking: boolean;
  /** Asks once more now. @returns null when there is no quote, or the person typed something else meanwhile */
  ask: () => Promise<HeldQuote<Q> | null>;
}

/** A read that knows when its answer was asked for. */
class QuoteEntry extends ReadEntry {
  readonly #askedAt: WeakMap<object, number>;

  constructor(call: AnyCall, input: unknown, { ask, timers }: EntryServices) {
    const askedAt = new WeakMap<object, number>();
    const askTimed: EntryServices['ask'] = async (...question) => {
      const atMs = serverNow();
      const answer = await ask(...question);
      if (answer.ok) askedAt.set(answer.data as object, atMs);
      return answer;
    };
    super(call, input, askTimed, timers);
    this.#askedAt = askedAt;
  }

  /** A quote with a term holds while the next one is on its way; one without is only as good as the last answer. */
  held(): HeldQuote<unknown> | null {
    const { data, error, isRefreshing } = this.state;
    if (data === undefined || error !== null) return null;
    const { validMs } = data as { validMs?: number };
    if (validMs === undefined) return isRefreshing ? null : { quote: data, untilMs: null };
    return { quote: data, untilMs: (this.#askedAt.get(data as object) ?? 0) + validMs };
  }
}

function entryOf(call: AnyCall, key: string): QuoteEntry {
  return bridge().entry(`quote ${call.name} ${key}`, (asking) => new QuoteEntry(call, JSON.parse(key), asking));
}

/** Calls `renew` at `dueAtMs`, or when the page is looked at again after that. */
function whenDue(dueAtMs: number, renew: () => void): () => void {
  const look = () => {
    if (document.visibilityState === 'visible' && serverNow() >= dueAtMs) renew();
  };
  const timer = setTimeout(look, Math.max(0, dueAtMs - serverNow()));
  document.addEventListener('visibilitychange', look);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

const never = () => () => {};
const idle = () => IDLE;

/**
 * Asks for a quote once the person pauses, shows it only while it is about exactly the form's values, and renews one that has a
 * term (`validMs` of its answer) shortly before it ends. Asks nothing without a connection.
 * @param input null while something is missing or wrong
 * @param isConfirmed true while the person confirms the quote: nothing is asked, since the gateway keeps only the newest one
 */
export function useQuote<C extends AnyCall>(call: C, input: Input<C> | null, isConfirmed = false): Quote<Output<C>> {
  const { isOnline } = useConnection();
  const key = input === null ? '' : canonicalJson(input);
  const isSettled = useDebounced(key, QUOTE_DELAY_MS) === key;
  const entry = useMemo(() => (key === '' || !isSettled ? null : entryOf(call, key)), [call, key, isSettled]);
  const isWatched = entry !== null && isOnline && !isConfirmed;
  const state = useSyncExternalStore(isWatched ? entry.subscribe : never, entry?.snapshot ?? idle);
  const held = (entry?.held() ?? null) as HeldQuote<Output<C>> | null;

  const untilMs = held?.untilMs ?? null;
  useEffect(() => {
    if (!isWatched || untilMs === null) return undefined;
    return whenDue(untilMs - RENEW_BEFORE_MS, () => void entry.refresh());
  }, [isWatched, entry, untilMs]);

  const typed = useRef(key);
  useEffect(() => {
    typed.current = key;
  });
  const ask = useCallback(async () => {
    if (key === '') return null;
    const asked = entryOf(call, key);
    await asked.refresh();
    return typed.current === key ? (asked.held() as HeldQuote<Output<C>> | null) : null;
  }, [call, key]);

  return {
    held,
    quote: held?.quote ?? null,
    error: state.error ?? (entry !== null && !isOnline && state.data === undefined ? OFFLINE : null),
    isAsking: key !== '' && isOnline && (!isSettled || state.isLoading),
    ask,
  };
}

/** Asks for present figures after a refusal of old ones: `put` turns the new quote into the view that is confirmed next. */
export async function requoted<C extends AnyCall, V>(
  call: C,
  input: Input<C>,
  put: (quote: Output<C>) => V,
): Promise<WriteResult<V>> {
  const answer = await bridge().read(call, input);
  return answer.ok ? { ok: true, data: put(answer.data) } : answer;
}
