import { useEffect, useState } from 'react';

/** The time now in UTC ms, renewed every `everyMs`; null stops the renewal. */
export function useNow(everyMs: number | null): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (everyMs === null) return;
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}

/**
 * Whole seconds until `untilMs`, counting down to 0; 0 for null. Because it is given a point in time and not a
 * duration, it goes on where it was after a reload.
 */
export function useCountdown(untilMs: number | null): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (untilMs === null) return;
    setNowMs(Date.now());
    if (untilMs <= Date.now()) return;
    const timer = setInterval(() => {
      const now = Date.now();
      setNowMs(now);
      if (now >= untilMs) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [untilMs]);
  return untilMs === null ? 0 : Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
}
