/**
 * The choices that belong to this device and not to an account: theme, language, price colours, hidden balances, the place of the customer-service button.
 * Beside them the page keeps in localStorage only which languages the gateway offers (src/start/boot/looks.ts), whether somebody was logged in, so that a start need not wait to know
 * which screen comes, that they have logged out (src/bridge/leaving.ts), that app lock removed what was kept, and the code of an invitation link, both until the next log-in, and which subscription for pushes the gateway knows (src/telling/push.ts); everything else lives in the worker's database.
 */
export type PreferenceKey =
  | 'rab.theme'
  | 'rab.locale'
  | 'rab.updown'
  | 'rab.eye'
  | 'rab.service-dock'
  | 'rab.inside'
  | 'rab.offered'
  | 'rab.invited'
  | 'rab.wiped'
  | 'rab.leaving'
  | 'rab.push';

/** The stored choice, or null when there is none or storage is refused. */
export function readPreference(key: PreferenceKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The stored choice where it is one of these. */
export function readChoice<T extends string>(key: PreferenceKey, allowed: readonly T[]): T | null {
  const value = readPreference(key);
  return allowed.find((one) => one === value) ?? null;
}

/** Keeps (or with null forgets) a choice. When storage is refused it holds for this visit only. */
export function writePreference(key: PreferenceKey, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Private windows refuse storage; the choice is applied to the page all the same.
  }
}
