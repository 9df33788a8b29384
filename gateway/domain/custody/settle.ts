/** Credits an order's interest day by day, and returns the principal at its end (docs/rules.md §5). */
import type { Tx } from '../../db/transaction';
import { postAll, type Journal, type PostedJournal } from '../../ledger/post';
import { insertCredited, type CreditedIncome } from '../income/repo';
import type { IncomeInputs } from '../income/sources';
import { insertChange, insertInterest, savePosition, type Order } from './repo';
import { settleDays, type DayInterest } from './rules';

const ASSET = 'USDT';

/** The figures of a day's interest. */
function inputsOf({ principal, dailyRate }: Order, { day, dueAt }: DayInterest): IncomeInputs<'custody-interest'> {
  return { day, dueAt, principal: principal.toString(), dailyRate: dailyRate.toString() };
}

/** Makes the journal of one day's interest, which is paid out of what was reserved when the order was placed. */
function interestJournal(order: Order, interest: DayInterest, now: number): Journal {
  const { day, amount } = interest;
  return {
    transferId: `custody-interest:${order.id}:${day}`,
    kind: 'custody-interest',
    reference: order.id,
    memo: inputsOf(order, interest),
    at: now,
    legs: [
      { account: { system: 'custody-reserve', asset: ASSET }, amount: -amount },
      { account: { owner: order.accountId, kind: 'user_cash', asset: ASSET }, amount },
    ],
  };
}

function interestIncome(order: Order, interest: DayInterest, journalId: string): CreditedIncome {
  const { day, amount, dueAt } = interest;
  return {
    accountId: order.accountId,
    source: 'custody-interest',
    cause: `${order.id}:${day}`,
    asset: ASSET,
    amount,
    pool: 'custody-reserve',
    inputs: inputsOf(order, interest),
    incomeAt: dueAt,
    journalId,
  };
}

function maturityJournal(order: Order, now: number): Journal {
  return {
    transferId: `custody-mature:${order.id}`,
    kind: 'custody-mature',
    reference: order.id,
    at: now,
    legs: [
      { account: { owner: order.accountId, kind: 'user_custody', asset: ASSET }, amount: -order.principal },
      { account: { owner: order.accountId, kind: 'user_cash', asset: ASSET }, amount: order.principal },
    ],
  };
}

/**
 * Posts the completed days that are not credited yet together with `more` journals, and records the days.
 * @returns the order as it is after the days, not saved yet, and what became of `more`.
 */
export async function postWithDueDays(
  tx: Tx,
  order: Order,
  now: number,
  more: readonly Journal[],
): Promise<{ settled: Order; posted: PostedJournal[]; daysPaid: number }> {
  const { days, settled } = settleDays(order, now);
  const paying = days.filter(({ amount }) => amount > 0n);
  const all = await postAll(tx, [...paying.map((day) => interestJournal(order, day, now)), ...more]);
  const journalOf = new Map(paying.map((day, index) => [day.day, all[index]?.journalId ?? null]));
  const credited = paying.map((day) => interestIncome(order, day, journalOf.get(day.day) ?? ''));
  await insertCredited(tx, credited, now);
  await insertInterest(
    tx,
    order,
    days.map((day) => ({ ...day, journalId: journalOf.get(day.day) ?? null })),
    now,
  );
  return { settled: { ...order, ...settled }, posted: all.slice(paying.length), daysPaid: days.length };
}

/**
 * Brings a locked order up to `now`: credits every completed day, and returns the principal when its term is over.
 * @returns how many days were credited and whether it ended.
 */
export async function settleOrder(tx: Tx, order: Order, now: number): Promise<{ daysPaid: number; matured: boolean }> {
  const matures = order.status === 'in-progress' && now >= order.endsAt;
  const { settled, posted, daysPaid } = await postWithDueDays(
    tx,
    order,
    now,
    matures ? [maturityJournal(order, now)] : [],
  );
  const [journal] = posted;
  if (!matures || !journal) {
    await savePosition(tx, settled);
    return { daysPaid, matured: false };
  }
  await savePosition(
    tx,
    { ...settled, principal: 0n, status: 'expired', revision: settled.revision + 1 },
    { by: 'maturity', at: now },
  );
  await insertChange(tx, {
    orderId: order.id,
    accountId: order.accountId,
    kind: 'matured',
    before: order.principal,
    after: 0n,
    fee: 0n,
    journalId: journal.journalId,
    createdAt: now,
  });
  return { daysPaid, matured: true };
}
