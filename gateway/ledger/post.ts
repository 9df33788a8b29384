/** Posting: the only way in which money moves (docs/rules.md §1–2). One SQL call for any number of journals and legs. */
import { sql } from 'drizzle-orm';
import type { AssetCode } from '../../contract/money';
import type { Queries } from '../db/client';
import type { Tx } from '../db/transaction';
import type { LedgerAsset, SystemAccount, UserAccountKind } from './chart';
import { refusing } from './errors';
import { feeLegs, type Fee } from './fees';

/** Names an account by id, as a user's account (opened on first use; owner is the trading account, main or sub), or by name. */
export type AccountRef =
  | { id: string }
  | { owner: string; kind: UserAccountKind; asset: AssetCode }
  | { system: SystemAccount; asset: LedgerAsset };

export interface Leg {
  account: AccountRef;
  /** Smallest units, signed: positive credits the account, negative debits it. Never zero. */
  amount: bigint;
  /** A debit that is paid out of this hold on the same account. */
  holdId?: string;
  /** True if the rest of the hold becomes available again after this leg; otherwise it stays held. */
  releaseRest?: boolean;
  /** A credit to a pool over all its lanes instead of one: for fundings that many will draw on at once. */
  spread?: boolean;
}

export interface Journal {
  /** Unique for ever, 1–200 characters, derived from the intent (e.g. `custody-interest:17:3`), so that it posts once. */
  transferId: string;
  /** `custody-place`, `pool-fund`, …: lower case words with hyphens. */
  kind: string;
  /** The subject of the journal, e.g. an order's id; statements show and search it. */
  reference?: string;
  memo?: Record<string, unknown>;
  /** The moment at which it happened, UTC ms, from the injected clock. */
  at: number;
  /** At least two; they sum to zero per asset. Legs to one pool with the same sign become one. */
  legs: readonly Leg[];
  /** Fees that the journal takes: the legs that credit them are added to `legs`. */
  fees?: readonly Fee[];
}

export interface PostedEntry {
  entryId: string;
  accountId: string;
  asset: LedgerAsset;
  amount: bigint;
  /** Position in the account's own numbering and its balance then; null for append accounts, which are sealed later. */
  accountSeq: string | null;
  balanceAfter: bigint | null;
}

export interface PostedJournal {
  journalId: string;
  entries: PostedEntry[];
}

interface PostedRow {
  journalId: string;
  entries: (Omit<PostedEntry, 'amount' | 'balanceAfter'> & { amount: string; balanceAfter: string | null })[];
}

function feeInput({ base, shares, ...fee }: Fee) {
  const text = Object.fromEntries(Object.entries(shares).map(([share, units]) => [share, units.toString()]));
  return { ...fee, base: base.toString(), shares: text };
}

function journalInput({ at, legs, fees = [], ...journal }: Journal) {
  return {
    ...journal,
    createdAt: at,
    ...(fees.length > 0 && { fees: fees.map(feeInput) }),
    legs: [...legs, ...feeLegs(fees)].map(({ account, amount, ...leg }) => ({
      ...account,
      ...leg,
      amount: amount.toString(),
    })),
  };
}

function postedJournal({ journalId, entries }: PostedRow): PostedJournal {
  return {
    journalId,
    entries: entries.map((entry) => ({
      ...entry,
      amount: BigInt(entry.amount),
      balanceAfter: entry.balanceAfter === null ? null : BigInt(entry.balanceAfter),
    })),
  };
}

/**
 * Posts several journals, all or none, taking every lock in one fixed order. Prefer it over several `post`s in one
 * transaction: those may meet others in a deadlock and be retried.
 * @throws LedgerError insufficient-funds, pool-empty, unbalanced, unknown-account, source-refused, fee-refused, duplicate-transfer,
 * unknown-hold, hold-exceeded, amount-out-of-range.
 */
export async function postAll(tx: Tx, journals: readonly Journal[]): Promise<PostedJournal[]> {
  if (journals.length === 0) return [];
  const input = JSON.stringify(journals.map(journalInput));
  const { rows } = await refusing(
    tx.execute<{ posted: PostedRow[] }>(sql`SELECT ledger_post(${input}::jsonb) AS posted`),
  );
  return (rows[0]?.posted ?? []).map(postedJournal);
}

/** Posts one journal. @throws LedgerError as `postAll` does. */
export async function post(tx: Tx, journal: Journal): Promise<PostedJournal> {
  const [posted] = await postAll(tx, [journal]);
  if (!posted) throw new Error('ledger_post answered nothing');
  return posted;
}

/** True if a journal of this transfer was ever posted. */
export async function isPosted(queries: Queries, transferId: string): Promise<boolean> {
  const { rows } = await queries.execute(sql`SELECT FROM journals WHERE transfer_id = ${transferId}`);
  return rows.length > 0;
}
