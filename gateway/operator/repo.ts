/** The operator's views of users and balances. */
import { and, asc, desc, eq, gt, ilike, inArray, or, sql } from 'drizzle-orm';
import { custodyOrders } from '../db/schema/custody';
import { tradingAccounts, users } from '../db/schema/identity';
import { accounts } from '../db/schema/ledger';
import type { Tx } from '../db/transaction';
import { isRecordId } from '../domain/paging';

export type UserRow = typeof users.$inferSelect;

/** The user whose id, e-mail, phone number or invitation code `name` is. */
export async function findUser(tx: Tx, name: string): Promise<UserRow | null> {
  const email = name.toLowerCase();
  const [row] = await tx
    .select()
    .from(users)
    .where(
      or(
        eq(users.email, email),
        eq(users.phone, name),
        eq(users.invitationCode, name.toUpperCase()),
        isRecordId(name) ? eq(users.id, name) : undefined,
      ),
    )
    // Digits could be an id and somebody's phone number: the phone number is the likelier meaning.
    .orderBy(
      desc(sql`coalesce(${users.email} = ${email}, false) OR coalesce(${users.phone} = ${name}, false)`),
      asc(users.id),
    )
    .limit(1);
  return row ?? null;
}

export async function nicknamesOf(tx: Tx, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .select({ id: users.id, nickname: users.nickname })
    .from(users)
    .where(inArray(users.id, [...userIds]));
  return new Map(rows.map(({ id, nickname }) => [id, nickname]));
}

/** Users after an id, in order of registration; `search` looks into nickname, e-mail and phone number. */
export function listUsers(tx: Tx, list: { search?: string; after?: string; limit: number }): Promise<UserRow[]> {
  const pattern = list.search === undefined ? null : `%${list.search.replace(/[\\%_]/g, '\\$&')}%`;
  const matches =
    pattern === null
      ? undefined
      : or(ilike(users.nickname, pattern), ilike(users.email, pattern), ilike(users.phone, pattern));
  return tx
    .select()
    .from(users)
    .where(and(list.after === undefined ? undefined : gt(users.id, list.after), matches))
    .orderBy(asc(users.id))
    .limit(list.limit);
}

/** The main trading account, null for the root user. */
export async function mainAccountOf(tx: Tx, userId: string): Promise<string | null> {
  const [row] = await tx
    .select({ id: tradingAccounts.id })
    .from(tradingAccounts)
    .where(and(eq(tradingAccounts.userId, userId), eq(tradingAccounts.kind, 'main')));
  return row?.id ?? null;
}

/** Every trading account of a user. */
export function accountsOf(tx: Tx, userId: string) {
  return tx
    .select({ id: tradingAccounts.id, kind: tradingAccounts.kind })
    .from(tradingAccounts)
    .where(eq(tradingAccounts.userId, userId));
}

/** Every ledger account of a user's trading accounts. */
export function balancesOfUser(tx: Tx, userId: string) {
  return tx
    .select({
      accountId: tradingAccounts.id,
      name: tradingAccounts.name,
      kind: accounts.kind,
      asset: accounts.asset,
      balance: accounts.balance,
      held: accounts.held,
    })
    .from(tradingAccounts)
    .innerJoin(accounts, eq(accounts.ownerAccountId, tradingAccounts.id))
    .where(eq(tradingAccounts.userId, userId))
    .orderBy(asc(tradingAccounts.id), asc(accounts.kind), asc(accounts.asset));
}

export function runningOrdersOfUser(tx: Tx, userId: string) {
  return tx
    .select({
      id: custodyOrders.id,
      accountId: custodyOrders.accountId,
      principal: custodyOrders.principal,
      days: custodyOrders.days,
      endsAt: custodyOrders.endsAt,
    })
    .from(custodyOrders)
    .innerJoin(tradingAccounts, eq(tradingAccounts.id, custodyOrders.accountId))
    .where(and(eq(tradingAccounts.userId, userId), eq(custodyOrders.status, 'in-progress')))
    .orderBy(asc(custodyOrders.id));
}
