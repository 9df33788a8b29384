/** The page's line to its service worker. */
import {
  fromServiceWorker,
  SW_PROTOCOL,
  type FromServiceWorker,
  type ReleaseDescription,
  type ReleaseStatus,
  type ReleaseTarget,
  type ToServiceWorker,
} from '../../contract/sw-messages';

type WithoutProtocol<T> = T extends unknown ? Omit<T, 'protocol'> : never;
export type Message = WithoutProtocol<ToServiceWorker>;

/** A service worker of an older protocol never answers. */
const ANSWER_LIMIT_MS = 5_000;

/** The list of a package has to be loaded for it; the person is asked without it then. */
const DESCRIBE_LIMIT_MS = 15_000;

export interface ServiceWorkerLink {
  /** Resolves once there is a service worker, which a first visit has to wait for. */
  installed(): Promise<unknown>;
  /** What is installed; null when there is no service worker that knows. */
  status(): Promise<ReleaseStatus | null>;
  /** What is in a package; null when that cannot be known, or the service worker is older than the question. */
  describe(target: ReleaseTarget): Promise<ReleaseDescription | null>;
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

  const ask = (message: Message, limitMs = ANSWER_LIMIT_MS): Promise<FromServiceWorker | null> =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      const timer = setTimeout(() => resolve(null), limitMs);
      port1.onmessage = ({ data }) => {
        clearTimeout(timer);
        resolve(fromServiceWorker.safeParse(data).data ?? null);
      };
      void post(message, [port2]);
    });

  return {
    installed: () => container.ready,
    async status() {
      const answer = await ask({ type: 'GET_RELEASE' });
      return answer?.type === 'RELEASE' ? answer.status : null;
    },
    async describe(target) {
      const answer = await ask({ type: 'DESCRIBE', target }, DESCRIBE_LIMIT_MS);
      return answer?.type === 'DESCRIBED' ? answer.description : null;
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
