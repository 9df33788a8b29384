/**
 * Keeps the values of open forms over a restart of the page.
 *
 * [Note: Kept forms] An update restarts all tabs, so what was typed has to come back, in the same tab and for the same
 * person. It goes through this tab's session storage: written when the page goes, taken out when the next one starts.
 * Forms name the fields that they keep, so passwords and codes never get there by being forgotten.
 */
import type { SessionState } from '../../contract/events';

export type KeptValues = Record<string, string>;

interface KeptForms {
  owner: string;
  forms: Record<string, KeptValues>;
}

export const KEPT_FORMS_KEY = 'rab.kept-forms';

const sources = new Map<string, () => KeptValues | null>();
let taken: KeptForms | null = null;

function ownerOf(session: SessionState | null): string {
  return session?.state === 'open' ? `${session.userId} ${session.accountId}` : '';
}

function isKept(value: unknown): value is KeptForms {
  return typeof value === 'object' && value !== null && 'owner' in value && 'forms' in value;
}

/** Takes the values that the last page left. Call once, before the first screen; `session` gives the session at the time. */
export function startKeptForms(session: () => SessionState | null): void {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEPT_FORMS_KEY) ?? 'null');
    taken = isKept(stored) ? stored : null;
    sessionStorage.removeItem(KEPT_FORMS_KEY);
  } catch {
    taken = null;
  }
  addEventListener('pagehide', () => keepForms(session()));
  addEventListener('pageshow', (event) => {
    // Back out of the browser's own cache: the forms are still there.
    if (event.persisted) sessionStorage.removeItem(KEPT_FORMS_KEY);
  });
}

/** Writes the values of all open forms; nothing when there are none. */
function keepForms(session: SessionState | null): void {
  const forms: KeptForms['forms'] = {};
  for (const [name, read] of sources) {
    const values = read();
    if (values && Object.values(values).some((value) => value !== '')) forms[name] = values;
  }
  if (Object.keys(forms).length === 0) return;
  const kept: KeptForms = { owner: ownerOf(session), forms };
  try {
    sessionStorage.setItem(KEPT_FORMS_KEY, JSON.stringify(kept));
  } catch {
    // Storage is refused: nothing can be kept.
  }
}

/** Keeps what `read` answers when the page goes. @returns what ends it */
export function keepForm(name: string, read: () => KeptValues | null): () => void {
  sources.set(name, read);
  return () => {
    if (sources.get(name) === read) sources.delete(name);
  };
}

/** Returns the form's values of before the restart, once; null when there were none, or when they were somebody else's. */
export function takeForm(name: string, session: SessionState | null): KeptValues | null {
  const values = taken?.forms[name];
  if (!taken || !values) return null;
  delete taken.forms[name];
  return taken.owner === ownerOf(session) ? values : null;
}
