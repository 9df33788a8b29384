import { useEffect, useState } from 'react';
import { clockAhead, serverNow, steadyServerClock } from '../bridge/server-clock';
import { useSignal } from '../bridge/signal';

/** The time now by the gateway's clock, UTC ms, renewed every `everyMs`; null stops the renewal. */
export function useNow(everyMs: number | null): number {
  const aheadMs = useSignal(clockAhead);
  const [nowMs, setNowMs] = useState(serverNow);
  useEffect(() => {
    if (everyMs === null) return;
    setNowMs(serverNow());
    const timer = setInterval(() => setNowMs(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, aheadMs]);
  return nowMs;
}

/**
 * Whole seconds until `untilMs` of the gateway's clock, counting down to 0; 0 for null. Because it is given a point in time and not a
 * duration, it goes on where it was after a reload.
 */
export function useCountdown(untilMs: number | null): number {
  const aheadMs = useSignal(clockAhead);
  const [nowMs, setNowMs] = useState(serverNow);
  useEffect(() => {
    if (untilMs === null) return;
    const now = steadyServerClock();
    setNowMs(now());
    if (untilMs <= now()) return;
    const timer = setInterval(() => {
      setNowMs(now());
      if (now() >= untilMs) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [untilMs, aheadMs]);
  return untilMs === null ? 0 : Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
}
