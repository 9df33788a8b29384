/** Random chains with reorganisations against the scanner: credited once, and never what has fewer than three blocks on it. */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { toUnits } from '../../../contract/money';
import { ModelRun } from '../../support/model-run';
import { describeOnDatabase } from '../support/database';
import { openDepositWorld, type DepositWorld } from './deposit-world';
import { SCALE, ScriptedChain, type Faults, type Payment } from './scripted-chain';

const ONE_USDT = toUnits('1', 'USDT') * SCALE;

/** Average count of each in a sequence, rather too low than too high; `ModelRun.expectMet` holds the run to it. */
const COVERAGE = {
  mine: 4.5,
  watch: 4.5,
  reorganise: 2,
  credited: 1.7,
  restart: 1.1,
  'too-small': 1,
  'lost after it was credited': 0.15,
};

type Step =
  | { do: 'mine'; amounts: bigint[] }
  /** `keeps`: which of the payments of the lost blocks come back, and `blocks` how many there are then. */
  | { do: 'reorganise'; depth: number; blocks: number; keeps: boolean[] }
  | { do: 'watch'; faults: Faults }
  | { do: 'restart' };

const amount = fc.oneof(fc.bigInt(1n, 3n * ONE_USDT), fc.constantFrom(ONE_USDT, ONE_USDT - 1n, 100n * ONE_USDT));
const faults: fc.Arbitrary<Faults> = fc.constantFrom<Faults>(
  {},
  {},
  { logs: (logs) => [...logs, ...logs].reverse() },
  { lateLogs: 1 },
  { lag: 1 },
  { fails: 'rate-limited' },
  { hasNoReceipts: true },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('mine' as const), amounts: fc.array(amount, { maxLength: 2 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('reorganise' as const),
      depth: fc.integer({ min: 1, max: 12 }),
      blocks: fc.integer({ min: 0, max: 13 }),
      keeps: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('watch' as const), faults }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'restart' }) },
);

describeOnDatabase('the scanner against random chains', (fixture) => {
  const model = new ModelRun('deposits', 12);
  let world: DepositWorld;
  beforeAll(async () => {
    world = await openDepositWorld(fixture.database);
  });

  async function play(steps: readonly Step[]): Promise<void> {
    const chain = new ScriptedChain(() => world.time.now);
    const who = await world.person('0');
    const faultsNow: Faults = {};
    world.use(chain.chain([chain.reader(faultsNow)]));
    const address = await world.addressOf(who);
    /** Ids of the credited deposits so far; each had its blocks when it was credited. */
    const credited = new Set<string>();
    let sum = 0n;
    const look = async () => {
      world.time.now += 120_000;
      await world.watch();
      for (const one of (await world.depositsOf(who)).filter(({ status }) => status === 'credited')) {
        if (credited.has(one.id)) continue;
        credited.add(one.id);
        expect(chain.depthOf(one.txId)).toBeGreaterThanOrEqual(3);
        sum += toUnits(one.amount, 'USDT');
      }
      expect(await world.cash(who)).toBe(`${sum / 1_000_000n}.${String(sum % 1_000_000n).padStart(6, '0')}`);
    };
    for (const one of steps) {
      model.met(one.do);
      if (one.do === 'mine') chain.mine(one.amounts.map((raw) => world.pay(address, raw)));
      else if (one.do === 'restart') world.use(chain.chain([chain.reader(faultsNow)]));
      else if (one.do === 'reorganise') reorganise(chain, one, await lowestStanding());
      else {
        Object.assign(faultsNow, one.faults);
        await look();
        for (const name of Object.keys(one.faults)) delete faultsNow[name as keyof Faults];
      }
    }
    // Two rounds without faults: the second one credits what the first one found.
    for (let n = 0; n < 4; n += 1) chain.mine();
    await look();
    await look();
    const deposits = await world.depositsOf(who);
    const ofTransaction = (payment: Payment) => deposits.filter(({ txId }) => txId === payment.txId);
    for (const payment of chain.payments()) {
      const status = payment.raw < ONE_USDT ? 'too-small' : 'credited';
      model.met(status);
      expect(ofTransaction(payment)).toMatchObject([{ status }]);
    }
    // A deposit whose transaction left the chain is kept only if it was credited before.
    const present = new Set(chain.payments().map(({ txId }) => txId));
    const lost = deposits.filter(({ txId }) => !present.has(txId));
    expect(lost.filter(({ status }) => status !== 'credited')).toEqual([]);
    model.met('lost after it was credited', lost.length);
  }

  /** Below this block nothing changes any more: twelve below the last one that was read. */
  async function lowestStanding(): Promise<number> {
    const { rows } = await world.deps.db.pool.query<{ next: string }>(
      `SELECT next_block AS next FROM chain_scans WHERE network = 'BEP20'`,
    );
    return Math.max(0, Number(rows[0]?.next ?? 1) - 1 - 12);
  }

  function reorganise(chain: ScriptedChain, lost: Extract<Step, { do: 'reorganise' }>, standing: number): void {
    const { blocks, keeps } = lost;
    const depth = Math.min(lost.depth, chain.height - standing);
    if (depth <= 0) return;
    const kept = chain.top(depth).filter((_, index) => keeps[index % keeps.length]);
    const contents: Payment[][] = Array.from({ length: Math.max(blocks, kept.length > 0 ? 1 : 0) }, () => []);
    // In another order than before, in other blocks.
    kept.reverse().forEach((payment, index) => contents[index % contents.length]?.push(payment));
    chain.reorganise(depth, contents);
  }

  it('credits once, and never for a lost block with fewer than three on it', { timeout: model.limitMs }, async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), play);
    await fc.assert(property, model.settings);
    model.expectMet(COVERAGE);
    expect(await world.findings()).toEqual([]);
  });
});
