/** Intents of money calls: what a person confirmed, at most once carried out. */

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

/**
 * Under which intent a confirmation goes on. One that nothing came of is over for ever (docs/rules.md §2); the same
 * confirmation then has a new one, and only the newest can be carried out.
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

  /** Of a confirmation of this page, which tells itself what became of it. */
  isOwn(intentId: string): boolean {
    return this.#accounts.has(intentId) || [...this.#newest.values()].includes(intentId);
  }

  newestOf(intentId: string): string {
    return this.#newest.get(intentId) ?? intentId;
  }

  /** Call it when the newest one is known to have had no effect, and never to have one. */
  renew(intentId: string): void {
    this.#newest.set(intentId, newId());
  }
}
