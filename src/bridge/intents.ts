/** Intents of money calls: an intent is one confirmation of a person, carried out at most once. */
import type { SessionState } from '../../contract/events';

/** A UUID. */
export function newId(): string {
  // randomUUID is there only in secure contexts; a gateway on the local network is none.
  if (isSecureContext) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Returns the account that the page shows; null while it shows none. */
export function accountOf(session: SessionState | null): string | null {
  return session?.state === 'open' ? session.accountId : null;
}

/**
 * Keeps the intent under which a confirmation goes on. An intent without effect is over for ever (docs/rules.md §2); the same
 * confirmation then gets a new one, and only the newest can be carried out.
 */
export class Intents {
  readonly #newest = new Map<string, string>();
  readonly #accounts = new Map<string, string>();

  /** One id per intent that a person confirms; a retry of the same intent passes the same one. */
  begin(accountId: string | null): string {
    const intentId = newId();
    if (accountId !== null) this.#accounts.set(intentId, accountId);
    return intentId;
  }

  /** The account whose figures were shown when the confirmation opened. */
  accountOf(intentId: string): string | undefined {
    return this.#accounts.get(intentId);
  }

  /** Returns whether the intent belongs to a confirmation of this page, which itself tells how it ended. */
  isOwn(intentId: string): boolean {
    return this.#accounts.has(intentId) || [...this.#newest.values()].includes(intentId);
  }

  newestOf(intentId: string): string {
    return this.#newest.get(intentId) ?? intentId;
  }

  /** Replaces an intent that is known to have had no effect, and never to have one. */
  renew(intentId: string): void {
    this.#newest.set(intentId, newId());
  }
}
