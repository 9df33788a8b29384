/** The demo user's team: two generations whose custody and fees the real services make, so that Team, levels and promotion income show something. */
import { toUnits } from '../../contract/money';
import type { Tx } from '../db/transaction';
import type { Deps } from '../domain/call-context';
import { placeOrder, redeemOrder } from '../domain/custody/orders';
import { versionOf } from '../domain/custody/rules';
import { createUser } from '../domain/identity/users/create-user';
import { INITIAL_SETTINGS } from '../domain/settings/settings';
import { postAll } from '../ledger/post';
import { demoCredits } from './demo-credit';

const DAY_MS = 86_400_000;
const FUNDS = { usdt: '6000', rab: '100' };

interface DemoMember {
  nickname: string;
  loginName: string;
  /** Nickname of the member who invited this one; the demo user without it. */
  invitedBy?: string;
  /** Days before the seeding, fractions are hours. Within six days is within the seven that new custody is shown of. */
  joined: number;
  placed: { ago: number; planId: string; amount: string };
  /** A part that is taken back for a fee, of which the inviter gets a share. */
  redeemed?: { ago: number; amount: string };
}

/** Inviters come before those whom they invited. */
const MEMBERS: readonly DemoMember[] = [
  {
    nickname: 'Lina',
    loginName: 'lina@rab.example',
    joined: 12,
    placed: { ago: 5.9, planId: 'd30', amount: '4000' },
  },
  {
    nickname: 'Marek',
    loginName: 'marek@rab.example',
    joined: 10,
    placed: { ago: 5.2, planId: 'd30', amount: '3700' },
    redeemed: { ago: 2.1, amount: '500' },
  },
  {
    nickname: '沐阳',
    loginName: 'muyang@rab.example',
    joined: 8,
    placed: { ago: 4.4, planId: 'd90', amount: '1500' },
    redeemed: { ago: 1.2, amount: '300' },
  },
  {
    nickname: 'Aiko',
    loginName: 'aiko@rab.example',
    invitedBy: 'Lina',
    joined: 6,
    placed: { ago: 3.3, planId: 'd30', amount: '2600' },
  },
  {
    nickname: 'Jonas',
    loginName: 'jonas@rab.example',
    invitedBy: 'Lina',
    joined: 5,
    placed: { ago: 2.3, planId: 'd7', amount: '900' },
  },
  {
    nickname: 'Minh',
    loginName: 'minh@rab.example',
    invitedBy: 'Marek',
    joined: 4,
    placed: { ago: 0.03, planId: 'd30', amount: '1500' },
  },
  // Too little for valid custody.
  {
    nickname: 'Somchai',
    loginName: 'somchai@rab.example',
    invitedBy: 'Marek',
    joined: 1,
    placed: { ago: 0.4, planId: 'd7', amount: '400' },
  },
];

const before = (now: number, days: number) => now - Math.round(days * DAY_MS);

async function playMember(tx: Tx, { placed, redeemed }: DemoMember, accountId: string, now: number): Promise<void> {
  const { planId, amount, ago } = placed;
  const at = before(now, ago);
  const settings = INITIAL_SETTINGS;
  const { order } = await placeOrder(tx, { accountId, planId, amount: toUnits(amount, 'USDT'), now: at, settings });
  if (!redeemed) return;
  const redeemedAt = before(now, redeemed.ago);
  const seen = { orderId: order.id, version: versionOf(order, redeemedAt) };
  await redeemOrder(tx, { accountId, ...seen, amount: toUnits(redeemed.amount, 'USDT'), now: redeemedAt });
}

/**
 * Makes the team below the demo user. Interest that is due since and the shares of fees are left to the jobs.
 * @param loginPasswordHash of a password that nobody knows: these people cannot be logged in as
 */
export async function playTeam(
  tx: Tx,
  deps: Deps,
  { topId, loginPasswordHash, now }: { topId: string; loginPasswordHash: string; now: number },
): Promise<void> {
  const idOf = new Map<string, string>();
  const accounts: { member: DemoMember; accountId: string; joinedAt: number }[] = [];
  for (const member of MEMBERS) {
    const { nickname, loginName, invitedBy, joined } = member;
    const joinedAt = before(now, joined);
    const inviterId = invitedBy === undefined ? topId : (idOf.get(invitedBy) ?? topId);
    const created = await createUser(tx, deps, { nickname, loginName, loginPasswordHash, inviterId, now: joinedAt });
    if (!created) throw new Error(`the address ${loginName} belongs to somebody else`);
    idOf.set(nickname, created.userId);
    accounts.push({ member, accountId: created.accountId, joinedAt });
  }
  await postAll(
    tx,
    accounts.flatMap(({ accountId, joinedAt }) => demoCredits(accountId, FUNDS, joinedAt)),
  );
  for (const { member, accountId } of accounts) await playMember(tx, member, accountId, now);
}
