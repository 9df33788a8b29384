/** The rules of machines (docs/rules.md §6), pure: what is paid, on which days a machine runs, and who gets what of a day's output. */
import type { Payment } from '../../../contract/calls/machines';
import { mulDivUp, RATE_SCALE } from '../../../contract/money';

export const DAY_MS = 86_400_000;

/** UTC midnight of the day that `at` is in. */
export function dayOf(at: number): number {
  return at - (at % DAY_MS);
}

/** A day as the database has it. */
export function dayText(day: number): string {
  return new Date(day).toISOString().slice(0, 10);
}

/** UTC midnight of a day that the database has. */
export function dayAt(text: string): number {
  return Date.parse(`${text}T00:00:00Z`);
}

export interface Terms {
  /** USDT's smallest units, of the whole machine. */
  price: bigint;
  /** The same in tickets. */
  tickets: number;
  payments: readonly Payment[];
}

/** The way in which so many tickets pay. */
export function paymentBy(tickets: number, terms: Pick<Terms, 'tickets'>): Payment {
  if (tickets === 0) return 'usdt';
  return tickets === terms.tickets ? 'tickets' : 'both';
}

/** The USDT that so many tickets leave to be paid, rounded up; null where the machine is not sold for that. */
export function restInUsdt(terms: Terms, tickets: number): bigint | null {
  if (tickets > terms.tickets || !terms.payments.includes(paymentBy(tickets, terms))) return null;
  return mulDivUp(terms.price, BigInt(terms.tickets - tickets), BigInt(terms.tickets));
}

/** The whole UTC days on which a machine runs that is bought at `now`, from the next one on; the end is not part of them. */
export function runningDays(now: number, termDays: number): { firstDay: number; endDay: number } {
  const firstDay = dayOf(now) + DAY_MS;
  return { firstDay, endDay: firstDay + termDays * DAY_MS };
}

/** The fee of a day's receipts, rounded up. @param rate scaled by RATE_SCALE */
export function serviceFee(receipts: bigint, rate: bigint): bigint {
  return mulDivUp(receipts, rate, RATE_SCALE);
}

/** Machines of one T among those that ran. */
export interface Running {
  hashrate: number;
  machines: number;
}

/**
 * The units that rounding down leaves go one each to the machines with the largest remainders: to all with a remainder above
 * `remainder`, and to the first `count` by id of those that have just it.
 */
export interface Cut {
  remainder: bigint;
  count: number;
}

/** @param total T of all machines together */
export function shareOf(output: bigint, hashrate: number, total: bigint): { units: bigint; remainder: bigint } {
  const product = output * BigInt(hashrate);
  return { units: product / total, remainder: product % total };
}

/** The end of the largest remainders. No remainder reaches `total`, so that one stands for "nobody gets a unit more". */
export function cutOf(output: bigint, running: readonly Running[]): Cut {
  const total = running.reduce((sum, { hashrate, machines }) => sum + BigInt(hashrate) * BigInt(machines), 0n);
  const classes = running.map((one) => ({ ...one, ...shareOf(output, one.hashrate, total) }));
  let left = classes.reduce((rest, { units, machines }) => rest - units * BigInt(machines), output);
  const remainders = [...new Set(classes.map(({ remainder }) => remainder))].sort((a, b) => (a < b ? 1 : -1));
  for (const remainder of remainders) {
    if (left === 0n) break;
    const machines = classes.reduce((sum, one) => sum + (one.remainder === remainder ? one.machines : 0), 0);
    if (BigInt(machines) >= left) return { remainder, count: Number(left) };
    left -= BigInt(machines);
  }
  return { remainder: total, count: 0 };
}
