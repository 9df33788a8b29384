/** Rows of deposits, their addresses, and how far each chain has been read. */
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import type { Network } from '../../../contract/calls/identity';
import type { Queries } from '../../db/client';
import { chainScans, depositAddresses, depositKeys, deposits } from '../../db/schema/deposits';
import { tradingAccounts, users } from '../../db/schema/identity';
import type { Tx } from '../../db/transaction';
import { newestFirst, olderThan } from '../keyset-repo';
import type { Keyset } from '../paging';

export type DepositRow = typeof deposits.$inferSelect;
export type NewDeposit = Omit<typeof deposits.$inferInsert, 'id' | 'creditedAt' | 'journalId' | 'lostAt'>;
export type ScanRow = typeof chainScans.$inferSelect;
export type AddressRow = typeof depositAddresses.$inferSelect;

export async function addressOf(
  queries: Queries,
  accountId: string,
  network: Network,
  keyId: string,
): Promise<string | null> {
  const [row] = await queries
    .select({ address: depositAddresses.address })
    .from(depositAddresses)
    .where(
      and(
        eq(depositAddresses.accountId, accountId),
        eq(depositAddresses.network, network),
        eq(depositAddresses.keyId, keyId),
      ),
    );
  return row?.address ?? null;
}

/** The account's own facts, from which its address is made. They differ even where a restore gives its number out again. */
export interface AccountOrigin {
  accountId: string;
  /** UTC ms */
  createdAt: number;
  /** The user's, random. */
  invitationCode: string;
}

/** @throws Error when there is no such account */
export async function accountOrigin(queries: Queries, accountId: string): Promise<AccountOrigin> {
  const [row] = await queries
    .select({ createdAt: tradingAccounts.createdAt, invitationCode: users.invitationCode })
    .from(tradingAccounts)
    .innerJoin(users, eq(users.id, tradingAccounts.userId))
    .where(eq(tradingAccounts.id, accountId));
  if (!row) throw new Error(`there is no account ${accountId}`);
  return { accountId, ...row };
}

/** Does nothing when the address is there already. */
export async function insertAddress(tx: Tx, row: Omit<AddressRow, 'derivationIndex'>): Promise<void> {
  const { network, keyId } = row;
  await tx.insert(depositKeys).values({ network, keyId }).onConflictDoNothing();
  await tx
    .insert(depositAddresses)
    .values(row)
    .onConflictDoNothing({
      target: [depositAddresses.accountId, depositAddresses.network, depositAddresses.keyId],
    });
}

/** Maps each address to the account that owns it; addresses without an owner are missing. */
export async function ownersOf(
  queries: Queries,
  network: Network,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map();
  const rows = await queries
    .select({ address: depositAddresses.address, accountId: depositAddresses.accountId })
    .from(depositAddresses)
    .where(and(eq(depositAddresses.network, network), inArray(depositAddresses.address, [...addresses])));
  return new Map(rows.map(({ address, accountId }) => [address, accountId]));
}

/** The network's addresses, at most `limit`. */
export async function addressesOf(queries: Queries, network: Network, limit: number): Promise<string[]> {
  const rows = await queries
    .select({ address: depositAddresses.address })
    .from(depositAddresses)
    .where(eq(depositAddresses.network, network))
    .orderBy(asc(depositAddresses.createdAt), asc(depositAddresses.address))
    .limit(limit);
  return rows.map(({ address }) => address);
}

export async function scanOf(queries: Queries, network: Network): Promise<ScanRow | null> {
  const [row] = await queries.select().from(chainScans).where(eq(chainScans.network, network));
  return row ?? null;
}

/** The row, its lock held until the transaction ends. */
export async function lockScan(tx: Tx, network: Network): Promise<ScanRow | null> {
  const [row] = await tx.select().from(chainScans).where(eq(chainScans.network, network)).for('update');
  return row ?? null;
}

/** False when there is one already. */
export async function beginScan(
  queries: Queries,
  scan: Pick<ScanRow, 'network' | 'chainId' | 'nextBlock' | 'updatedAt'>,
): Promise<boolean> {
  const rows = await queries
    .insert(chainScans)
    .values(scan)
    .onConflictDoNothing()
    .returning({ network: chainScans.network });
  return rows.length > 0;
}

export async function saveScan(
  tx: Tx,
  network: Network,
  change: Partial<Pick<ScanRow, 'chainId' | 'nextBlock' | 'recent' | 'trouble' | 'troubleSince'>>,
  now: number,
): Promise<void> {
  await tx
    .update(chainScans)
    .set({ ...change, revision: sql`${chainScans.revision} + 1`, updatedAt: now })
    .where(eq(chainScans.network, network));
}

/**
 * Deletes the deposits above `block` that were not credited, and marks the credited ones as lost.
 * @returns how many of each, and the accounts whose deposits were deleted
 */
export async function loseAbove(
  tx: Tx,
  network: Network,
  block: number,
  now: number,
): Promise<{ gone: number; goneOf: string[]; creditedLost: number }> {
  const above = and(eq(deposits.network, network), gt(deposits.blockNumber, block));
  const gone = await tx
    .delete(deposits)
    .where(and(above, ne(deposits.status, 'credited')))
    .returning({ accountId: deposits.accountId });
  const lost = await tx
    .update(deposits)
    .set({ lostAt: now })
    .where(and(above, eq(deposits.status, 'credited'), isNull(deposits.lostAt)))
    .returning({ id: deposits.id });
  return { gone: gone.length, goneOf: gone.map(({ accountId }) => accountId), creditedLost: lost.length };
}

export async function depositsOfTransactions(
  tx: Tx,
  network: Network,
  txIds: readonly string[],
): Promise<DepositRow[]> {
  if (txIds.length === 0) return [];
  return tx
    .select()
    .from(deposits)
    .where(and(eq(deposits.network, network), inArray(deposits.txId, [...txIds])))
    .orderBy(asc(deposits.id));
}

export async function insertDeposit(tx: Tx, row: NewDeposit): Promise<string> {
  const [inserted] = await tx.insert(deposits).values(row).returning({ id: deposits.id });
  if (!inserted) throw new Error('the deposit was not inserted');
  return inserted.id;
}

/** Above any log index that a block has. */
const OFF_CHAIN = 1_000_000;

/** Takes lost deposits off the log index that they had: another transfer of their transaction may have that place now. */
export async function leavePlaces(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(deposits)
    .set({ logIndex: sql`${deposits.logIndex} + ${OFF_CHAIN}::int` })
    .where(and(inArray(deposits.id, [...ids]), isNotNull(deposits.lostAt), lt(deposits.logIndex, OFF_CHAIN)));
}

/** Records the block in which a known deposit is now. */
export async function moveDeposit(
  tx: Tx,
  id: string,
  place: Pick<DepositRow, 'logIndex' | 'blockNumber' | 'blockHash' | 'blockAt'>,
): Promise<void> {
  await tx
    .update(deposits)
    .set({ ...place, lostAt: null })
    .where(eq(deposits.id, id));
}

/** Deposits whose block is at or below `block`, the oldest first. */
export function ripeDeposits(
  queries: Queries,
  network: Network,
  block: number,
  after: string,
  limit: number,
): Promise<DepositRow[]> {
  return queries
    .select()
    .from(deposits)
    .where(
      and(
        eq(deposits.network, network),
        eq(deposits.status, 'confirming'),
        lte(deposits.blockNumber, block),
        gt(deposits.id, after),
      ),
    )
    .orderBy(asc(deposits.id))
    .limit(limit);
}

/** The deposit while it waits to be credited, locked; null when it is gone or credited. */
export async function lockConfirming(tx: Tx, id: string): Promise<DepositRow | null> {
  const [row] = await tx
    .select()
    .from(deposits)
    .where(and(eq(deposits.id, id), eq(deposits.status, 'confirming')))
    .for('update');
  return row ?? null;
}

export async function markCredited(tx: Tx, id: string, journalId: string, now: number): Promise<void> {
  await tx.update(deposits).set({ status: 'credited', creditedAt: now, journalId }).where(eq(deposits.id, id));
}

/** An account's deposits, newest first. */
export function pageDeposits(
  queries: Queries,
  page: { accountId: string; end: Keyset | null; limit: number },
): Promise<DepositRow[]> {
  const { seenAt, id } = deposits;
  return queries
    .select()
    .from(deposits)
    .where(and(eq(deposits.accountId, page.accountId), olderThan(seenAt, id, page.end)))
    .orderBy(...newestFirst(seenAt, id))
    .limit(page.limit);
}

/** Every network's reading, for the confirmations of its deposits. */
export async function scans(queries: Queries): Promise<ScanRow[]> {
  return queries.select().from(chainScans).orderBy(asc(chainScans.network));
}

export interface NetworkState extends Pick<
  ScanRow,
  'network' | 'chainId' | 'nextBlock' | 'trouble' | 'troubleSince' | 'updatedAt'
> {
  addresses: number;
  /** Deposits that wait for their confirmations. */
  confirming: number;
  /** Credited deposits whose blocks are gone. */
  lost: number;
}

/** Returns each network's scan with its counts of addresses and deposits, for the operator. */
export async function networkStates(queries: Queries): Promise<NetworkState[]> {
  const { rows } = await queries.execute<{ network: Network; addresses: string; confirming: string; lost: string }>(sql`
    SELECT s.network,
           (SELECT count(*) FROM deposit_addresses a WHERE a.network = s.network)::text AS addresses,
           (SELECT count(*) FROM deposits d WHERE d.network = s.network AND d.status = 'confirming')::text AS confirming,
           (SELECT count(*) FROM deposits d WHERE d.network = s.network AND d.lost_at IS NOT NULL)::text AS lost
      FROM chain_scans s`);
  const counts = new Map(rows.map((row) => [row.network, row]));
  return (await scans(queries)).map((scan) => {
    const of = counts.get(scan.network);
    return {
      ...scan,
      addresses: Number(of?.addresses ?? 0),
      confirming: Number(of?.confirming ?? 0),
      lost: Number(of?.lost ?? 0),
    };
  });
}

/**
 * Returns what each address of the network has received by deposits, without those of lost blocks, less what went from there
 * into the wallet of withdrawals, in the token's units.
 */
export async function addressSums(queries: Queries, network: Network): Promise<{ address: string; raw: bigint }[]> {
  const { rows } = await queries.execute<{ address: string; raw: string }>(sql`
    SELECT a.address, (coalesce(d.raw, 0) - coalesce(f.raw, 0))::text AS raw
      FROM deposit_addresses a
      LEFT JOIN (SELECT to_address, sum(raw) AS raw FROM deposits WHERE network = ${network} AND lost_at IS NULL GROUP BY to_address) d
        ON d.to_address = a.address
      LEFT JOIN (SELECT from_address, sum(raw) AS raw FROM wallet_fundings WHERE network = ${network} GROUP BY from_address) f
        ON f.from_address = a.address
     WHERE a.network = ${network}
     ORDER BY a.address`);
  return rows.map(({ address, raw }) => ({ address, raw: BigInt(raw) }));
}

/** Credited deposits whose blocks are gone; those of test networks are nobody's loss. */
export function lostDeposits(queries: Queries): Promise<Pick<DepositRow, 'id' | 'network'>[]> {
  return queries
    .select({ id: deposits.id, network: deposits.network })
    .from(deposits)
    .where(and(isNotNull(deposits.lostAt), eq(deposits.isTest, false)))
    .orderBy(asc(deposits.id));
}

/** Sums the credited deposits, and what the journals of deposits took from the boundary account. */
export async function creditedSums(queries: Queries): Promise<{ amount: bigint; dust: bigint; posted: bigint }> {
  const { rows } = await queries.execute<{ amount: string; dust: string; posted: string }>(sql`
    SELECT coalesce(sum(d.amount), 0)::text AS amount, coalesce(sum(d.dust), 0)::text AS dust,
           (SELECT coalesce(-sum(e.amount), 0)::text
              FROM entries e JOIN accounts a ON a.id = e.account_id AND a.name = 'external-deposits' AND a.asset = 'USDT') AS posted
      FROM deposits d WHERE d.status = 'credited'`);
  const row = rows[0];
  return { amount: BigInt(row?.amount ?? 0), dust: BigInt(row?.dust ?? 0), posted: BigInt(row?.posted ?? 0) };
}
