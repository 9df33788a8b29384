/** `users list` and `users show`. */
import * as z from 'zod/mini';
import { toAmount, type AssetCode } from '../../contract/money';
import type { Tx } from '../db/transaction';
import { openFreeze } from '../domain/freeze/repo';
import { isRecordId } from '../domain/paging';
import { defineCommand, OperatorError } from './command';
import { balancesOfUser, findUser, listUsers, mainAccountOf, runningOrdersOfUser, type UserRow } from './repo';

const MAX_LISTED = 200;

/** The user that `name` (id, e-mail, phone number or invitation code) means. @throws OperatorError when there is none */
export async function userNamed(tx: Tx, name: string): Promise<UserRow> {
  const user = await findUser(tx, name.trim());
  if (!user) throw new OperatorError('state', `there is no user ${name.trim()}`);
  return user;
}

/** The main account of the user that `name` means. @throws OperatorError when there is none */
export async function mainAccountNamed(tx: Tx, name: string): Promise<{ userId: string; accountId: string }> {
  const user = await userNamed(tx, name);
  const accountId = await mainAccountOf(tx, user.id);
  if (accountId === null) throw new OperatorError('state', `user ${user.id} has no account`);
  return { userId: user.id, accountId };
}

const iso = (ms: number) => new Date(ms).toISOString();

export const usersList = defineCommand({
  name: 'users list',
  audited: 'listed users',
  options: [
    { flags: '--search <text>', text: 'part of nickname, e-mail or phone number' },
    { flags: '--after <id>', text: 'continue after this user' },
    { flags: '--limit <count>', text: 'at most 200', as: 'count', default: 50 },
  ],
  role: 'support',
  schema: z.strictObject({
    search: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    after: z.optional(z.string().check(z.refine(isRecordId, 'must be a user id'))),
    limit: z.int().check(z.gte(1), z.lte(MAX_LISTED)),
  }),
  run: async (tx, list) => {
    const rows = await listUsers(tx, list);
    const data = rows.map(({ id, nickname, email, phone, level, invitationCode, createdAt }) => ({
      id,
      nickname,
      email,
      phone,
      level,
      invitationCode,
      registeredAt: iso(createdAt),
    }));
    return {
      lines: data.map(({ id, email, phone, nickname, level, registeredAt }) =>
        [id, email ?? phone ?? '(root)', nickname, `V${level}`, registeredAt].join('\t'),
      ),
      data,
      subject: null,
      detail: { search: list.search ?? null, listed: data.length },
    };
  },
});

export const usersShow = defineCommand({
  name: 'users show',
  description: 'by id, e-mail, phone number or invitation code',
  audited: 'looked at a user',
  options: [{ flags: '<user>' }],
  role: 'support',
  schema: z.strictObject({ user: z.string().check(z.minLength(1), z.maxLength(254)) }),
  run: async (tx, { user: name }) => {
    const user = await userNamed(tx, name);
    const facts = {
      id: user.id,
      nickname: user.nickname,
      email: user.email,
      phone: user.phone,
      level: user.level,
      identity: user.identityStatus,
      invitationCode: user.invitationCode,
      inviterId: user.inviterId,
      registeredAt: iso(user.createdAt),
      hasTradePassword: user.tradePasswordHash !== null,
    };
    const freeze = await openFreeze(tx, user.id);
    const frozen = freeze && {
      at: iso(freeze.frozenAt),
      by: freeze.frozenBy,
      reason: freeze.reason,
      thawsAt: freeze.thawAt === null ? null : iso(freeze.thawAt),
    };
    const balances = (await balancesOfUser(tx, user.id)).map(({ asset, balance, held, ...row }) => ({
      ...row,
      asset,
      balance: toAmount(balance, asset as AssetCode),
      held: toAmount(held, asset as AssetCode),
    }));
    const runningOrders = (await runningOrdersOfUser(tx, user.id)).map(({ principal, endsAt, ...order }) => ({
      ...order,
      principal: toAmount(principal, 'USDT'),
      endsAt: iso(endsAt),
    }));
    return {
      lines: [
        ...Object.entries(facts).map(([key, value]) => `${key}\t${value ?? '–'}`),
        ...(frozen
          ? [
              `frozen\tsince ${frozen.at} by ${frozen.by}, ${frozen.reason ?? 'no reason told'}; thaws ${frozen.thawsAt ?? 'when asked for'}`,
            ]
          : []),
        ...balances.map(
          (row) => `balance\t${row.accountId} ${row.kind} ${row.asset}\t${row.balance} (held ${row.held})`,
        ),
        ...runningOrders.map(
          (order) => `order\t${order.id}\t${order.principal} USDT, ${order.days} days, ends ${order.endsAt}`,
        ),
      ],
      data: { ...facts, frozen, balances, runningOrders },
      subject: user.id,
      detail: {},
    };
  },
});
