/** The page's line to its service worker. */
import {
  fromServiceWorker,
  SW_PROTOCOL,
  type FromServiceWorker,
  type ReleaseStatus,
  type ToServiceWorker,
} from '../../contract/sw-messages';

type WithoutProtocol<T> = T extends unknown ? Omit<T, 'protocol'> : never;
export type Message = WithoutProtocol<ToServiceWorker>;

/** A service worker of an older protocol never answers. */
const ANSWER_LIMIT_MS = 5_000;

export interface ServiceWorkerLink {
  /** What is installed; null when there is no service worker that knows. */
  status(): Promise<ReleaseStatus | null>;
  send(message: Message): void;
  onStatus(listener: (status: ReleaseStatus) => void): void;
  /** Looks for a new build of the service worker, and lets one that waits take over. */
  renew(): Promise<void>;
}

/** @returns null where the browser has no service workers (or does not allow them here) */
export function openLink(container: ServiceWorkerContainer | undefined): ServiceWorkerLink | null {
  if (!container) return null;
  const active = async () => container.controller ?? (await container.getRegistration())?.active ?? null;
  const post = async (message: Message, ports: Transferable[] = []) =>
    (await active())?.postMessage({ protocol: SW_PROTOCOL, ...message }, ports);

  const ask = (message: Message): Promise<FromServiceWorker | null> =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      const timer = setTimeout(() => resolve(null), ANSWER_LIMIT_MS);
      port1.onmessage = ({ data }) => {
        clearTimeout(timer);
        resolve(fromServiceWorker.safeParse(data).data ?? null);
      };
      void post(message, [port2]);
    });

  return {
    async status() {
      const answer = await ask({ type: 'GET_RELEASE' });
      return answer?.type === 'RELEASE' ? answer.status : null;
    },
    send: (message) => void post(message),
    onStatus(listener) {
      container.addEventListener('message', ({ data }) => {
        const parsed = fromServiceWorker.safeParse(data);
        if (parsed.success && parsed.data.type === 'RELEASE') listener(parsed.data.status);
      });
    },
    async renew() {
      const registration = await container.getRegistration();
      if (!registration) return;
      const takeOver = (worker: ServiceWorker | null) =>
        worker?.postMessage({ protocol: SW_PROTOCOL, type: 'SKIP_WAITING' }, []);
      registration.addEventListener('updatefound', () => {
        const next = registration.installing;
        next?.addEventListener('statechange', () => next.state === 'installed' && takeOver(next));
      });
      await registration.update().catch(() => undefined);
      takeOver(registration.waiting);
    },
  };
}
