/** Credits orders' interest day by day, and returns the principal at their end (docs/rules.md §5). */
import type { Tx } from '../../db/transaction';
import { postAll, type Journal, type PostedJournal } from '../../ledger/post';
import { insertCredited, type CreditedIncome } from '../income/repo';
import type { IncomeInputs } from '../income/sources';
import { insertChanges, insertInterest, savePositions, type NewPosition, type Order } from './repo';
import { settleDays, type DayInterest } from './rules';

const ASSET = 'USDT';

/** The figures of a day's interest. */
function inputsOf({ principal, dailyRate }: Order, { day, dueAt }: DayInterest): IncomeInputs<'custody-interest'> {
  return { day, dueAt, principal: principal.toString(), dailyRate: dailyRate.toString() };
}

const causeOf = ({ id }: Order, { day }: DayInterest) => `${id}:${day}`;

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
  const { amount, dueAt } = interest;
  return {
    accountId: order.accountId,
    source: 'custody-interest',
    cause: causeOf(order, interest),
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

/** One order's part of what is posted together. */
interface Settlement {
  order: Order;
  /** The order as it is after the days, not saved yet. */
  settled: Order;
  days: readonly DayInterest[];
  /** Journals that come after those of the days. */
  more: readonly Journal[];
}

function settlementOf(order: Order, now: number, more: readonly Journal[]): Settlement {
  const { days, settled } = settleDays(order, now);
  return { order, settled: { ...order, ...settled }, days, more };
}

/**
 * Posts the days of several orders and what comes after them with one call of the ledger, and records the days.
 * @returns what became of each order's `more`
 */
async function postSettlements(tx: Tx, settlements: readonly Settlement[], now: number): Promise<PostedJournal[][]> {
  const payingDays = settlements.map(({ days }) => days.filter(({ amount }) => amount > 0n));
  const journals = settlements.map(({ order, more }, index) => [
    ...payingDays[index]!.map((day) => interestJournal(order, day, now)),
    ...more,
  ]);
  const all = await postAll(tx, journals.flat());
  let from = 0;
  const postedOf = journals.map(({ length }) => all.slice(from, (from += length)));
  const credited = settlements.flatMap(({ order }, index) =>
    payingDays[index]!.map((day, n) => interestIncome(order, day, postedOf[index]![n]!.journalId)),
  );
  await insertCredited(tx, credited, now);
  const journalOf = new Map(credited.map(({ cause, journalId }) => [cause, journalId]));
  const days = settlements.flatMap(({ order, days: own }) =>
    own.map((day) => ({ ...day, order, journalId: journalOf.get(causeOf(order, day)) ?? null })),
  );
  await insertInterest(tx, days, now);
  return postedOf.map((posted, index) => posted.slice(payingDays[index]!.length));
}

/**
 * Posts an order's completed days that are not credited yet together with `more` journals, and records the days.
 * @returns what became of `more`
 */
export async function postWithDueDays(
  tx: Tx,
  order: Order,
  now: number,
  more: readonly Journal[],
): Promise<PostedJournal[]> {
  const [posted] = await postSettlements(tx, [settlementOf(order, now, more)], now);
  return posted ?? [];
}

const matures = ({ status, endsAt }: Order, now: number) => status === 'in-progress' && now >= endsAt;

function positionAfter({ order, settled }: Settlement, now: number): NewPosition {
  if (!matures(order, now)) return { order: settled, end: null };
  const ended = { principal: 0n, status: 'expired', revision: settled.revision + 1 } as const;
  return { order: { ...settled, ...ended }, end: { by: 'maturity', at: now } };
}

/** One transaction posts no more days than this, so that one order with a whole term to settle does not come with others. */
const DAYS_TOGETHER = 200;

/** The first settlements that go into one transaction together, at least one. */
function firstTogether(all: readonly Settlement[]): Settlement[] {
  let days = 0;
  return all.filter((one, index) => (days += one.days.length) <= DAYS_TOGETHER || index === 0);
}

export interface Settled {
  /** The orders that were settled; the others of those given are not looked at yet. */
  orders: Order[];
  daysPaid: number;
  matured: number;
}

/**
 * Brings locked orders up to `now`, as many of the first ones as go together: credits every completed day, and returns the principal of
 * those whose term is over.
 */
export async function settleOrders(tx: Tx, orders: readonly Order[], now: number): Promise<Settled> {
  const together = firstTogether(
    orders.map((order) => settlementOf(order, now, matures(order, now) ? [maturityJournal(order, now)] : [])),
  );
  const posted = await postSettlements(tx, together, now);
  await savePositions(
    tx,
    together.map((one) => positionAfter(one, now)),
  );
  const ended = together.flatMap(({ order }, index) => {
    const [journal] = posted[index]!;
    return journal ? [{ order, journalId: journal.journalId }] : [];
  });
  await insertChanges(
    tx,
    ended.map(({ order, journalId }) => ({
      orderId: order.id,
      accountId: order.accountId,
      kind: 'matured',
      before: order.principal,
      after: 0n,
      fee: 0n,
      journalId,
      createdAt: now,
    })),
  );
  return {
    orders: together.map(({ order }) => order),
    daysPaid: together.reduce((sum, { days }) => sum + days.length, 0),
    matured: ended.length,
  };
}
