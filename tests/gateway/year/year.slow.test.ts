/**
 * A year (365 days and 2,000 people in a long run, days and dozens otherwise) of random acts: the books hold, and the same year ends in
 * the same state when its gateway is killed at random moments.
 */
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { toAmount, toUnits } from '../../../contract/money';
import { IS_LONG, randomOf } from '../../support/seed';
import { DAY_MS, START, TRADE_PASSWORD } from '../world';
import { createMigrated, ownerUrl } from '../support/database';
import { finalState } from './final-state';
import { PlayedGateway } from './played-gateway';
import type { Order, Outcome } from './protocol';

const SIZE = IS_LONG
  ? { days: 365, people: 2_000, acts: 60, kills: 50, auditEvery: 30 }
  : { days: 10, people: 18, acts: 12, kills: 3, auditEvery: 5 };
/** Far above what a busy machine needs. */
const LIMIT_MS = IS_LONG ? 36_000_000 : 600_000;
/** The rules foresee these. */
const FORESEEN = new Set([
  'amount-too-small',
  'insufficient-funds',
  'capacity-full',
  'order-closed',
  'remainder-too-small',
  'amount-too-large',
  'own-order',
  'price-out-of-band',
  'too-many-orders',
  'fill-too-small',
  'match-ended',
  'not-found',
  'sold-out',
  'tickets-short',
  'claim-expired',
]);

interface Custody {
  id: string;
  version: number;
  principal: string;
}

class Year {
  readonly #random = randomOf('year');
  readonly #names: string[] = [];
  readonly met = new Map<string, number>();
  #orders = 0;
  #now = START;

  constructor(
    readonly gateway: PlayedGateway,
    /** How long after an order the process is killed; undefined for most. */
    readonly killAfter: (day: number, isLong: boolean) => number | undefined,
  ) {}

  #pick<T>(all: readonly T[]): T {
    return all[Math.floor(this.#random() * all.length)]!;
  }

  #between(least: number, most: number): number {
    return least + Math.floor(this.#random() * (most - least + 1));
  }

  async #do(day: number, order: DistributiveOmit<Order, 'now' | 'key'>): Promise<unknown> {
    this.#orders += 1;
    const whole = { ...order, now: this.#now, key: `year-order-${String(this.#orders).padStart(8, '0')}` } as Order;
    const outcome: Outcome = await this.gateway.carryOut(whole, this.killAfter(day, order.kind === 'jobs'));
    const what = order.kind === 'call' ? order.name : order.kind === 'operator' ? order.command : order.kind;
    if ('failed' in outcome) throw new Error(`day ${day}, ${what}: ${outcome.failed}`);
    if ('answer' in outcome) {
      this.met.set(what, (this.met.get(what) ?? 0) + 1);
      return outcome.answer;
    }
    if (!FORESEEN.has(outcome.refused)) throw new Error(`day ${day}, ${what} was refused: ${outcome.refused}`);
    this.met.set(outcome.refused, (this.met.get(outcome.refused) ?? 0) + 1);
    return null;
  }

  #call(day: number, who: string, name: string, input: Record<string, unknown>): Promise<unknown> {
    return this.#do(day, { kind: 'call', who, name, input });
  }

  async #register(day: number): Promise<void> {
    const name = `y${this.#names.length + 1}`;
    const inviter = this.#names.length === 0 ? null : this.#pick(this.#names);
    await this.#do(day, { kind: 'register', name, inviter, usdt: String(this.#between(200, 9_000)), rab: '2000' });
    this.#names.push(name);
  }

  /** A day of the operators: receipts, tickets, and every few days a dividend and a payout. */
  async #operate(day: number): Promise<void> {
    const operate = (command: string, input: Record<string, unknown>, user?: string) =>
      this.#do(day, { kind: 'operator', command, input, ...(user === undefined ? {} : { user }) });
    const runId = (part: number) => `00000000-0000-4000-8000-${String(this.#orders * 10 + part).padStart(12, '0')}`;
    if (day === 1)
      for (const [id, hashrate, price, stock] of [
        ['m10', 10, '50', 40 * SIZE.people],
        ['m50', 50, '200', 3],
      ])
        await operate('machine put', {
          id,
          hashrate,
          price,
          tickets: 20,
          payments: 'usdt,tickets,both',
          termDays: 9,
          stock,
        });
    const yesterday = isoDay(this.#now - DAY_MS);
    const receipts = `${this.#between(1, 300)}.${this.#between(100_000, 999_999)}`;
    await operate('mining record', { day: yesterday, receipts, evidence: { transaction: `0x${day}` } });
    await operate(
      'ticket grant',
      { count: this.#between(1, 30), reason: 'Promotion', runId: runId(1) },
      this.#pick(this.#names),
    );
    if (day % 5 !== 0) return;
    const fund = { pool: 'dividend', asset: 'USDT', amount: '2', from: 'fee-revenue', reason: 'Dividend' };
    await operate('fund-pool', { ...fund, runId: runId(2) });
    // Little enough to be a part of the fees of few people, too.
    const amount = this.#pick(['0.050001', '0.1', '0.2']);
    await operate('dividend declare', { from: isoDay(this.#now - 5 * DAY_MS), to: yesterday, amount });
    for (const who of this.#names.slice(0, 9)) await this.#claim(day, who);
    await operate(
      'insurance pay',
      { amount: '0.010001', reason: 'Double charge', runId: runId(3) },
      this.#pick(this.#names),
    );
  }

  async #act(day: number): Promise<void> {
    const who = this.#pick(this.#names);
    const chance = this.#random();
    if (chance < 0.35) return this.#place(day, who, chance < 0.1);
    if (chance < 0.5) return this.#redeem(day, who);
    if (chance < 0.65) return this.#buyMachine(day, who);
    if (chance < 0.75) return this.#claim(day, who);
    return this.#trade(day, who, chance < 0.9 ? 'buyRab' : 'sellRab');
  }

  async #running(day: number, who: string): Promise<Custody[]> {
    const answer = await this.#call(day, who, 'custodyOrders', { status: 'in-progress', limit: 100 });
    return (answer as { items: (Custody & { endsAt: number })[] }).items.filter(({ endsAt }) => endsAt > this.#now);
  }

  async #place(day: number, who: string, adds: boolean): Promise<void> {
    const [latest] = adds ? await this.#running(day, who) : [];
    await this.#call(day, who, 'createCustodyOrder', {
      planId: this.#pick(['d7', 'd30', 'd90']),
      amount: `${this.#between(90, 2_000)}.${this.#between(100_000, 999_999)}`,
      tradePassword: TRADE_PASSWORD,
      ...(latest ? { addTo: { orderId: latest.id, version: latest.version } } : {}),
    });
  }

  async #redeem(day: number, who: string): Promise<void> {
    const running = await this.#running(day, who);
    if (running.length === 0) return;
    const { id, version, principal } = this.#pick(running);
    const percent = BigInt(this.#pick([30, 50, 100]));
    const amount = toAmount((toUnits(principal, 'USDT') * percent) / 100n, 'USDT');
    await this.#call(day, who, 'redeemCustodyOrder', { orderId: id, version, amount, tradePassword: TRADE_PASSWORD });
  }

  async #buyMachine(day: number, who: string): Promise<void> {
    const id = this.#pick(['m10', 'm10', 'm50']);
    const about = (await this.#call(day, who, 'machineInfo', { id })) as null | { model: { version: number } };
    if (about === null) return;
    const tickets = this.#pick([0, 0, 5, 20]);
    const { version } = about.model;
    await this.#call(day, who, 'buyMachine', { id, version, tickets, tradePassword: TRADE_PASSWORD });
  }

  async #claim(day: number, who: string): Promise<void> {
    const { shares } = (await this.#call(day, who, 'dividendInfo', {})) as { shares: { id: string }[] };
    if (shares.length > 0) await this.#call(day, who, 'claimDividend', { id: this.#pick(shares).id });
  }

  async #trade(day: number, who: string, name: 'buyRab' | 'sellRab'): Promise<void> {
    await this.#call(day, who, name, {
      price: this.#pick(['0.124', '0.125', '0.126']),
      quantity: String(this.#between(20, 900)),
      canSplit: true,
      mode: 'rest',
      fee: '1000000000',
      tradePassword: TRADE_PASSWORD,
    });
  }

  /** Plays it from the first day to the last. */
  async play(): Promise<void> {
    await this.#do(0, { kind: 'prepare', yieldPool: '1000000' });
    for (let day = 1; day <= SIZE.days; day += 1) {
      // Three days bring everybody in; the acts of the day are spread over it.
      const due = Math.min(SIZE.people, Math.ceil((SIZE.people * day) / 3));
      while (this.#names.length < due) await this.#register(day);
      await this.#operate(day);
      for (let act = 0; act < SIZE.acts; act += 1) {
        this.#now += Math.floor(DAY_MS / (SIZE.acts + 1));
        await this.#act(day);
      }
      this.#now = START + day * DAY_MS;
      await this.#do(day, { kind: 'jobs' });
      if (day % SIZE.auditEvery === 0)
        expect(await this.#do(day, { kind: 'audit' }), `audit of day ${day}`).toEqual([]);
    }
  }
}

const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

interface Played {
  state: Record<string, unknown[]>;
  met: Map<string, number>;
  kills: number;
}

/** Plays the year on a new database. @param kills on how many days the gateway is killed */
async function playYear(kills: number): Promise<Played> {
  const { config, drop } = await createMigrated('postgres');
  if (config.kind !== 'postgres') throw new Error('the year is played on a server');
  const client = new pg.Client({ connectionString: ownerUrl(config) });
  await client.connect();
  const gateway = new PlayedGateway(config.url, START);
  try {
    const year = new Year(gateway, killer(kills));
    await year.play();
    return { state: await finalState(client), met: year.met, kills: gateway.kills };
  } finally {
    await gateway.stop();
    await client.end();
    await drop();
  }
}

/** Draws `kills` different days, and for each of them the moment of the kill: during the jobs, or during an act of the day. */
function killer(kills: number): (day: number, isLong: boolean) => number | undefined {
  const random = randomOf('year: kills');
  const days = new Map<number, { inJobs: boolean; skip: number }>();
  while (days.size < kills)
    days.set(1 + Math.floor(random() * SIZE.days), {
      inJobs: random() < 0.5,
      skip: Math.floor(random() * SIZE.acts),
    });
  return (day, isLong) => {
    const kill = days.get(day);
    if (!kill || kill.inJobs !== isLong) return undefined;
    kill.skip -= 1;
    if (!isLong && kill.skip >= 0) return undefined;
    days.delete(day);
    return random() * (isLong ? (IS_LONG ? 3_000 : 150) : 8);
  };
}

it('a year ends in the same state when its gateway is killed, and its books hold', { timeout: LIMIT_MS }, async () => {
  expect(inject('postgresUrl')).toBeTruthy();
  // At once: a long run takes a core for hours with one of them.
  const [calm, killed] = await Promise.all([playYear(0), playYear(SIZE.kills)]);
  expect(killed.kills).toBe(SIZE.kills);
  for (const name of Object.keys(calm.state)) expect(killed.state[name], name).toEqual(calm.state[name]);
  expect(killed.met).toEqual(calm.met);
  console.info(`year: ${[...calm.met].map(([what, times]) => `${what} ${times}`).join(', ')}`);
  for (const what of ['createCustodyOrder', 'redeemCustodyOrder', 'buyRab', 'sellRab', 'buyMachine', 'claimDividend'])
    expect(calm.met.get(what), what).toBeGreaterThan(0);
  for (const name of ['incomes', 'fees', 'custody']) expect(calm.state[name]?.length, name).toBeGreaterThan(0);
});
