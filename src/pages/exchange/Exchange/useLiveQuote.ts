/** A quote that is always one that still holds: asked for as one types, and anew shortly before it ends (docs/rules.md §4: 15 s). */
import { useCallback, useEffect, useRef, useState } from 'react';
import { exchangeQuote, type ExchangeQuote } from '../../../../contract/calls/wallet';
import type { CallError } from '../../../../contract/errors';
import type { AssetCode } from '../../../../contract/money';
import { bridge } from '../../../bridge/bridge';
import { useConnection } from '../../../bridge/session';
import { useDebounced } from '../../read/useDebounced';
import { OTHER } from '../exchange';

/** How long a person must pause before the gateway is asked. */
const QUOTE_DELAY_MS = 300;
/** The next quote is asked for this long before the one that is shown ends, so that there is no gap. */
const RENEW_BEFORE_MS = 1_000;

export interface HeldQuote {
  quote: ExchangeQuote;
  /** Until when it holds for certain, by this device's clock: counted from when it was asked for. */
  untilMs: number;
}

interface Answered {
  /** What it is the answer to. */
  key: string;
  held: HeldQuote | null;
  error: CallError | null;
}

export interface LiveQuote {
  held: HeldQuote | null;
  error: CallError | null;
  isAsking: boolean;
  /** Asks once more now. @returns null when there is none, or something else was typed meanwhile */
  ask: () => Promise<HeldQuote | null>;
}

/** Calls `renew` at `dueAtMs`, or when the page is looked at again after that. */
function whenDue(dueAtMs: number, renew: () => void): () => void {
  const look = () => {
    if (document.visibilityState === 'visible' && Date.now() >= dueAtMs) renew();
  };
  const timer = setTimeout(look, Math.max(0, dueAtMs - Date.now()));
  document.addEventListener('visibilitychange', look);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

/** @param amount what may be asked for, null for nothing. @param isPaused keeps what is there: it is being confirmed */
export function useLiveQuote(from: AssetCode, amount: string | null, isPaused: boolean): LiveQuote {
  const { isOnline } = useConnection();
  const key = amount === null ? '' : `${from} ${amount}`;
  const isSettled = useDebounced(key, QUOTE_DELAY_MS) === key;
  const [answered, setAnswered] = useState<Answered | null>(null);
  const turn = useRef(0);

  const ask = useCallback(async () => {
    if (amount === null) return null;
    turn.current += 1;
    const mine = turn.current;
    const askedAt = Date.now();
    const answer = await bridge().read(exchangeQuote, { from, to: OTHER[from], amount });
    if (mine !== turn.current) return null;
    const held = answer.ok ? { quote: answer.data, untilMs: askedAt + answer.data.validMs } : null;
    setAnswered({ key: `${from} ${amount}`, held, error: answer.ok ? null : answer.error });
    return held;
  }, [from, amount]);

  const current = answered?.key === key ? answered : null;
  const isActive = key !== '' && isSettled && isOnline && !isPaused;
  const hasFailed = current !== null && current.error !== null;
  const untilMs = current?.held?.untilMs ?? null;
  useEffect(() => {
    if (!isActive || hasFailed) return;
    if (untilMs !== null) return whenDue(untilMs - RENEW_BEFORE_MS, () => void ask());
    void ask();
    return undefined;
  }, [isActive, hasFailed, untilMs, ask]);

  return {
    held: current?.held ?? null,
    error: current?.error ?? null,
    isAsking: key !== '' && isOnline && current === null,
    ask,
  };
}
