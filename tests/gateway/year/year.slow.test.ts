/**
 * A year (365 days and 2,000 people in a long run, days and dozens otherwise) of random acts on everything that pays and earns: the books
 * hold. That a killed gateway leaves them whole is tests/gateway/crash.
 */
import { beforeAll, expect, it } from 'vitest';
import { toAmount, toUnits } from '../../../contract/money';
import { Refusal } from '../../../gateway/domain/call-context';
import { JOBS } from '../../../gateway/jobs/list';
import { neverStopping } from '../../../gateway/jobs/run';
import { IS_LONG, randomOf } from '../../support/seed';
import { DAY_MS, START, TRADE_PASSWORD, type Person } from '../custody/world';
import { openRabWorld, type RabWorld } from '../otc/rab/world';
import { describeOnDatabase } from '../support/database';
import { actAsTwo } from '../support/operators';

const SIZE = IS_LONG
  ? { days: 365, people: 2_000, acts: 60, auditEvery: 30 }
  : { days: 10, people: 18, acts: 12, auditEvery: 5 };
/** Far above what a busy machine needs. */
const LIMIT_MS = IS_LONG ? 36_000_000 : 600_000;
/** Jobs that talk to chains, mail servers or a demo's market, or that look at files. */
const NOT_PLAYED = new Set([
  'demo-price',
  'demo-market',
  'demo-offers',
  'deposits',
  'withdrawals',
  'payout-guard',
  'messages',
  'settings',
  'seal-files',
]);
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
  readonly #people: Person[] = [];
  readonly met = new Map<string, number>();
  #runs = 0;

  constructor(readonly world: RabWorld) {}

  #pick<T>(all: readonly T[]): T {
    return all[Math.floor(this.#random() * all.length)]!;
  }

  #between(least: number, most: number): number {
    return least + Math.floor(this.#random() * (most - least + 1));
  }

  /** Does it; a refusal that the rules foresee is fine, and answers null. */
  async #do<T>(day: number, what: string, work: () => Promise<T>): Promise<T | null> {
    try {
      const answer = await work();
      this.met.set(what, (this.met.get(what) ?? 0) + 1);
      return answer;
    } catch (error) {
      if (!(error instanceof Refusal && FORESEEN.has(error.code)))
        throw new Error(`day ${day}, ${what}`, { cause: error });
      return null;
    }
  }

  #call<N extends Parameters<RabWorld['call']>[1]>(day: number, who: Person, name: N, input: Record<string, unknown>) {
    return this.#do(day, name, () => this.world.call(who, name, input as never));
  }

  async #register(): Promise<void> {
    const inviter = this.#people.length === 0 ? undefined : this.#pick(this.#people);
    this.#people.push(await this.world.trader(String(this.#between(200, 9_000)), '2000', inviter));
  }

  /** A day of the operators: receipts, tickets, and every few days a dividend and a payout. */
  async #operate(day: number): Promise<void> {
    const operate = async (command: string, input: object, user?: Person) => {
      const reply = await actAsTwo(this.world.deps, command, { ...input, ...(user && { user: user.userId }) });
      if (!reply.ok && reply.fault !== 'state') throw new Error(`${command}: ${reply.message}`);
    };
    const runId = () => `00000000-0000-4000-8000-${String((this.#runs += 1)).padStart(12, '0')}`;
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
    const yesterday = isoDay(this.world.time.now - DAY_MS);
    const receipts = `${this.#between(1, 300)}.${this.#between(100_000, 999_999)}`;
    await operate('mining record', { day: yesterday, receipts, evidence: { transaction: `0x${day}` } });
    await operate(
      'ticket grant',
      { count: this.#between(1, 30), reason: 'Promotion', runId: runId() },
      this.#pick(this.#people),
    );
    if (day % 5 !== 0) return;
    const fund = { pool: 'dividend', asset: 'USDT', amount: '2', from: 'fee-revenue', reason: 'Dividend' };
    await operate('fund-pool', { ...fund, runId: runId() });
    // Little enough to be a part of the fees of few people, too.
    const amount = this.#pick(['0.050001', '0.1', '0.2']);
    await operate('dividend declare', { from: isoDay(this.world.time.now - 5 * DAY_MS), to: yesterday, amount });
    for (const who of this.#people.slice(0, 9)) await this.#claim(day, who);
    await operate(
      'insurance pay',
      { amount: '0.010001', reason: 'Double charge', runId: runId() },
      this.#pick(this.#people),
    );
  }

  async #act(day: number): Promise<void> {
    const who = this.#pick(this.#people);
    const chance = this.#random();
    if (chance < 0.35) return this.#place(day, who, chance < 0.1);
    if (chance < 0.5) return this.#redeem(day, who);
    if (chance < 0.65) return this.#buyMachine(day, who);
    if (chance < 0.75) return this.#claim(day, who);
    return this.#trade(day, who, chance < 0.9 ? 'buyRab' : 'sellRab');
  }

  async #running(day: number, who: Person): Promise<Custody[]> {
    const answer = await this.#call(day, who, 'custodyOrders', { status: 'in-progress', limit: 100 });
    return (answer?.items ?? []).filter(({ endsAt }) => endsAt > this.world.time.now);
  }

  async #place(day: number, who: Person, adds: boolean): Promise<void> {
    const [latest] = adds ? await this.#running(day, who) : [];
    await this.#call(day, who, 'createCustodyOrder', {
      planId: this.#pick(['d7', 'd30', 'd90']),
      amount: `${this.#between(90, 2_000)}.${this.#between(100_000, 999_999)}`,
      tradePassword: TRADE_PASSWORD,
      ...(latest ? { addTo: { orderId: latest.id, version: latest.version } } : {}),
    });
  }

  async #redeem(day: number, who: Person): Promise<void> {
    const running = await this.#running(day, who);
    if (running.length === 0) return;
    const { id, version, principal } = this.#pick(running);
    const percent = BigInt(this.#pick([30, 50, 100]));
    const amount = toAmount((toUnits(principal, 'USDT') * percent) / 100n, 'USDT');
    await this.#call(day, who, 'redeemCustodyOrder', { orderId: id, version, amount, tradePassword: TRADE_PASSWORD });
  }

  async #buyMachine(day: number, who: Person): Promise<void> {
    const id = this.#pick(['m10', 'm10', 'm50']);
    const about = await this.#call(day, who, 'machineInfo', { id });
    if (about === null) return;
    const tickets = this.#pick([0, 0, 5, 20]);
    const { version } = about.model;
    await this.#call(day, who, 'buyMachine', { id, version, tickets, tradePassword: TRADE_PASSWORD });
  }

  async #claim(day: number, who: Person): Promise<void> {
    const { shares } = (await this.#call(day, who, 'dividendInfo', {})) ?? { shares: [] };
    if (shares.length > 0) await this.#call(day, who, 'claimDividend', { id: this.#pick(shares).id });
  }

  async #trade(day: number, who: Person, name: 'buyRab' | 'sellRab'): Promise<void> {
    await this.#call(day, who, name, {
      price: this.#pick(['0.124', '0.125', '0.126']),
      quantity: String(this.#between(20, 900)),
      canSplit: true,
      mode: 'rest',
      fee: '1000000000',
      tradePassword: TRADE_PASSWORD,
    });
  }

  async #runJobs(): Promise<void> {
    const { deps, logs } = this.world;
    for (const { name, run } of JOBS) if (!NOT_PLAYED.has(name)) await run(deps, neverStopping);
    expect(logs.filter(({ level, event }) => level === 'error' && event.endsWith('.failed'))).toEqual([]);
  }

  /** Plays it from the first day to the last. */
  async play(): Promise<void> {
    await this.world.fundPool('1000000');
    for (let day = 1; day <= SIZE.days; day += 1) {
      // Three days bring everybody in; the acts of the day are spread over it.
      const due = Math.min(SIZE.people, Math.ceil((SIZE.people * day) / 3));
      while (this.#people.length < due) await this.#register();
      await this.#operate(day);
      for (let act = 0; act < SIZE.acts; act += 1) {
        this.world.time.now += Math.floor(DAY_MS / (SIZE.acts + 1));
        await this.#act(day);
      }
      this.world.time.now = START + day * DAY_MS;
      await this.#runJobs();
      if (day % SIZE.auditEvery === 0) expect(await this.world.findings(), `audit of day ${day}`).toEqual([]);
    }
  }
}

const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

describeOnDatabase('a year of everything that pays and earns', (fixture) => {
  let world: RabWorld;
  beforeAll(async () => {
    world = await openRabWorld(fixture.database);
  });

  it('leaves the books sound', { timeout: LIMIT_MS }, async () => {
    const year = new Year(world);
    await year.play();
    console.info(`year: ${[...year.met].map(([what, times]) => `${what} ${times}`).join(', ')}`);
    for (const what of ['createCustodyOrder', 'redeemCustodyOrder', 'buyRab', 'sellRab', 'buyMachine', 'claimDividend'])
      expect(year.met.get(what), what).toBeGreaterThan(0);
  });
});
