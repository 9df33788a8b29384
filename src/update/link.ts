/** The page's line to its service worker. */
import { messageSW } from 'workbox-window';
import {
  fromServiceWorker,
  SW_PROTOCOL,
  type FromServiceWorker,
  type ReleaseDescription,
  type ReleaseStatus,
  type ReleaseTarget,
  type ScreensStatus,
  type ToServiceWorker,
} from '../../contract/sw-messages';

type UnversionedMessage<T> = T extends unknown ? Omit<T, 'protocol'> : never;
export type Message = UnversionedMessage<ToServiceWorker>;

/** A service worker of an older protocol never answers. */
const ANSWER_LIMIT_MS = 5_000;

/** The list of a package has to be loaded for it; the person is asked without it then. */
const DESCRIBE_LIMIT_MS = 15_000;

export interface ServiceWorkerLink {
  /** Resolves once there is a service worker, which a first visit has to wait for. */
  installed(): Promise<unknown>;
  /** Asks which version is installed; null when there is no service worker that knows. */
  status(): Promise<ReleaseStatus | null>;
  /** Describes a package; null when that cannot be known, or the service worker is older than the question. */
  describe(target: ReleaseTarget): Promise<ReleaseDescription | null>;
  send(message: Message): void;
  onStatus(listener: (status: ReleaseStatus) => void): void;
  /** Looks for a new build of the service worker, and lets one that waits take over. */
  renew(): Promise<void>;
}

/** Asks about the files that the service worker keeps for later: worker/service/later-files.ts. */
export interface LaterFilesLink {
  /** Asks how many screens open offline; null when there is no service worker that knows. */
  screens(): Promise<ScreensStatus | null>;
  /** @returns what ends it */
  onScreens(listener: (screens: ScreensStatus) => void): () => void;
}

/** Asks for the images that another app has shared: worker/service/shared-images.ts. */
export interface SharedImagesLink {
  /** Takes them, once; null when there is no service worker that knows. */
  takeShared(): Promise<{ images: Blob[]; refused: number } | null>;
}

type Link = ServiceWorkerLink & LaterFilesLink & SharedImagesLink;

/** @returns null where the browser has no service workers (or does not allow them here) */
export function openLink(container: ServiceWorkerContainer | undefined): Link | null {
  if (!container) return null;
  const active = async () => container.controller ?? (await container.getRegistration())?.active ?? null;
  /** Resolves when it answers, if it does. */
  const post = async (message: Message): Promise<unknown> => {
    const worker = await active();
    return worker && messageSW(worker, { protocol: SW_PROTOCOL, ...message });
  };

  const ask = (message: Message, limitMs = ANSWER_LIMIT_MS): Promise<FromServiceWorker | null> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => resolve(null), limitMs);
      void post(message).then((answer) => {
        clearTimeout(timer);
        resolve(fromServiceWorker.safeParse(answer).data ?? null);
      });
    });

  // Workbox hears only service workers that its own page has registered, and every tab is to hear of every change.
  const hear = (heard: (message: FromServiceWorker) => void): (() => void) => {
    const onMessage = ({ data }: MessageEvent<unknown>) => {
      const parsed = fromServiceWorker.safeParse(data);
      if (parsed.success) heard(parsed.data);
    };
    container.addEventListener('message', onMessage);
    return () => container.removeEventListener('message', onMessage);
  };

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
    async screens() {
      const answer = await ask({ type: 'GET_SCREENS' });
      return answer?.type === 'SCREENS' ? answer.screens : null;
    },
    async takeShared() {
      const answer = await ask({ type: 'TAKE_SHARED' });
      if (answer?.type !== 'SHARED') return null;
      return { images: answer.images.filter((image) => image instanceof Blob), refused: answer.refused };
    },
    send: (message) => void post(message),
    onStatus(listener) {
      hear((message) => message.type === 'RELEASE' && listener(message.status));
    },
    onScreens: (listener) => hear((message) => message.type === 'SCREENS' && listener(message.screens)),
    async renew() {
      const registration = await container.getRegistration();
      if (!registration) return;
      const takeOver = (worker: ServiceWorker | null) =>
        worker && void messageSW(worker, { protocol: SW_PROTOCOL, type: 'SKIP_WAITING' });
      registration.addEventListener('updatefound', () => {
        const next = registration.installing;
        next?.addEventListener('statechange', () => next.state === 'installed' && takeOver(next));
      });
      await registration.update().catch(() => undefined);
      takeOver(registration.waiting);
    },
  };
}
