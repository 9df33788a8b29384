import { useEffect, useState, type ComponentType } from 'react';
import { whenIdle } from '../start';
import { bridge } from '../bridge/bridge';
import { useSession, useWorkerState } from '../bridge/session';
import { useSignal } from '../bridge/signal';
import { reportStarted } from './started';

/** Says that the app has come up, and looks for a new version when there is time for it. */
export function Updates() {
  const isUp = useWorkerState() === 'running';
  const isOpen = useSession()?.state === 'open';
  const isRefused = useSignal(bridge().outdated) !== null;
  // A first visit has come from the server just now: until that refuses it, nothing is loaded beside the login page.
  const mayBeOld = isOpen || isRefused || Boolean(navigator.serviceWorker?.controller);
  const [Host, setHost] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (isUp) reportStarted();
  }, [isUp]);
  useEffect(() => {
    if (!isUp || !mayBeOld) return;
    return whenIdle(() => {
      import('./UpdateHost').then(
        ({ UpdateHost }) => setHost(() => UpdateHost),
        // Not reachable: the next start looks again.
        () => undefined,
      );
    });
  }, [isUp, mayBeOld]);
  return Host && <Host />;
}
