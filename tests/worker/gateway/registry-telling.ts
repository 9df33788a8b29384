/** Inputs for the calls of the notice centre and of pushes. */
import { createECDH, randomBytes } from 'node:crypto';

const nothing = () => ({});

/** The keys of a browser's subscription. */
function pushKeys() {
  const own = createECDH('prime256v1');
  return { p256dh: own.generateKeys().toString('base64url'), auth: randomBytes(16).toString('base64url') };
}

export const TELLING_INPUTS = {
  toldNotices: nothing,
  unreadNotices: nothing,
  markNoticesRead: () => ({ until: 0 }),
  tellingPreferences: nothing,
  saveTellingPreferences: () => ({ switches: [{ category: 'orders' as const, channel: 'app' as const, isOn: false }] }),
  pushKey: nothing,
  subscribePush: () => ({ endpoint: 'https://push.example/1', ...pushKeys() }),
  unsubscribePush: nothing,
};
