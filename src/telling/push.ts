/** Pushes on this device: the browser's subscription, which the gateway is told of (docs/rules.md §13). */
import { pushKey, subscribePush, unsubscribePush } from '../../contract/calls/telling';
import { bridge } from '../bridge/bridge';
import { readPreference, writePreference } from '../theme/preferences';

/** `unsupported`: the browser cannot; `blocked`: the person has forbidden it in the browser. */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on';

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return isSupported() ? navigator.serviceWorker.getRegistration() : undefined;
}

async function current(): Promise<PushSubscription | null> {
  return (await (await registration())?.pushManager.getSubscription()) ?? null;
}

/** Names what the gateway was told: another subscription or language is told anew. */
async function markOf({ endpoint }: PushSubscription): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  const hex = [...new Uint8Array(digest).slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex} ${document.documentElement.lang}`;
}

export async function pushState(): Promise<PushState> {
  if (!(await registration())) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return readPreference('rab.push') !== null && (await current()) !== null ? 'on' : 'off';
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));

/** @returns whether the gateway knows the subscription */
async function tell(subscription: PushSubscription): Promise<boolean> {
  const { endpoint, keys } = subscription.toJSON();
  const answer = await bridge().write(subscribePush, {
    endpoint: endpoint ?? '',
    p256dh: keys?.['p256dh'] ?? '',
    auth: keys?.['auth'] ?? '',
  });
  if (answer.ok) writePreference('rab.push', await markOf(subscription));
  else bridge().report(answer.error, 'write');
  return answer.ok;
}

async function subscribe({ pushManager }: ServiceWorkerRegistration): Promise<boolean> {
  const answer = await bridge().read(pushKey, {});
  if (!answer.ok) return false;
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(answer.data.publicKey) };
  let subscription;
  try {
    subscription = await pushManager.subscribe(options);
  } catch {
    // One for another key stands in the way, as of a gateway that was set up anew.
    await (await pushManager.getSubscription())?.unsubscribe();
    subscription = await pushManager.subscribe(options);
  }
  if (await tell(subscription)) return true;
  await subscription.unsubscribe();
  return false;
}

/** Asks the browser's permission, and subscribes. Call it from a tap, after the person was told what it is for. */
export async function startPush(): Promise<PushState> {
  const worker = await registration();
  if (!worker) return 'unsupported';
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off';
  try {
    return (await subscribe(worker)) ? 'on' : 'off';
  } catch {
    // The browser's push service is away, or has none.
    return 'off';
  }
}

/** Ends pushes on this device, and takes away what they have shown. Works without a connection. */
export async function endPush(): Promise<void> {
  writePreference('rab.push', null);
  const worker = await registration();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
  for (const shown of (await worker?.getNotifications()) ?? []) shown.close();
}

/** The person switches pushes off here: the gateway forgets the device as well. */
export async function stopPush(): Promise<void> {
  await endPush();
  const answer = await bridge().write(unsubscribePush, {});
  // Without a connection it finds out from the push service.
  if (!answer.ok && !answer.error.retryable) bridge().report(answer.error, 'write');
}

/** Tells the gateway where the browser or the language has changed since; takes up again what the browser has dropped. */
export async function renewPush(): Promise<void> {
  const told = readPreference('rab.push');
  const worker = told === null ? undefined : await registration();
  if (!worker || Notification.permission !== 'granted') return;
  const subscription = await current();
  if (subscription === null) await subscribe(worker).catch(() => undefined);
  else if ((await markOf(subscription)) !== told) await tell(subscription);
}
