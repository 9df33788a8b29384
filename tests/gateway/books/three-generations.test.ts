/**
 * Three generations place custody, redeem, trade and buy machines; operators record receipts and declare a dividend. Every income and fee
 * of the ledger is what the formulas of docs/rules.md give, worked out from rows by a second program (raw-books.ts).
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { toAmount, toUnits } from '../../../contract/money';
import { findModel, saveModel } from '../../../gateway/domain/machines/models-repo';
import { payDueInterest } from '../../../gateway/jobs/custody';
import { creditIncomes } from '../../../gateway/jobs/income';
import { computeDailyLevels } from '../../../gateway/jobs/levels';
import { distributeOutput } from '../../../gateway/jobs/mining';
import { computeRebates } from '../../../gateway/jobs/rebates';
import { foldTeam } from '../../../gateway/jobs/team';
import { DAY_MS, TRADE_PASSWORD, type Person } from '../world';
import { openRabWorld, type RabWorld } from '../otc/rab/world';
import { describeOnDatabase } from '../support/database';
import { actAsTwo } from '../support/operators';
import { readBooks } from './raw-books';

/** The funds that fees are divided among. */
const FUNDS = ['insurance', 'fee-revenue', 'promotion-fees', 'dynamic-fees'];
const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const sum = (units: readonly bigint[]) => units.reduce((total, one) => total + one, 0n);
const sorted = (units: readonly bigint[]) => units.toSorted((a, b) => (a < b ? -1 : 1));

describeOnDatabase('the books of three generations', (fixture) => {
  let world: RabWorld;
  let start: number;
  let people: Person[];
  const books = () => readBooks(fixture.database, world.time.now);
  const command = (name: string, input: object) => actAsTwo(world.deps, name, input);

  async function sell(id: string): Promise<void> {
    await fixture.tx(async (tx) => {
      const model = await findModel(tx, id);
      if (!model) throw new Error(`no machine ${id}`);
      await saveModel(tx, { ...model, isOpen: true, stock: 20 });
    });
  }
  async function buyMachine(who: Person, id: string): Promise<void> {
    const { version } = (await world.call(who, 'machineInfo', { id })).model;
    await world.call(who, 'buyMachine', { id, version, tickets: 0, tradePassword: TRADE_PASSWORD });
  }
  const price = () => world.set('market.rabReference', { price: '0.125', asOf: world.time.now });
  async function runJobs(): Promise<void> {
    await payDueInterest(world.deps);
    await distributeOutput(world.deps);
    await creditIncomes(world.deps);
  }

  beforeAll(async () => {
    world = await openRabWorld(fixture.database);
    start = world.time.now;
    await world.fundPool('100000');
    await world.set('income.managementRate', '0.03');
    // Redeeming costs at once.
    await world.set('custody.freeUndoMs', 0);
    // Whoever trades gets a part of later fees back.
    await world.set('income.rebateTiers', [{ from: '100', rate: '0.2' }]);
    for (const id of ['t10', 't50']) await sell(id);
    const top = await world.person('20000');
    const pia = await world.person('9000', top);
    const quin = await world.person('5000', pia);
    const rolf = await world.person('5000.000001', top);
    await world.place(top, '3000.5');
    const ofPia = await world.place(pia, '2500.123456');
    const ofQuin = await world.place(quin, '1200.77', 'd90');
    const ofRolf = await world.place(rolf, '700.000001', 'd7');
    await buyMachine(top, 't10');
    await buyMachine(pia, 't50');

    world.time.now = start + DAY_MS;
    await price();
    await world.fund(pia, { usdt: '0', rab: '20000' });
    await world.sell(pia, { quantity: '4000' });
    await world.buy(top, { quantity: '4000', mode: 'now' });
    world.time.now = start + 2 * DAY_MS;
    await world.redeem(pia, ofPia.id, '800.333333');
    await world.redeem(quin, ofQuin.id, '300.7');
    await world.redeem(rolf, ofRolf.id, '700.000001');

    world.time.now = start + 6.5 * DAY_MS;
    await price();
    await foldTeam(world.deps);
    await computeDailyLevels(world.deps);
    await computeRebates(world.deps);
    const ann = await world.person('6000', top);
    const ben = await world.person('6000', ann);
    const cid = await world.person('6000', ben);
    for (const [who, amount, part] of [
      [ann, '2000.75', '400.333333'],
      [ben, '1500.000007', '250.111111'],
      [cid, '1100', '333.333333'],
    ] as const) {
      const order = await world.place(who, amount);
      await world.redeem(who, order.id, part);
      await buyMachine(who, 't10');
    }
    await world.sell(pia, { quantity: '2468' });
    await world.buy(ben, { quantity: '2468', mode: 'now' });
    people = [top, pia, quin, rolf, ann, ben, cid];
  });

  /** Income by income and fee by fee. */
  async function expectJournalsAsFormulas(): Promise<void> {
    await runJobs();
    const all = await books();
    for (const { id } of all.rows.users) {
      for (const [kind, formulas] of Object.entries(all.incomes(id)))
        expect([id, kind, ...sorted(all.journalled(id, kind))]).toEqual([id, kind, ...sorted(formulas)]);
    }
    const fees = all.fees();
    expect(FUNDS.map((name) => sum(all.inflows(name)))).toEqual([
      sum(fees.map(({ insurance }) => insurance)),
      sum(fees.map(({ revenue }) => revenue)),
      sum(fees.map(({ promotion, management }) => promotion + management)),
      sum(fees.map(({ dynamic }) => dynamic)),
    ]);
    for (const who of people) expect(toUnits(await world.cash(who), 'USDT')).toBe(all.cash(who.userId));
    expect(await world.findings()).toEqual([]);
  }

  it('have levels, so that some pay lower fees', async () => {
    expect((await books()).rows.levels.length).toBeGreaterThan(0);
  });

  it('have interest, fees and what becomes of them as the formulas give', async () => {
    await expectJournalsAsFormulas();
    const { userId } = people[1]!;
    expect((await books()).journalled(userId, 'fee-rebate')).toEqual([117_230n]);
  });

  it('take a dividend of all that the net fees allow, and not a unit more', async () => {
    const midnight = start - (start % DAY_MS);
    const record = { day: isoDay(midnight + 3 * DAY_MS), receipts: '123.456789', evidence: { transaction: '0xabc' } };
    expect(await command('mining record', record)).toMatchObject({ ok: true });
    const days = { from: isoDay(midnight), to: isoDay(midnight + 4 * DAY_MS) };
    const most = (await books()).declarable(midnight, midnight + 5 * DAY_MS);
    const funding = { pool: 'dividend', asset: 'USDT', from: 'operator-capital', reason: 'test', runId: randomUUID() };
    expect(await command('fund-pool', { ...funding, amount: '1000' })).toMatchObject({ ok: true });
    const declare = (units: bigint) => command('dividend declare', { ...days, amount: toAmount(units, 'USDT') });
    expect(await declare(most + 1n)).toMatchObject({ ok: false });
    expect(await declare(most)).toMatchObject({ ok: true });
    await expectJournalsAsFormulas();
  });

  it('have output, and shares that are claimed to the unit', async () => {
    const before = await books();
    for (const who of people) {
      const { claimable, shares } = await world.call(who, 'dividendInfo', {});
      expect(toUnits(claimable, 'USDT')).toBe(sum(before.shares(who.userId).map(({ units }) => units)));
      for (const { id } of shares) await world.call(who, 'claimDividend', { id });
    }
    await expectJournalsAsFormulas();
    const after = await books();
    for (const kind of Object.keys(after.incomes(people[0]!.userId)))
      expect(sum(people.flatMap(({ userId }) => after.journalled(userId, kind))), kind).toBeGreaterThan(0n);
  });
});
