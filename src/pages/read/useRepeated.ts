import { useEffect } from 'react';
import { bridge } from '../../bridge/bridge';
import { useConnection } from '../../bridge/session';

/** Asks again about every `everyMs` while there is a connection and somebody looks at the page; null asks no more. */
export function useRepeated(refresh: () => Promise<void>, everyMs: number | null): void {
  const { isOnline } = useConnection();
  useEffect(() => {
    if (everyMs === null || !isOnline) return;
    let timer: ReturnType<typeof setTimeout>;
    const appoint = () => {
      timer = setTimeout(() => {
        if (document.visibilityState === 'visible') void refresh();
        appoint();
      }, bridge().spread(everyMs));
    };
    appoint();
    return () => clearTimeout(timer);
  }, [refresh, everyMs, isOnline]);
}
