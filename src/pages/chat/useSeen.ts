import { useEffect, useRef } from 'react';

/**
 * Tells the gateway how far the person has read, once for each newest message, as soon as somebody looks.
 * @param tell the same function at every rendering; after a failure the next look, or the next message, tells it
 */
export function useSeen<Newest extends string | number>(
  newest: Newest | undefined,
  tell: (newest: Newest) => Promise<{ ok: boolean }>,
): void {
  const told = useRef<Newest | undefined>(undefined);
  useEffect(() => {
    const look = () => {
      if (newest === undefined || told.current === newest || document.visibilityState !== 'visible') return;
      told.current = newest;
      void tell(newest).then(({ ok }) => {
        if (!ok && told.current === newest) told.current = undefined;
      });
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [newest, tell]);
}
