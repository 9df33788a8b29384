/** Buying machines with USDT and tickets, on sale and out of stock (docs/rules.md §6). */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { systemBalance } from '../../../gateway/ledger/balances';
import { IS_LONG } from '../../support/seed';
import { DAY_MS, START, TRADE_PASSWORD, type Person } from '../world';
import { describeOnDatabase } from '../support/database';
import { act, actAsTwo } from '../support/operators';
import { openMachineWorld, type MachineWorld } from './world';

const tradePassword = TRADE_PASSWORD;

describeOnDatabase('buying a machine', (fixture) => {
  let world: MachineWorld;
  beforeAll(async () => {
    world = await openMachineWorld(fixture);
  });
  const sales = () => systemBalance(fixture.database.db, 'machine-sales', 'USDT');
  const available = async (who: Person) => (await world.call(who, 'machineModels', {})).ticketsAvailable;

  it('takes USDT to the sales, one out of the stock, and gives a machine that runs from tomorrow', async () => {
    const who = await world.person('500');
    const id = await world.model({ stock: 3 });
    const before = await sales();
    const { model } = await world.call(who, 'machineInfo', { id });
    expect(model).toMatchObject({ hashrate: 10, price: '200.000000', tickets: 20, stock: 3, isOpen: true });
    const key = randomUUID();
    const input = { id, version: model.version, tickets: 0, tradePassword };
    const { machine } = await world.call(who, 'buyMachine', input, key);
    const startsAt = START - (START % DAY_MS) + DAY_MS;
    expect(machine).toMatchObject({
      modelId: id,
      hashrate: 10,
      price: '200.000000',
      tickets: 0,
      boughtAt: START,
      startsAt,
      endsAt: startsAt + 365 * DAY_MS,
      status: 'waiting',
      credited: '0.000000',
    });
    expect(await world.call(who, 'buyMachine', input, key)).toEqual({ machine });
    expect(await world.cash(who)).toBe('300.000000');
    expect((await sales()) - before).toBe(200_000_000n);
    expect((await world.call(who, 'machineInfo', { id })).model.stock).toBe(2);
    expect((await world.call(who, 'miningRecords', {})).items).toEqual([machine]);
    const other = await world.person('0');
    expect((await world.call(other, 'miningRecords', {})).items).toEqual([]);
    const { items } = await world.call(who, 'accountStatement', { account: 'cash', kind: 'machine-buy' });
    expect(items).toMatchObject([{ amount: '-200.000000', reference: machine.id, journalId: machine.journalId }]);
    expect(await world.findings()).toEqual([]);
  });

  it('takes tickets, and both, in the same transaction, and each ticket once', async () => {
    const who = await world.person('100');
    const id = await world.model();
    await world.tickets(who, 33);
    expect(await world.buy(who, id, 20)).toMatchObject({ price: '0.000000', tickets: 20, journalId: null });
    expect(await available(who)).toBe(13);
    expect(await world.call(who, 'machineQuote', { id, tickets: 13 })).toMatchObject({
      price: '70.000000',
      available: '100.000000',
      ticketsAvailable: 13,
    });
    const { id: machineId } = await world.buy(who, id, 13);
    expect([await available(who), await world.cash(who)]).toEqual([0, '30.000000']);
    const used = await world.call(who, 'machineTickets', { status: 'used', limit: 100 });
    expect(used.items.filter((one) => one.machineId === machineId)).toHaveLength(13);
    expect(used.items[0]).toMatchObject({ status: 'used', reason: 'Welcome', source: 'operator', hashrate: 10 });
    expect((await world.call(who, 'machineTickets', { status: 'available' })).items).toEqual([]);
    const version = await world.version(who, id);
    const refused = (tickets: number) => world.refused(who, 'buyMachine', { id, version, tickets, tradePassword });
    expect(await refused(1)).toMatchObject({ code: 'tickets-short', data: { available: '0' } });
    expect(await refused(0)).toMatchObject({ code: 'insufficient-funds', data: { available: '30.000000' } });
    expect(await refused(21)).toMatchObject({ code: 'payment-refused' });
    expect(await world.findings()).toEqual([]);
  });

  it('refuses terms that have changed, with those of now, and what is closed or sold out', async () => {
    const who = await world.person('1000');
    const id = await world.model({ stock: 1 });
    const seen = await world.version(who, id);
    await world.command('machine alter', { id, price: '250' });
    expect(await world.refused(who, 'buyMachine', { id, version: seen, tickets: 0, tradePassword })).toMatchObject({
      code: 'stale-version',
      data: { current: { id, price: '250.000000', version: seen + 1 } },
    });
    await world.buy(who, id);
    const version = await world.version(who, id);
    expect(version).toBe(seen + 1);
    const again = { id, version, tickets: 0, tradePassword };
    expect(await world.refused(who, 'buyMachine', again)).toMatchObject({ code: 'sold-out' });
    await world.command('machine alter', { id, stock: 5 });
    expect(await act(world.deps, 'machine alter', { id, closed: true })).toMatchObject({
      ok: true,
      data: { isOpen: false },
    });
    expect((await world.call(who, 'machineModels', {})).models.map((one) => one.id)).not.toContain(id);
    expect(await world.refused(who, 'buyMachine', { ...again, version: version + 1 })).toMatchObject({
      code: 'sold-out',
    });
    expect(await world.refused(who, 'buyMachine', { ...again, id: 'none' })).toMatchObject({ code: 'not-found' });
    expect(await world.cash(who)).toBe('750.000000');
  });

  it('sells the last one to one of many buyers, and charges no other', async () => {
    const buyers = await Promise.all(Array.from({ length: IS_LONG ? 200 : 20 }, () => world.person('250')));
    const id = await world.model({ stock: 1 });
    await world.tickets(buyers[0]!, 20);
    const version = await world.version(buyers[0]!, id);
    const before = await sales();
    const tries = await Promise.allSettled(
      buyers.map((who) => world.call(who, 'buyMachine', { id, version, tickets: 0, tradePassword })),
    );
    const won = tries.flatMap((one, index) => (one.status === 'fulfilled' ? [index] : []));
    expect(won).toHaveLength(1);
    const codes = tries.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code: string }).code] : []));
    expect(new Set(codes)).toEqual(new Set(['sold-out']));
    const { rows } = await fixture.database.db.execute<{ owner: string; balance: string }>(sql`
      SELECT owner_account_id::text AS owner, balance::text FROM accounts WHERE kind = 'user_cash' AND asset = 'USDT'`);
    const cash = new Map(rows.map(({ owner, balance }) => [owner, balance]));
    expect(buyers.map(({ accountId }) => cash.get(accountId))).toEqual(
      buyers.map((_, index) => (index === won[0] ? '50000000' : '250000000')),
    );
    expect((await sales()) - before).toBe(200_000_000n);
    expect(await world.findings()).toEqual([]);
  });

  it('uses no ticket twice when one person buys on many devices at once', async () => {
    const who = await world.person('0');
    const [one, two] = [await world.model({ tickets: 5 }), await world.model({ tickets: 5 })];
    await world.tickets(who, 12);
    const versions = { [one]: await world.version(who, one), [two]: await world.version(who, two) };
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => (n % 2 ? one : two)).map((id) =>
        world.call(who, 'buyMachine', { id, version: versions[id]!, tickets: 5, tradePassword }),
      ),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await available(who)).toBe(2);
    expect(await world.findings()).toEqual([]);
  });

  it('is guarded by the database: stock, used tickets and machines are what they are', async () => {
    const who = await world.person('500');
    const id = await world.model({ stock: 1 });
    await world.tickets(who, 5);
    const { id: machineId } = await world.buy(who, id, 3);
    const change = (text: string) => fixture.owner((owner) => owner.pool.query(text));
    await expect(change(`UPDATE machine_models SET stock = -1 WHERE id = '${id}'`)).rejects.toThrow(/check/);
    await expect(change(`UPDATE machine_models SET sold = 0 WHERE id = '${id}'`)).rejects.toThrow(/immutable/);
    await expect(change(`UPDATE machines SET hashrate = 500 WHERE id = ${machineId}`)).rejects.toThrow(/immutable/);
    await expect(change(`DELETE FROM machines WHERE id = ${machineId}`)).rejects.toThrow(/immutable/);
    await expect(
      change(`UPDATE machine_tickets SET machine_id = NULL, used_at = NULL WHERE machine_id = ${machineId}`),
    ).rejects.toThrow(/immutable/);
    // A ticket that is used after the purchase, whoever uses it.
    await expect(
      change(`UPDATE machine_tickets SET machine_id = ${machineId}, used_at = now() WHERE machine_id IS NULL`),
    ).rejects.toThrow(/immutable/);
    // A machine that nobody paid.
    await expect(
      change(
        `INSERT INTO machines (account_id, model_id, hashrate, price, tickets, bought_at, first_day, end_day)
         SELECT account_id, 't10', 10, 5, 0, bought_at, first_day, end_day FROM machines WHERE id = ${machineId}`,
      ),
    ).rejects.toThrow(/check|immutable/);
    expect(await world.findings()).toEqual([]);
  });
});

describeOnDatabase('operators of machines', (fixture) => {
  let world: MachineWorld;
  beforeAll(async () => {
    world = await openMachineWorld(fixture);
  });

  it('grant tickets once for each run', async () => {
    const who = await world.person('0');
    const input = { user: who.userId, count: 4, reason: 'Spring', promotion: true, runId: randomUUID() };
    expect(await actAsTwo(world.deps, 'ticket grant', input)).toMatchObject({ ok: true });
    expect(await actAsTwo(world.deps, 'ticket grant', input)).toMatchObject({ ok: false });
    const { items } = await world.call(who, 'machineTickets', {});
    expect(items.map(({ status, source, reason }) => `${status} ${source} ${reason}`)).toEqual(
      Array.from({ length: 4 }, () => 'available promotion Spring'),
    );
    expect(await world.findings()).toEqual([]);
  });
});
