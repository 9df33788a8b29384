/** Placing and redeeming: the two changes that a user makes (docs/rules.md §5). Each runs in the caller's transaction. */
import { CUSTODY_ASSET } from '../../../contract/calls/custody';
import { toAmount, toUnits } from '../../../contract/money';
import type { Tx } from '../../db/transaction';
import { postAll, type Journal } from '../../ledger/post';
import { Refusal } from '../call-context';
import { feeSplitter } from '../fees/split';
import { isRecordId } from '../paging';
import type { CustodyPlan, Settings } from '../settings/figures';
import { insertChanges, insertOrder, lockOrder, savePosition, type Order } from './repo';
import {
  isFreeUndo,
  redeem,
  redeemProblem,
  termInterest,
  termsOf,
  versionOf,
  type OrderTerms,
  type RedeemProblem,
  type Redemption,
} from './rules';
import { postWithDueDays } from './settle';
import { viewOrder } from './view';

const RESERVE = { system: 'custody-reserve', asset: CUSTODY_ASSET } as const;
const YIELD_POOL = { system: 'yield-pool', asset: CUSTODY_ASSET } as const;

/** Moves between the pool and the reserve: reserving is positive, giving back negative. */
function reserveJournal(transferId: string, orderId: string, amount: bigint, now: number): Journal {
  return {
    transferId,
    kind: amount > 0n ? 'custody-reserve' : 'custody-release',
    reference: orderId,
    at: now,
    legs: [
      { account: YIELD_POOL, amount: -amount },
      { account: RESERVE, amount },
    ],
  };
}

/** The open plan `planId`. @throws Refusal not-found, plan-closed */
export function openPlan(settings: Settings, planId: string): CustodyPlan {
  const plan = settings['custody.plans'].find(({ id }) => id === planId);
  if (!plan) throw new Refusal('not-found');
  if (!plan.isOpen) throw new Refusal('plan-closed');
  return plan;
}

/** Returns the terms that an order of `plan` gets when it is placed now. */
export function termsNow(settings: Settings, plan: CustodyPlan, now: number): OrderTerms {
  const figures = {
    redeemFeeRate: settings['custody.redeemFeeRate'],
    freeUndoMs: settings['custody.freeUndoMs'],
    minimumExclusive: settings['custody.minimumExclusive'],
  };
  return termsOf(plan, figures, now);
}

/** @throws Refusal amount-too-small with the limit that must be exceeded */
export function checkMinimum(settings: Settings, amount: bigint): void {
  const limit = toUnits(settings['custody.minimumExclusive'], CUSTODY_ASSET);
  if (amount <= limit) throw new Refusal('amount-too-small', { data: { limit: toAmount(limit, CUSTODY_ASSET) } });
}

/** The account's order, locked, at the version that the user saw. @throws Refusal not-found, stale-version */
async function lockSeen(
  tx: Tx,
  accountId: string,
  seen: { orderId: string; version: number },
  now: number,
): Promise<Order> {
  const order = isRecordId(seen.orderId) ? await lockOrder(tx, accountId, seen.orderId) : null;
  if (!order) throw new Refusal('not-found');
  if (versionOf(order, now) !== seen.version) {
    throw new Refusal('stale-version', { data: { current: viewOrder(order, now) } });
  }
  return order;
}

export interface PlaceRequest {
  accountId: string;
  planId: string;
  amount: bigint;
  addTo?: { orderId: string; version: number };
  now: number;
  settings: Settings;
}

/**
 * Places an order: principal from cash to custody, full-term interest from the pool into the reserve. With `addTo` the new
 * order is a tranche of that one, with a term of its own; that one's revision is raised, so that a second tap is seen.
 * @throws Refusal not-found, plan-closed, amount-too-small, stale-version, order-closed;
 * LedgerError insufficient-funds (cash), pool-empty (the pool cannot reserve the interest).
 */
export async function placeOrder(tx: Tx, request: PlaceRequest): Promise<{ order: Order; journalId: string }> {
  const { accountId, amount, addTo, now, settings } = request;
  const plan = openPlan(settings, request.planId);
  checkMinimum(settings, amount);
  if (addTo) {
    const parent = await lockSeen(tx, accountId, addTo, now);
    if (parent.status === 'expired' || now >= parent.endsAt) throw new Refusal('order-closed');
    await savePosition(tx, { ...parent, revision: parent.revision + 1 });
  }
  const terms = termsNow(settings, plan, now);
  const order = await insertOrder(tx, {
    accountId,
    planId: plan.id,
    addedToId: addTo?.orderId ?? null,
    principal: amount,
    terms,
  });
  const interest = termInterest(amount, terms.dailyRate, terms.days);
  const placing: Journal = {
    transferId: `custody-place:${order.id}`,
    kind: 'custody-place',
    reference: order.id,
    memo: { planId: plan.id },
    at: now,
    legs: [
      { account: { owner: accountId, kind: 'user_cash', asset: CUSTODY_ASSET }, amount: -amount },
      { account: { owner: accountId, kind: 'user_custody', asset: CUSTODY_ASSET }, amount },
    ],
  };
  const reserving = interest > 0n ? [reserveJournal(`custody-reserve:${order.id}`, order.id, interest, now)] : [];
  const journalId = firstJournal(await postAll(tx, [placing, ...reserving]));
  await insertChanges(tx, [
    {
      orderId: order.id,
      accountId,
      kind: addTo ? 'added' : 'placed',
      before: 0n,
      after: amount,
      fee: 0n,
      journalId,
      createdAt: now,
    },
  ]);
  return { order, journalId };
}

function firstJournal(posted: readonly { journalId: string }[]): string {
  const [journal] = posted;
  if (!journal) throw new Error('the ledger answered no journal');
  return journal.journalId;
}

/** @throws Refusal of the problem, with its limit */
export function refuseRedeem(problem: RedeemProblem | null): void {
  if (!problem) return;
  if (!('limit' in problem)) throw new Refusal(problem.code);
  throw new Refusal(problem.code, { data: { limit: toAmount(problem.limit, CUSTODY_ASSET) } });
}

async function redeemJournal(
  tx: Tx,
  order: Order,
  { principal, fee, received }: Redemption,
  isFree: boolean,
  now: number,
): Promise<Journal> {
  const split = await feeSplitter(tx, [order.accountId], now);
  const cash = { owner: order.accountId, kind: 'user_cash', asset: CUSTODY_ASSET } as const;
  const custody = { owner: order.accountId, kind: 'user_custody', asset: CUSTODY_ASSET } as const;
  return {
    transferId: `custody-redeem:${order.id}:${order.revision}`,
    kind: isFree ? 'custody-undo' : 'custody-redeem',
    reference: order.id,
    memo: { fee: fee.toString() },
    at: now,
    legs: [{ account: custody, amount: -principal }, ...(received > 0n ? [{ account: cash, amount: received }] : [])],
    fees: split({
      payer: order.accountId,
      source: 'custody-redeem',
      asset: CUSTODY_ASSET,
      base: principal,
      amount: fee,
    }),
  };
}

export interface RedeemRequest {
  accountId: string;
  orderId: string;
  version: number;
  amount: bigint;
  now: number;
}

/**
 * Redeems the whole order or part of it. Days that are complete and not credited yet are credited first; the interest
 * that the redeemed part would have earned goes back to the pool; credited interest is never taken back.
 * @throws Refusal not-found, stale-version, order-closed, amount-too-large, remainder-too-small.
 */
export async function redeemOrder(
  tx: Tx,
  { accountId, orderId, version, amount, now }: RedeemRequest,
): Promise<{ order: Order; redemption: Redemption; journalId: string }> {
  const order = await lockSeen(tx, accountId, { orderId, version }, now);
  refuseRedeem(redeemProblem(order, amount, now));
  const isFree = isFreeUndo(order, now);
  const { redemption, after } = redeem(order, amount, now);
  const released = redemption.interestForgone;
  const posted = await postWithDueDays(tx, order, now, [
    await redeemJournal(tx, order, redemption, isFree, now),
    ...(released > 0n
      ? [reserveJournal(`custody-release:${order.id}:${order.revision}`, order.id, -released, now)]
      : []),
  ]);
  const journalId = firstJournal(posted);
  const isWhole = after.status === 'expired';
  const saved = await savePosition(tx, { ...order, ...after }, isWhole ? { by: 'redemption', at: now } : null);
  await insertChanges(tx, [
    {
      orderId,
      accountId,
      kind: isFree ? 'undone' : 'redeemed',
      before: order.principal,
      after: after.principal,
      fee: redemption.fee,
      journalId,
      createdAt: now,
    },
  ]);
  return { order: saved, redemption, journalId };
}
