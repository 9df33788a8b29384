/** Pushes as notifications, and where a tap on one leads (docs/rules.md §13). The gateway sends finished sentences. */
import { pushMessage } from '../../contract/push';
import { SW_PROTOCOL, type FromServiceWorker } from '../../contract/sw-messages';

export interface PushHost {
  registration: Pick<ServiceWorkerRegistration, 'showNotification' | 'pushManager'>;
  clients: Pick<Clients, 'openWindow'>;
  /** Pages of this app. */
  pages(): Promise<readonly WindowClient[]>;
  /** The number on the app's icon; absent where the system has none. */
  setAppBadge?: ((count: number) => Promise<void>) | undefined;
  tell(message: FromServiceWorker): Promise<void>;
}

const ICON = '/icons/icon-192.png';

/** Only our own screens are opened, whatever a notification holds. */
const ADDRESS = /^\/pages\//;

export function createPushes({ registration, clients, pages, setAppBadge, tell }: PushHost) {
  return {
    /** Shows a push. Every one shows something: browsers take the right to push away from who pushes silently. */
    async show(text: string | undefined): Promise<void> {
      const message = pushMessage.safeParse(jsonOf(text)).data;
      const isSeen = (await pages()).some(({ visibilityState }) => visibilityState === 'visible');
      await registration.showNotification('RAB', {
        icon: ICON,
        // Whoever looks at the app sees its toast.
        silent: isSeen,
        ...(message && {
          body: message.text,
          lang: message.lang,
          tag: message.tag,
          data: { address: message.address },
        }),
      });
      // Refused where the app is not installed.
      if (message) await setAppBadge?.(message.unread).catch(() => undefined);
    },

    /** Opens what a notification is about: in the page that is there, else in a new one. */
    async open(data: unknown): Promise<void> {
      const given = (data as { address?: unknown } | null)?.address;
      const address = typeof given === 'string' && ADDRESS.test(given) ? given : null;
      const all = await pages();
      const page = all.find(({ focused }) => focused) ?? all.find((one) => one.visibilityState === 'visible') ?? all[0];
      if (!page) {
        await clients.openWindow(address === null ? '/' : `/#${address}`);
        return;
      }
      const front = await page.focus().catch(() => page);
      if (address !== null)
        front.postMessage({ protocol: SW_PROTOCOL, type: 'OPEN', address } satisfies FromServiceWorker);
    },

    /** The browser has dropped its subscription: takes another for the same key, which a page tells the gateway. */
    async renew(former: PushSubscription | null): Promise<void> {
      if (former) await registration.pushManager.subscribe(former.options).catch(() => undefined);
      await tell({ protocol: SW_PROTOCOL, type: 'PUSH_CHANGED' });
    },
  };
}

function jsonOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
