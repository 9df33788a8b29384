/** Delivery slips from the operator's file to the person's list (docs/rules.md §9). */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY_MS, openGatewayWorld, START, type GatewayWorld, type Person } from '../world';
import { madeFolder } from '../../support/made-folder';
import { describeOnDatabase } from '../support/database';
import { act, operatorSigner, runOperator } from '../support/operators';
import { csvOf, SLIP, type Cells } from './slip-rows';

describeOnDatabase('delivery slips', (fixture) => {
  let world: GatewayWorld;
  const folder = madeFolder('slips');
  let who: Person;
  let count = 0;

  /** A slip of the person's with a number of its own. */
  const slip = (change: Cells = {}): Cells => ({ ...SLIP, user: who.userId, trade_no: `N-${(count += 1)}`, ...change });
  const send = (rows: readonly Cells[], more: object = {}, actor?: string) =>
    act(world.deps, 'slips import', { file: 'slips.csv', format: 'csv', text: csvOf(rows), ...more }, actor);
  const list = async (person = who) => (await world.call(person, 'deliverySlips', { limit: 100 })).items;
  const numbers = async (person = who) => (await list(person)).map(({ tradeNumber }) => tradeNumber);
  const rowsOf = async (table: string) => {
    const { rows } = await fixture.database.db.execute<{ count: string }>(
      sql`SELECT count(*)::text AS count FROM ${sql.identifier(table)}`,
    );
    return Number(rows[0]?.count);
  };

  beforeAll(async () => {
    world = await openGatewayWorld(fixture.database);
  });
  beforeEach(async () => {
    who = await world.person('100');
  });

  it('are imported from a file by the command line, rehearsed first, and move no money', async () => {
    const [one, two] = [slip({ path: '2026-11-20T10:00:00Z 1.087' }), slip({ direction: 'short', profit: '-3.25' })];
    const path = join(folder, 'desk.csv');
    await writeFile(path, csvOf([one, two]));
    const before = await rowsOf('journals');
    const run = (...words: string[]) =>
      runOperator(world.deps, ['slips', 'import', '--file', path, ...words], {
        releases: () => ({ callerDir: folder }) as never,
      });
    const rehearsed = await run('--dry-run');
    expect([rehearsed.code, rehearsed.out.join()]).toEqual([
      0,
      expect.stringMatching(/would add 2 new slips of 1 users/),
    ]);
    expect(await list()).toEqual([]);
    expect((await run()).out.join()).toMatch(/2 new slips of 1 users, 0 known already \(import \d+\)/);
    expect(await numbers()).toEqual([two['trade_no'], one['trade_no']]);
    expect((await run()).out.join()).toMatch(
      /was imported before, by ann on 2026-11-21T08:30:00.000Z as desk.csv: nothing changes/,
    );
    expect(await rowsOf('journals')).toBe(before);
    expect(await world.cash(who)).toBe('100.000000');
    const [newest] = await list();
    expect(newest).toMatchObject({
      profit: '-3.250000',
      result: 'loss',
      margin: '120.000000',
      lots: '0.5',
      openPrice: '1.085',
      high: null,
    });
    const { slip: shown, path: prices } = await world.call(who, 'deliverySlip', { id: (await list())[1]?.id ?? '' });
    expect(shown).toEqual((await list())[1]);
    expect(prices.map(({ price }) => price)).toEqual(['1.085', '1.087', '1.0862']);
  });

  it('have a signed row of the audit for each ending: rehearsed, refused, imported, known', async () => {
    await operatorSigner(world.deps, 'fin', 'finance');
    const fine = slip();
    await send([fine], { dryRun: true }, 'fin');
    await send([{ ...fine, lots: 'x' }], { dryRun: true }, 'fin');
    await send([{ ...fine, lots: 'x' }], {}, 'fin');
    await send([fine], {}, 'fin');
    await send([fine], {}, 'fin');
    const listed = await act(world.deps, 'audit list', { limit: 5 }, 'fin');
    const texts = (listed as { data: { actor: string; text: string }[] }).data.map(
      ({ actor, text }) => `${actor} ${text}`,
    );
    expect(texts.toReversed()).toEqual([
      'fin imported delivery slips (rehearsed)',
      'fin imported delivery slips (rehearsed)',
      'fin imported delivery slips (refused)',
      'fin imported delivery slips',
      'fin imported delivery slips (known)',
    ]);
    expect(await act(world.deps, 'audit verify', {})).toMatchObject({ ok: true, data: { isSound: true } });
    expect(await act(world.deps, 'slips imports', { limit: 1 })).toMatchObject({
      ok: true,
      data: [{ importedBy: 'fin', slips: 1, added: 1, fileName: 'slips.csv' }],
    });
    await operatorSigner(world.deps, 'sue', 'support');
    expect(await send([slip()], {}, 'sue')).toMatchObject({ ok: false, fault: 'denied' });
  });

  it('are imported whole or not at all', async () => {
    const stranger = slip({ user: 'nobody@example.com' });
    const reply = await send([slip(), stranger, slip({ account: '999999' })]);
    expect(reply).toMatchObject({
      ok: true,
      failed: true,
      data: {
        imported: false,
        findings: [
          { line: 3, column: 'user', reason: expect.stringMatching(/^is nobody here/) as string },
          { line: 4, column: 'account', reason: 'is no account of that user' },
        ],
      },
    });
    expect(reply.ok && reply.lines[1]).toMatch(/^line 3\tuser\tis nobody here/);
    expect(await list()).toEqual([]);
  });

  it('are known by their number: the same row adds nothing, a changed one is refused by line and column', async () => {
    const [first, later] = [slip(), slip()];
    await send([first]);
    expect(await send([{ ...first, open_price: '1.08500' }, later])).toMatchObject({ data: { added: 1, known: 1 } });
    const fresh = slip();
    expect(await send([fresh, { ...first, profit: '61', high: '1.1' }])).toMatchObject({
      failed: true,
      data: {
        findings: [
          { line: 3, column: 'profit', reason: `differs from the slip that is known as ${first['trade_no']}` },
          { line: 3, column: 'high' },
        ],
      },
    });
    const other = await world.person('0');
    expect(await send([{ ...first, user: other.userId }])).toMatchObject({
      data: { findings: [{ line: 2, column: 'user' }] },
    });
    expect(await numbers()).toEqual([later['trade_no'], first['trade_no']]);
  });

  it('stay one each when two operators import the same rows at once', async () => {
    const rows = [slip(), slip(), slip()];
    const replies = await Promise.all(
      ['ann', 'bob'].map((actor, index) =>
        send(rows, { file: `of-${actor}.csv`, text: csvOf(rows) + '\n'.repeat(index) }, actor),
      ),
    );
    const added = replies.map((reply) => (reply.ok ? (reply.data as { added: number }).added : -1));
    expect(added.toSorted()).toEqual([0, 3]);
    expect(await list()).toHaveLength(3);
  });

  it('are listed by closing time in pages; one that is reported late stands before what was known', async () => {
    const at = (hour: number) => ({
      open_time: '2026-11-20T00:00:00Z',
      close_time: new Date(Date.UTC(2026, 10, 20, hour)).toISOString(),
    });
    const [noon, one, two] = [slip(at(12)), slip(at(1)), slip(at(2))];
    await send([noon, two, one]);
    expect(await numbers()).toEqual([noon, two, one].map((row) => row['trade_no']));
    const late = slip(at(3));
    await send([late]);
    const items = await list();
    expect(items.map(({ tradeNumber }) => tradeNumber)).toEqual([late, noon, two, one].map((row) => row['trade_no']));
    expect(items[0]).toMatchObject({ listedAt: items[1]?.listedAt, closedAt: Date.UTC(2026, 10, 20, 3) });
    const page = await world.call(who, 'deliverySlips', { limit: 3 });
    const rest = await world.call(who, 'deliverySlips', { limit: 3, cursor: page.nextCursor ?? '' });
    expect([...page.items, ...rest.items]).toEqual(items);
  });

  it('are added up by direction and result, also of a part of the time', async () => {
    await send([
      slip({ profit: '10' }),
      slip({ profit: '0.000001' }),
      slip({ profit: '-4' }),
      slip({ profit: '0', direction: 'short' }),
      slip({ profit: '7', open_time: '2026-10-01T00:00:00Z', close_time: '2026-10-02T00:00:00Z' }),
    ]);
    const { groups } = await world.call(who, 'deliverySlipTotals', {});
    expect(groups).toEqual([
      { direction: 'long', result: 'profit', count: 3, amount: '17.000001' },
      { direction: 'long', result: 'loss', count: 1, amount: '-4.000000' },
      { direction: 'short', result: 'even', count: 1, amount: '0.000000' },
    ]);
    const november = { from: Date.UTC(2026, 10, 1), until: Date.UTC(2026, 10, 20, 11) };
    expect((await world.call(who, 'deliverySlipTotals', november)).groups).toEqual([]);
    const whole = await world.call(who, 'deliverySlipTotals', { ...november, until: november.until + 1 });
    expect(whole.groups[0]).toEqual({ direction: 'long', result: 'profit', count: 2, amount: '10.000001' });
  });

  it('are told to their owner, and shown to nobody else', async () => {
    const stranger = await world.person('0');
    await send([slip(), slip()]);
    const told = async (person: Person) => (await world.call(person, 'liveEvents', {})).events;
    expect(await told(who)).toMatchObject([
      {
        calls: expect.arrayContaining(['deliverySlips', 'deliverySlip', 'deliverySlipTotals']),
        notice: { kind: 'slips-reported', accountId: who.accountId },
      },
    ]);
    expect(await told(stranger)).toEqual([]);
    expect(await list(stranger)).toEqual([]);
    const id = (await list())[0]?.id ?? '';
    expect(await world.refused(stranger, 'deliverySlip', { id })).toMatchObject({ code: 'not-found' });
    expect(await world.refused(who, 'deliverySlip', { id: 'x' })).toMatchObject({ code: 'not-found' });
  });

  it('belong to the account that the row names', async () => {
    const { rows } = await fixture.database.db.execute<{ id: string }>(
      sql`INSERT INTO trading_accounts (user_id, kind, name, created_at) VALUES (${who.userId}::bigint, 'sub', 'Savings', now()) RETURNING id::text`,
    );
    const accountId = rows[0]?.id ?? '';
    const row = slip({ account: accountId });
    await send([row]);
    expect(await numbers()).toEqual([]);
    expect(await numbers({ ...who, accountId })).toEqual([row['trade_no']]);
  });

  it('are not imported by an operator for themselves', async () => {
    await operatorSigner(world.deps, `own${who.userId}`, 'finance', who.userId);
    expect(await send([slip()], {}, `own${who.userId}`)).toMatchObject({ ok: false, fault: 'denied' });
    expect(await list()).toEqual([]);
  });

  it('never change, whatever is tried on the rows', async () => {
    await send([slip()]);
    const { pool } = fixture.database;
    await expect(pool.query(`UPDATE delivery_slips SET profit = 1`)).rejects.toThrow(/permission denied|immutable/);
    for (const change of [
      'UPDATE delivery_slips SET profit = 1',
      'DELETE FROM delivery_slips',
      'DELETE FROM slip_imports',
    ]) {
      await fixture.owner((owner) => expect(owner.pool.query(change)).rejects.toThrow(/immutable/));
    }
    world.time.now = START + DAY_MS;
    expect(await list()).toHaveLength(1);
    world.time.now = START;
  });
});
