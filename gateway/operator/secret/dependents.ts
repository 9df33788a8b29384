/**
 * Everything in the database that depends on the gateway's secret, and what a rotation makes of it. A test walks all columns of the
 * schema: one that looks sealed or keyed and stands nowhere here fails it.
 */
import { cardKey, documentKey, seal, unseal, type SealUse } from '../../domain/identity/secrets/secrets';

/** A row's columns, as JSON. */
export type Columns = Readonly<Record<string, unknown>>;

export interface Secrets {
  before: Uint8Array;
  next: Uint8Array;
}

/** Columns of one table that are sealed anew, with those that are made of what they hold. */
export interface ResealedColumns {
  table: string;
  /** Unique; a rotation goes through the rows in its order. */
  key: string;
  columns: readonly string[];
  /**
   * Returns the columns to change in a row; null when nothing in it is of the former secret (any more). @throws Error when
   * neither secret opens it
   */
  reseal(row: Columns, secrets: Secrets): Columns | null;
}

function opens(secret: Uint8Array, use: SealUse, sealed: string): boolean {
  try {
    unseal(secret, use, sealed);
    return true;
  } catch {
    return false;
  }
}

/** Opens a sealed text with the former secret; null when it is of the next secret already. @throws Error when it is of neither */
function openedBefore({ before, next }: Secrets, use: SealUse, sealed: unknown): string | null {
  if (typeof sealed !== 'string' || opens(next, use, sealed)) return null;
  return unseal(before, use, sealed);
}

/** Sealed texts, and hashes `made` of what one of them holds. */
function texts(
  table: string,
  key: string,
  use: SealUse,
  sealed: readonly string[],
  made: Readonly<Record<string, { of: string; from(opened: string, next: Uint8Array): string }>> = {},
): ResealedColumns {
  return {
    table,
    key,
    columns: [...sealed, ...Object.keys(made)],
    reseal(row, secrets) {
      const opened = sealed.flatMap((column) => {
        const text = openedBefore(secrets, use, row[column]);
        return text === null ? [] : [[column, text] as const];
      });
      if (opened.length === 0) return null;
      const changed: Record<string, unknown> = {};
      for (const [column, text] of opened) {
        changed[column] = seal(secrets.next, use, text);
        for (const [hash, { of, from }] of Object.entries(made)) {
          if (of === column) changed[hash] = from(text, secrets.next);
        }
      }
      return changed;
    },
  };
}

const documentNumberOf = (opened: string) => (JSON.parse(opened) as [string, string])[1];
const cardNumberOf = (opened: string) => (JSON.parse(opened) as { number: string }).number;

/** The seller's cards of a trade: an array of objects with a sealed part each. */
const payees: ResealedColumns = {
  table: 'otc_usdt_trades',
  key: 'id',
  columns: ['payees'],
  reseal(row, secrets) {
    const all = row['payees'] as readonly { sealedCard: string }[];
    let isChanged = false;
    const resealed = all.map((payee) => {
      const opened = openedBefore(secrets, 'card', payee.sealedCard);
      if (opened === null) return payee;
      isChanged = true;
      return { ...payee, sealedCard: seal(secrets.next, 'card', opened) };
    });
    return isChanged ? { payees: JSON.stringify(resealed) } : null;
  },
};

export const RESEALED: readonly ResealedColumns[] = [
  texts('authenticators', 'user_id', 'authenticator', ['sealed_secret']),
  texts('identity_records', 'user_id', 'document', ['sealed_number', 'sealed_name'], {
    number_key: { of: 'sealed_number', from: (opened, next) => documentKey(next, documentNumberOf(opened)) },
  }),
  texts('withdrawal_methods', 'id', 'card', ['sealed_card'], {
    target_key: { of: 'sealed_card', from: (opened, next) => cardKey(next, cardNumberOf(opened)) },
  }),
  texts('withdrawals', 'id', 'card', ['sealed_card']),
  payees,
  texts('outbound_messages', 'id', 'message', ['sealed']),
  texts('older_keys', 'id', 'older-key', ['sealed_key']),
  texts('push_keys', 'id', 'push-key', ['sealed_private']),
  texts('push_subscriptions', 'id', 'push', ['sealed']),
];

/**
 * Keyed hashes that lapse by themselves soon, or that only spare somebody something: a rotation drops them. Codes on their way are
 * asked for again, devices are strangers until their next log-in, counters begin anew.
 */
export const DROPPED: readonly { table: string; columns: readonly string[]; sql: string }[] = [
  { table: 'verification_codes', columns: ['account_key', 'code_hash'], sql: 'DELETE FROM verification_codes' },
  { table: 'captcha_demands', columns: ['address_key'], sql: 'DELETE FROM captcha_demands' },
  { table: 'login_failures', columns: ['subject_key'], sql: 'DELETE FROM login_failures' },
  { table: 'login_tries', columns: ['account_key'], sql: 'DELETE FROM login_tries' },
  { table: 'known_devices', columns: ['token_hash'], sql: 'DELETE FROM known_devices' },
  {
    table: 'sessions',
    columns: ['device_hash'],
    sql: 'UPDATE sessions SET device_hash = NULL WHERE device_hash IS NOT NULL',
  },
  { table: 'rate_limits', columns: ['key'], sql: 'DELETE FROM rate_limits' },
  { table: 'operator_code', columns: ['hash'], sql: 'DELETE FROM operator_code' },
];

/** Hashes by a key that is kept (gateway/domain/identity/secrets/older-keys.ts), because what they hash is not. */
export const KEPT: Readonly<Record<string, readonly string[]>> = {
  recovery_codes: ['code_hash'],
  users: ['login_password_hash', 'trade_password_hash'],
};

/** The check values themselves. */
export const CHECK_VALUES: Readonly<Record<string, readonly string[]>> = {
  gateway_secret: ['fingerprint', 'next_fingerprint'],
};

/** Columns that look as if they depended on the secret, and do not: why. */
export const INDEPENDENT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sessions: { token_hash: 'SHA-256 of 256 random bits' },
  freeze_links: { token_hash: 'SHA-256 of 256 random bits' },
  tickets: { ticket_hash: 'SHA-256 of 256 random bits', payload: 'what a ticket is for, in clear' },
  captchas: { salt: 'random, told to whoever asks' },
  idempotency_keys: {
    key: 'random, of the device',
    input_hash: 'SHA-256 of an input',
    answer: 'without payees and cards',
  },
  audit_log: { detail: 'in clear', previous_hash: 'SHA-256 chain', hash: 'SHA-256 chain' },
  audit_chain: { genesis_hash: 'SHA-256', last_hash: 'SHA-256' },
  ledger_days: { head: 'SHA-256 chain' },
  journals: { memo: 'in clear' },
  fees: { rates: 'in clear' },
  incomes: { inputs: 'in clear' },
  mining_receipts: { file_hash: 'SHA-256 of a file' },
  slip_imports: { file_hash: 'SHA-256 of a file' },
  delivery_slips: { path: 'prices, in clear' },
  older_keys: { key_id: 'tells which key it is' },
  operator_keys: { public_key: 'public' },
  operator_proposals: { input: 'in clear', preview: 'in clear' },
  deposit_keys: { key_id: 'of a public key' },
  deposit_addresses: { key_id: 'of a public key' },
  deposits: { block_hash: 'of a chain' },
  chain_scans: { recent: 'hashes of a chain' },
  live_events: { calls: 'names', notice: 'in clear' },
  notice_preferences: { switches: 'in clear' },
  push_keys: { public_key: 'public' },
  push_subscriptions: { endpoint_hash: 'SHA-256 of an address with a random part' },
  otc_usdt_evidence: { images: 'ids of uploads, whose files are sealed' },
  otc_usdt_offers: { method_ids: 'ids' },
  otc_usdt_trades: { proofs: 'ids of uploads, whose files are sealed' },
  withdrawal_transactions: { block_hash: 'of a chain' },
  wallet_fundings: { block_hash: 'of a chain' },
  wallet_spendings: { block_hash: 'of a chain' },
  wallet_outgoings: { block_hash: 'of a chain' },
  payout_mark: { token: 'random, compared with a file' },
  contents: { sample_key: 'a name', texts: 'in clear' },
  otc_rab_day: { moves: 'prices, in clear' },
  product_quotes: { points: 'prices, in clear' },
  settings: { key: 'a name', value: 'in clear' },
  airdrops: { list: 'in clear' },
  releases: { packages: 'in clear' },
  system_jobs: { state: 'in clear' },
  demo_data: { orders: 'in clear' },
  identity_records: { images: 'ids of uploads, whose files are sealed', fields: 'states and reasons' },
};
