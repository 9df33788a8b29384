/** Rows of delivery slips and of their imports (migrations/0060_slips.sql). */
import { sql } from 'drizzle-orm';
import type { SlipDirection, SlipResult } from '../../../contract/calls/slips';
import type { Queries } from '../../db/client';
import type { Tx } from '../../db/transaction';
import { olderThan } from '../keyset-repo';
import type { Keyset } from '../paging';
import type { PathPoint } from './columns';

const iso = (at: number) => new Date(at).toISOString();

/** A slip as the desk reports it. Figures are decimals without needless zeros. */
export interface SlipFacts {
  accountId: string;
  tradeNumber: string;
  product: string | null;
  direction: SlipDirection;
  profit: bigint;
  margin: bigint;
  lots: string;
  spread: string;
  leverage: string;
  openPrice: string;
  openedAt: number;
  closePrice: string;
  closedAt: number;
  high: string | null;
  low: string | null;
  path: readonly PathPoint[];
}

export interface Slip extends SlipFacts {
  id: string;
  listedAt: number;
}

interface SlipRecord extends Record<string, unknown> {
  id: string;
  account_id: string;
  trade_number: string;
  product: string | null;
  direction: SlipDirection;
  profit: string;
  margin: string;
  lots: string;
  spread: string;
  leverage: string;
  open_price: string;
  opened: string;
  close_price: string;
  closed: string;
  high: string | null;
  low: string | null;
  listed: string;
  path: [number, string][];
}

const ms = (column: string) => sql.raw(`round(extract(epoch FROM ${column}) * 1000)::text`);
const COLUMNS = sql`id::text, account_id::text, trade_number, product, direction, profit::text, margin::text, lots::text, spread::text,
  leverage::text, open_price::text, ${ms('opened_at')} AS opened, close_price::text, ${ms('closed_at')} AS closed,
  high::text, low::text, ${ms('listed_at')} AS listed`;

function slipOf(row: SlipRecord): Slip {
  return {
    id: row.id,
    accountId: row.account_id,
    tradeNumber: row.trade_number,
    product: row.product,
    direction: row.direction,
    profit: BigInt(row.profit),
    margin: BigInt(row.margin),
    lots: row.lots,
    spread: row.spread,
    leverage: row.leverage,
    openPrice: row.open_price,
    openedAt: Number(row.opened),
    closePrice: row.close_price,
    closedAt: Number(row.closed),
    high: row.high,
    low: row.low,
    listedAt: Number(row.listed),
    path: row.path.map(([at, price]) => ({ at, price })),
  };
}

/** An account's slips without their paths, newest first. */
export async function pageSlips(
  queries: Queries,
  { accountId, end, limit }: { accountId: string; end: Keyset | null; limit: number },
): Promise<Slip[]> {
  const older = olderThan(sql`listed_at`, sql`id`, end);
  const { rows } = await queries.execute<SlipRecord>(sql`
    SELECT ${COLUMNS}, '[]'::jsonb AS path FROM delivery_slips WHERE account_id = ${accountId}::bigint ${older ? sql`AND ${older}` : sql``}
     ORDER BY listed_at DESC, id DESC LIMIT ${limit}::int`);
  return rows.map(slipOf);
}

export async function findSlip(queries: Queries, accountId: string, id: string): Promise<Slip | null> {
  const { rows } = await queries.execute<SlipRecord>(sql`
    SELECT ${COLUMNS}, path FROM delivery_slips WHERE id = ${id}::bigint AND account_id = ${accountId}::bigint`);
  return rows[0] ? slipOf(rows[0]) : null;
}

export interface SlipGroup {
  direction: SlipDirection;
  result: SlipResult;
  count: number;
  amount: bigint;
}

/** Sums of an account's slips that are listed from `from` up to, not including, `until`. */
export async function sumSlips(
  queries: Queries,
  { accountId, from = null, until = null }: { accountId: string; from?: number | null; until?: number | null },
): Promise<SlipGroup[]> {
  const edges = sql`${from === null ? sql`` : sql`AND listed_at >= ${iso(from)}::timestamptz`}
    ${until === null ? sql`` : sql`AND listed_at < ${iso(until)}::timestamptz`}`;
  const { rows } = await queries.execute<{ direction: SlipDirection; sign: string; count: string; amount: string }>(sql`
    SELECT direction, sign(profit)::text AS sign, count(*)::text AS count, sum(profit)::text AS amount
      FROM delivery_slips WHERE account_id = ${accountId}::bigint ${edges} GROUP BY 1, 2 ORDER BY 1, 2 DESC`);
  return rows.map(({ direction, sign, count, amount }) => ({
    direction,
    result: resultOf(BigInt(sign)),
    count: Number(count),
    amount: BigInt(amount),
  }));
}

export function resultOf(profit: bigint): SlipResult {
  if (profit === 0n) return 'even';
  return profit > 0n ? 'profit' : 'loss';
}

/** Makes imports wait for one another until the transaction ends. */
export async function lockImports(tx: Tx): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('slip-imports', 0))`);
}

/** Slips that are known by one of the numbers, by their number. */
export async function slipsByNumber(tx: Tx, numbers: readonly string[]): Promise<ReadonlyMap<string, Slip>> {
  const { rows } = await tx.execute<SlipRecord>(sql`
    SELECT ${COLUMNS}, path FROM delivery_slips
     WHERE trade_number IN (SELECT value FROM jsonb_array_elements_text(${JSON.stringify(numbers)}::jsonb))`);
  return new Map(rows.map((row) => [row.trade_number, slipOf(row)]));
}

/** The moment at which each account's latest slip is listed, UTC ms. */
export async function latestListed(tx: Tx, accountIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await tx.execute<{ account_id: string; listed: string }>(sql`
    SELECT account_id::text, ${ms('max(listed_at)')} AS listed FROM delivery_slips
     WHERE account_id IN (SELECT value::bigint FROM jsonb_array_elements_text(${JSON.stringify(accountIds)}::jsonb)) GROUP BY account_id`);
  return new Map(rows.map(({ account_id: accountId, listed }) => [accountId, Number(listed)]));
}

/** Adds slips in their order, so that ids grow with it. */
export async function insertSlips(tx: Tx, importId: string, slips: readonly Omit<Slip, 'id'>[]): Promise<void> {
  const batch = slips.map(({ profit, margin, openedAt, closedAt, listedAt, path, ...rest }, place) => ({
    ...rest,
    place,
    profit: profit.toString(),
    margin: margin.toString(),
    openedAt: iso(openedAt),
    closedAt: iso(closedAt),
    listedAt: iso(listedAt),
    path: path.map(({ at, price }) => [at, price]),
  }));
  await tx.execute(sql`
    INSERT INTO delivery_slips (import_id, account_id, trade_number, product, direction, profit, margin, lots, spread, leverage,
                                open_price, opened_at, close_price, closed_at, high, low, path, listed_at)
    SELECT ${importId}::bigint, "accountId", "tradeNumber", product, direction, profit, margin, lots, spread, leverage,
           "openPrice", "openedAt", "closePrice", "closedAt", high, low, path, "listedAt"
      FROM jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) s ("accountId" bigint, "tradeNumber" text, product text, direction text,
           profit numeric, margin numeric, lots numeric, spread numeric, leverage numeric, "openPrice" numeric, "openedAt" timestamptz,
           "closePrice" numeric, "closedAt" timestamptz, high numeric, low numeric, path jsonb, "listedAt" timestamptz, place int)
     ORDER BY place`);
}

export interface SlipImport {
  id: string;
  fileName: string;
  fileHash: string;
  slips: number;
  added: number;
  importedBy: string;
  importedAt: number;
}

interface ImportRecord extends Record<string, unknown> {
  id: string;
  file_name: string;
  file_hash: string;
  slips: number;
  added: number;
  imported_by: string;
  at: string;
}

function importOf(row: ImportRecord): SlipImport {
  return {
    id: row.id,
    fileName: row.file_name,
    fileHash: row.file_hash,
    slips: row.slips,
    added: row.added,
    importedBy: row.imported_by,
    importedAt: Number(row.at),
  };
}

const IMPORT_COLUMNS = sql`id::text, file_name, file_hash, slips, added, imported_by, ${ms('imported_at')} AS at`;

export async function importOfFile(tx: Tx, fileHash: string): Promise<SlipImport | null> {
  const { rows } = await tx.execute<ImportRecord>(
    sql`SELECT ${IMPORT_COLUMNS} FROM slip_imports WHERE file_hash = ${fileHash}`,
  );
  return rows[0] ? importOf(rows[0]) : null;
}

/** The latest imports, newest first. */
export async function latestImports(tx: Tx, limit: number): Promise<SlipImport[]> {
  const { rows } = await tx.execute<ImportRecord>(
    sql`SELECT ${IMPORT_COLUMNS} FROM slip_imports ORDER BY slip_imports.id DESC LIMIT ${limit}::int`,
  );
  return rows.map(importOf);
}

/** @returns the import's id */
export async function insertImport(tx: Tx, made: Omit<SlipImport, 'id'>): Promise<string> {
  const { fileName, fileHash, slips, added, importedBy, importedAt } = made;
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO slip_imports (file_name, file_hash, slips, added, imported_by, imported_at)
    VALUES (${fileName}, ${fileHash}, ${slips}, ${added}, ${importedBy}, ${iso(importedAt)}::timestamptz) RETURNING id::text`);
  return rows[0]!.id;
}
