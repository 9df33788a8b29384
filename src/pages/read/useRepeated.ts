import { useEffect } from 'react';
import { useConnection } from '../../bridge/session';

/** Asks again every `everyMs` while there is a connection and somebody looks at the page; null asks no more. */
export function useRepeated(refresh: () => Promise<void>, everyMs: number | null): void {
  const { isOnline } = useConnection();
  useEffect(() => {
    if (everyMs === null || !isOnline) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refresh();
    }, everyMs);
    return () => clearInterval(timer);
  }, [refresh, everyMs, isOnline]);
}
