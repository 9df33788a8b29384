/** Rows of dividends and shares (migrations/0053_dividends.sql). Every read for a user names the user. */
import { sql, type SQL } from 'drizzle-orm';
import type { AssetCode } from '../../../contract/money';
import type { Queries } from '../../db/client';
import type { Tx } from '../../db/transaction';
import { olderThan } from '../keyset-repo';
import type { Keyset } from '../paging';

const moment = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
const INSERT_BATCH = 5_000;

export interface NewDividend {
  asset: AssetCode;
  /** ISO days, both included. */
  firstDay: string;
  lastDay: string;
  netFees: bigint;
  /** Decimal fraction. */
  maximumRate: string;
  amount: bigint;
  validFrom: bigint;
  custodyDays: bigint;
  journalId: string;
  declaredAt: number;
  expiresAt: number;
}

/** Serializes declarations, so that two of them never meet over the same days. */
export async function lockDeclarations(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('dividend-declare', 0))`);
}

/** Returns the days of a dividend that has one of these; null where none has. */
export async function overlapping(tx: Tx, firstDay: string, lastDay: string): Promise<string | null> {
  const { rows } = await tx.execute<{ days: string }>(sql`
    SELECT first_day || ' to ' || last_day AS days FROM dividends
     WHERE daterange(first_day, last_day, '[]') && daterange(${firstDay}::date, ${lastDay}::date, '[]') ORDER BY first_day LIMIT 1`);
  return rows[0]?.days ?? null;
}

/** @returns its id */
export async function insertDividend(tx: Tx, made: NewDividend): Promise<string> {
  const { asset, firstDay, lastDay, netFees, maximumRate, amount, validFrom, custodyDays, journalId } = made;
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO dividends (asset, first_day, last_day, net_fees, maximum_rate, amount, valid_from, custody_days, journal_id, declared_at, expires_at)
    VALUES (${asset}, ${firstDay}::date, ${lastDay}::date, ${netFees.toString()}::numeric, ${maximumRate}::numeric,
            ${amount.toString()}::numeric, ${validFrom.toString()}::numeric, ${custodyDays.toString()}::numeric, ${journalId}::bigint,
            ${moment(made.declaredAt)}, ${moment(made.expiresAt)}) RETURNING id::text`);
  return rows[0]!.id;
}

export interface NewShare {
  userId: string;
  accountId: string;
  custodyDays: bigint;
  amount: bigint;
}

export async function insertShares(tx: Tx, dividendId: string, shares: readonly NewShare[]): Promise<void> {
  for (let start = 0; start < shares.length; start += INSERT_BATCH) {
    const batch = shares
      .slice(start, start + INSERT_BATCH)
      .map(({ custodyDays, amount, ...who }) => ({ ...who, days: custodyDays.toString(), units: amount.toString() }));
    await tx.execute(sql`
      INSERT INTO dividend_shares (dividend_id, user_id, account_id, custody_days, amount)
      SELECT ${dividendId}::bigint, s."userId", s."accountId", s.days, s.units
        FROM jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) s ("userId" bigint, "accountId" bigint, days numeric, units numeric)`);
  }
}

export interface Share extends NewShare {
  dividendId: string;
  asset: AssetCode;
  /** UTC midnights. */
  firstDay: number;
  lastDay: number;
  netFees: bigint;
  declared: bigint;
  totalCustodyDays: bigint;
  declaredAt: number;
  expiresAt: number;
  claimedAt: number | null;
  returnedAt: number | null;
  journalId: string | null;
}

type ShareRow = Record<
  | 'dividend_id'
  | 'user_id'
  | 'account_id'
  | 'asset'
  | 'first_day'
  | 'last_day'
  | 'net_fees'
  | 'declared'
  | 'total_days'
  | 'custody_days'
  | 'amount'
  | 'declared_at'
  | 'expires_at',
  string
> &
  Record<'claimed_at' | 'returned_at' | 'journal_id', string | null>;

const timeOf = (text: string) => Number(text);

function shareOf(row: ShareRow): Share {
  return {
    dividendId: row.dividend_id,
    userId: row.user_id,
    accountId: row.account_id,
    asset: row.asset as AssetCode,
    firstDay: timeOf(row.first_day),
    lastDay: timeOf(row.last_day),
    netFees: BigInt(row.net_fees),
    declared: BigInt(row.declared),
    totalCustodyDays: BigInt(row.total_days),
    custodyDays: BigInt(row.custody_days),
    amount: BigInt(row.amount),
    declaredAt: timeOf(row.declared_at),
    expiresAt: timeOf(row.expires_at),
    claimedAt: row.claimed_at === null ? null : timeOf(row.claimed_at),
    returnedAt: row.returned_at === null ? null : timeOf(row.returned_at),
    journalId: row.journal_id,
  };
}

const ms = (column: SQL) => sql`round(extract(epoch FROM ${column}) * 1000)::text`;
const midnight = (column: SQL) => ms(sql`(${column}::timestamp AT TIME ZONE 'UTC')`);

const SHARE = sql`
  SELECT s.dividend_id::text, s.user_id::text, s.account_id::text, d.asset, ${midnight(sql`d.first_day`)} AS first_day,
         ${midnight(sql`d.last_day`)} AS last_day, d.net_fees::text, d.amount::text AS declared, d.custody_days::text AS total_days,
         s.custody_days::text, s.amount::text, ${ms(sql`d.declared_at`)} AS declared_at, ${ms(sql`d.expires_at`)} AS expires_at,
         ${ms(sql`s.claimed_at`)} AS claimed_at, ${ms(sql`s.returned_at`)} AS returned_at, s.journal_id::text
    FROM dividend_shares s JOIN dividends d ON d.id = s.dividend_id`;

/** The user's share, locked until the transaction ends. */
export async function lockShare(tx: Tx, userId: string, dividendId: string): Promise<Share | null> {
  const { rows } = await tx.execute<ShareRow>(sql`
    ${SHARE} WHERE s.user_id = ${userId}::bigint AND s.dividend_id = ${dividendId}::bigint FOR NO KEY UPDATE OF s`);
  return rows[0] ? shareOf(rows[0]) : null;
}

/** Shares that the user can claim now, the oldest first. */
export async function claimableShares(queries: Queries, userId: string, now: number, limit: number): Promise<Share[]> {
  const { rows } = await queries.execute<ShareRow>(sql`
    ${SHARE} WHERE s.user_id = ${userId}::bigint AND s.journal_id IS NULL AND d.expires_at > ${moment(now)}
     ORDER BY d.declared_at, d.id LIMIT ${limit}::int`);
  return rows.map(shareOf);
}

/** A user's shares, newest first. */
export async function pageShares(
  queries: Queries,
  { userId, end, limit }: { userId: string; end: Keyset | null; limit: number },
): Promise<Share[]> {
  const older = olderThan(sql`d.declared_at`, sql`d.id`, end);
  const { rows } = await queries.execute<ShareRow>(sql`
    ${SHARE} WHERE s.user_id = ${userId}::bigint ${older ? sql`AND ${older}` : sql``}
     ORDER BY d.declared_at DESC, d.id DESC LIMIT ${limit}::int`);
  return rows.map(shareOf);
}

export async function saveClaim(
  tx: Tx,
  { userId, dividendId }: Pick<Share, 'userId' | 'dividendId'>,
  { journalId, now }: { journalId: string; now: number },
): Promise<void> {
  await tx.execute(sql`
    UPDATE dividend_shares SET claimed_at = ${moment(now)}, journal_id = ${journalId}::bigint
     WHERE dividend_id = ${dividendId}::bigint AND user_id = ${userId}::bigint`);
}

/** Dividends whose time to claim is over, and of which not everything was claimed; the oldest first. */
export async function expiredDividends(queries: Queries, now: number): Promise<string[]> {
  const { rows } = await queries.execute<{ id: string }>(sql`
    SELECT id::text FROM dividends d
     WHERE expires_at <= ${moment(now)} AND EXISTS (SELECT FROM dividend_shares s WHERE s.dividend_id = d.id AND s.journal_id IS NULL)
     ORDER BY id`);
  return rows.map(({ id }) => id);
}

/** Locks the shares of an expired dividend that nobody claimed. @returns their sum and whom they are of */
export async function lockUnclaimed(
  tx: Tx,
  dividendId: string,
): Promise<{ asset: AssetCode; amount: bigint; count: number }> {
  const { rows } = await tx.execute<{ asset: AssetCode; amount: string; count: string }>(sql`
    WITH open AS (SELECT amount FROM dividend_shares WHERE dividend_id = ${dividendId}::bigint AND journal_id IS NULL ORDER BY user_id FOR NO KEY UPDATE)
    SELECT d.asset, (SELECT coalesce(sum(amount), 0) FROM open)::text AS amount, (SELECT count(*) FROM open)::text AS count
      FROM dividends d WHERE d.id = ${dividendId}::bigint`);
  const { asset, amount, count } = rows[0]!;
  return { asset, amount: BigInt(amount), count: Number(count) };
}

/** Notes on the shares that `lockUnclaimed` has locked that they went back. */
export async function saveReturn(
  tx: Tx,
  dividendId: string,
  { journalId, now }: { journalId: string; now: number },
): Promise<void> {
  await tx.execute(sql`
    UPDATE dividend_shares SET returned_at = ${moment(now)}, journal_id = ${journalId}::bigint
     WHERE dividend_id = ${dividendId}::bigint AND journal_id IS NULL`);
}
