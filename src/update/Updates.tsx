import { useEffect, useState, type ComponentType } from 'react';
import { useWorkerState } from '../bridge/session';
import { reportStarted } from './started';

/** Where the browser has no idle callback: after the first screen has had its time. */
const IDLE_FALLBACK_MS = 1_500;
const IDLE_LIMIT_MS = 5_000;

function whenIdle(callback: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const id = requestIdleCallback(callback, { timeout: IDLE_LIMIT_MS });
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(callback, IDLE_FALLBACK_MS);
  return () => clearTimeout(id);
}

/** On a first visit there is nothing to update, and the network has better to do until the service worker has everything. */
function whenControlled(callback: () => void): () => void {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (container?.controller) return whenIdle(callback);
  container?.addEventListener('controllerchange', callback, { once: true });
  return () => container?.removeEventListener('controllerchange', callback);
}

/** Says that the app has come up, and looks for a new version when there is time for it. */
export function Updates() {
  const isUp = useWorkerState() === 'running';
  const [Host, setHost] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!isUp) return;
    reportStarted();
    return whenControlled(() => {
      import('./UpdateHost').then(
        ({ UpdateHost }) => setHost(() => UpdateHost),
        // Not reachable: the next start looks again.
        () => undefined,
      );
    });
  }, [isUp]);
  return Host && <Host />;
}
