/** After any sequence of registrations and custody acts the maintained figures are the sums of what orders and members below hold. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toAmount } from '../../../contract/money';
import { Refusal } from '../../../gateway/domain/call-context';
import { payDueInterest } from '../../../gateway/jobs/custody';
import { foldTeam } from '../../../gateway/jobs/team';
import { ModelRun } from '../../support/model-run';
import { DAY_MS, openCustodyWorld, TRADE_PASSWORD, type CustodyWorld, type Person } from '../custody/world';
import { describeOnDatabase } from '../support/database';

type Act =
  | { act: 'register'; inviter: number }
  | { act: 'place' | 'add' | 'redeem' | 'undo'; who: number; cents: number; percent: number }
  | { act: 'wait'; ms: number }
  | { act: 'settle' | 'fold' }
  | { act: 'threshold'; usdt: string };

const who = fc.nat(20);
const acts = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ act: fc.constant('register' as const), inviter: who }) },
    {
      weight: 8,
      arbitrary: fc.record({
        act: fc.constantFrom('place' as const, 'place' as const, 'add' as const, 'redeem' as const, 'undo' as const),
        who,
        cents: fc.integer({ min: 10_001, max: 150_000 }),
        percent: fc.constantFrom(20, 50, 100),
      }),
    },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('wait' as const), ms: fc.nat(9 * DAY_MS) }) },
    { weight: 3, arbitrary: fc.record({ act: fc.constantFrom('settle' as const, 'fold' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({ act: fc.constant('threshold' as const), usdt: fc.constantFrom('300', '500') }),
    },
  ),
  { minLength: 6, maxLength: 16 },
);

const REFUSALS = new Set(['order-closed', 'remainder-too-small', 'insufficient-funds', 'amount-too-small']);
const COVERAGE = {
  register: 1,
  place: 1,
  add: 0.1,
  redeem: 0.1,
  'redeem all': 0.05,
  undo: 0.05,
  settle: 0.5,
  fold: 0.5,
  threshold: 0.2,
  'new custody': 0.3,
};

/** @returns what was done; null when there was nothing to do it to */
async function perform(world: CustodyWorld, people: Person[], act: Act): Promise<string | null> {
  if (act.act === 'wait') world.time.now += act.ms;
  if (act.act === 'settle') await payDueInterest(world.deps);
  if (act.act === 'fold') await foldTeam(world.deps);
  if (act.act === 'threshold') await world.set('custody.validFrom', act.usdt);
  if (act.act === 'register') people.push(await world.person('5000', people[act.inviter % people.length]));
  if (!('cents' in act)) return act.act;
  const person = people[act.who % people.length]!;
  const amount = toAmount(BigInt(act.cents) * 10_000n, 'USDT');
  const { items } = await world.call(person, 'custodyOrders', { status: 'in-progress', limit: 100 });
  const order = items.find(({ endsAt }) => endsAt > world.time.now);
  if (act.act === 'place') await world.place(person, amount, 'd7');
  if (act.act === 'place') return 'place';
  if (!order) return null;
  if (act.act === 'add') {
    const addTo = { orderId: order.id, version: order.version };
    await world.call(person, 'createCustodyOrder', { planId: 'd7', amount, tradePassword: TRADE_PASSWORD, addTo });
    return 'add';
  }
  const isFree = world.time.now < order.freeUndoUntil;
  if ((act.act === 'undo') !== isFree) return null;
  const part = toAmount((BigInt(order.principal.replace('.', '')) * BigInt(act.percent)) / 100n, 'USDT');
  await world.redeem(person, order.id, part);
  return act.act === 'redeem' && act.percent === 100 ? 'redeem all' : act.act;
}

async function run(world: CustodyWorld, sequence: readonly Act[], model: ModelRun): Promise<void> {
  const people = [await world.person('5000')];
  for (const act of sequence) {
    await perform(world, people, act).then(
      (done) => done && model.met(done),
      (error: unknown) => {
        if (!(error instanceof Refusal && REFUSALS.has(error.code))) throw error;
      },
    );
  }
  // Nothing is wrong while some of it is on its way upwards, and nothing when all of it has come.
  expect(await world.findings()).toEqual([]);
  await foldTeam(world.deps);
  const { total } = await world.call(people[0]!, 'teamDays', {});
  if (total !== '0.000000') model.met('new custody');
  expect(await world.findings()).toEqual([]);
}

describeOnDatabase('any sequence of registrations and custody acts', (fixture) => {
  const model = new ModelRun(`team (${fixture.kind})`, 6);

  it('leaves figures in which reconcile finds nothing wrong', { timeout: model.limitMs }, async () => {
    const world = await openCustodyWorld(fixture.database);
    await world.fundPool('100000');
    await fc.assert(
      fc.asyncProperty(acts, (sequence) => run(world, sequence, model)),
      model.settings,
    );
    model.expectMet(COVERAGE);
  });
});
