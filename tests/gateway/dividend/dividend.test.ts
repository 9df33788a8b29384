/** The AI dividend: declared within limits, claimed once, brought back in time (docs/rules.md §7). */
import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { toUnits } from '../../../contract/money';
import { reconcileDividends } from '../../../gateway/domain/dividend/reconcile-repo';
import { returnExpired } from '../../../gateway/jobs/dividends';
import { poolFree, systemBalance } from '../../../gateway/ledger/balances';
import { DAY_MS, openGatewayWorld, type GatewayWorld, type Person } from '../world';
import { describeOnDatabase } from '../support/database';
import { fundDividends, takeFee } from '../support/dividends';
import { actAsTwo } from '../support/operators';
import { foundAfter } from '../support/planted';

const midnight = (ms: number) => ms - (ms % DAY_MS);
const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const usdt = (text: string) => toUnits(text, 'USDT');

describeOnDatabase('the AI dividend', (fixture) => {
  let world: GatewayWorld;
  let [large, small, little]: Person[] = [];
  /** The UTC midnight of the first day that has fees. */
  let first = 0;

  const declare = (from: number, to: number, amount: string) =>
    actAsTwo(world.deps, 'dividend declare', { from: isoDay(from), to: isoDay(to), amount });
  const reserve = () => systemBalance(fixture.database.db, 'dividend-reserve', 'USDT');
  const pool = () => poolFree(fixture.database.db, 'dividend-pool', 'USDT');
  const claimJournals = async () => {
    const { rows } = await fixture.database.db.execute<{ n: string }>(
      sql`SELECT count(*)::text AS n FROM journals WHERE kind = 'dividend'`,
    );
    return Number(rows[0]?.n);
  };

  beforeAll(async () => {
    world = await openGatewayWorld(fixture.database);
    await world.fundPool('5000');
    [large, small, little] = [await world.person('20000'), await world.person('5000'), await world.person('5000')];
    await world.place(large!, '2000');
    await world.place(small!, '1000');
    // Below valid custody: no share.
    await world.place(little!, '499.999999');
    first = midnight(world.time.now) + DAY_MS;
    await takeFee(fixture.database, large!.accountId, '600', first);
    await takeFee(fixture.database, large!.accountId, '400.000003', first + 2 * DAY_MS - 1);
    await takeFee(fixture.database, large!.accountId, '77', first + 2 * DAY_MS);
  });

  it('is refused for days that are not closed, the wrong way round, above the maximum, or from an empty pool', async () => {
    world.time.now = first + 2 * DAY_MS + 599_999;
    const refused = (message: RegExp) => ({ ok: false, message: expect.stringMatching(message) as string });
    expect(await declare(first, first + DAY_MS, '1')).toMatchObject(refused(/not closed yet/));
    world.time.now += 1;
    expect(await declare(first + DAY_MS, first, '1')).toMatchObject(refused(/is before/));
    expect(await declare(first, first + DAY_MS, '300.000001')).toMatchObject(
      refused(/^at most 300\.000000 USDT can be declared: 0\.3 of the net fees of these days, 1000\.000003 USDT$/),
    );
    expect(await declare(first - 9 * DAY_MS, first - 5 * DAY_MS, '1')).toMatchObject(refused(/^at most 0\.000000/));
    expect(await declare(first, first + DAY_MS, '300')).toMatchObject(
      refused(/^dividend-pool does not hold enough USDT$/),
    );
    expect(await declare(first, first + DAY_MS, '0.0000001')).toMatchObject(refused(/is not an amount/));
    expect(await reserve()).toBe(0n);
  });

  it('takes two operators, sets the sum aside, and is shared by custody days to the unit', async () => {
    await fundDividends(fixture.database, '700', world.time.now);
    const reply = await declare(first, first + DAY_MS, '299.999999');
    expect(reply).toMatchObject({
      ok: true,
      data: { amount: '299.999999', netFees: '1000.000003', recipients: 2, custodyDays: '6000.000000' },
    });
    expect([await reserve(), await pool()]).toEqual([usdt('299.999999'), usdt('400.000001')]);
    const { claimable, shares } = await world.call(large!, 'dividendInfo', {});
    expect(claimable).toBe('199.999999');
    expect(shares).toMatchObject([
      {
        amount: '199.999999',
        firstDay: first,
        lastDay: first + DAY_MS,
        netFees: '1000.000003',
        declared: '299.999999',
        custodyDays: '4000.000000',
        totalCustodyDays: '6000.000000',
        status: 'to-claim',
        expiresAt: world.time.now + 30 * DAY_MS,
      },
    ]);
    expect((await world.call(small!, 'dividendInfo', {})).claimable).toBe('100.000000');
    expect((await world.call(little!, 'dividendInfo', {})).shares).toEqual([]);
    const noticesOf = async (who: Person) =>
      (await world.call(who, 'liveEvents', {})).events.flatMap((event) => event.notice ?? []);
    const told = [{ kind: 'dividend-declared', subjectId: shares[0]?.id }];
    expect(await noticesOf(large!)).toEqual(told);
    expect(await noticesOf(small!)).toEqual(told);
    expect(await noticesOf(little!)).toEqual([]);
    expect(await world.findings()).toEqual([]);
  });

  it('is declared for no day twice', async () => {
    for (const [from, to] of [
      [first, first],
      [first + DAY_MS, first + DAY_MS],
      [first - DAY_MS, first + DAY_MS],
    ] as const)
      expect(await declare(from, to, '1')).toMatchObject({
        ok: false,
        message: expect.stringMatching(/was declared for/) as string,
      });
  });

  it('is claimed once, whatever taps on however many devices: one journal, one income', async () => {
    const { shares } = await world.call(large!, 'dividendInfo', {});
    const id = shares[0]?.id ?? '';
    const before = await world.cash(large!);
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.call(large!, 'claimDividend', { id })));
    expect(new Set(answers.map(({ share }) => share.journalId)).size).toBe(1);
    expect(answers.every(({ share }) => share.status === 'claimed')).toBe(true);
    expect(await claimJournals()).toBe(1);
    expect(usdt(await world.cash(large!)) - usdt(before)).toBe(usdt('199.999999'));
    expect(await reserve()).toBe(usdt('100'));
    const { rows } = await fixture.database.db.execute<Record<string, unknown>>(
      sql`SELECT amount::text, pool, inputs, journal_id::text AS journal FROM incomes WHERE source = 'dividend'`,
    );
    expect(rows).toEqual([
      {
        amount: '199999999',
        pool: 'dividend-reserve',
        inputs: {
          declarationId: id,
          from: first,
          until: first + 2 * DAY_MS,
          custodyDays: '4000.000000',
          totalDays: '6000.000000',
          total: '299999999',
        },
        journal: answers[0]?.share.journalId,
      },
    ]);
    const log = await world.call(large!, 'incomes', { type: 'dividend' });
    expect(log.items).toMatchObject([
      {
        amount: '199.999999',
        status: 'credited',
        pool: 'dividend-reserve',
        lineage: { source: 'dividend', total: '299.999999' },
      },
    ]);
    const { items } = await world.call(large!, 'dividendReleases', {});
    expect(items).toMatchObject([{ id, status: 'claimed', amount: '199.999999', claimedAt: world.time.now }]);
    expect((await world.call(large!, 'dividendInfo', {})).claimable).toBe('0.000000');
    expect(await world.findings()).toEqual([]);
  });

  it('is nobody else’s', async () => {
    const { items } = await world.call(large!, 'dividendReleases', {});
    expect(await world.refused(little!, 'claimDividend', { id: items[0]?.id ?? '' })).toMatchObject({
      code: 'not-found',
    });
    expect(await world.refused(little!, 'claimDividend', { id: 'none' })).toMatchObject({ code: 'not-found' });
  });

  it('goes back to the pool when nobody has claimed it in time, once however many gateways run', async () => {
    const { shares } = await world.call(small!, 'dividendInfo', {});
    const { id = '', expiresAt = 0 } = shares[0] ?? {};
    const before = await pool();
    world.time.now = expiresAt - 1;
    expect(await returnExpired(world.deps)).toBe(0);
    world.time.now = expiresAt;
    expect(await world.refused(small!, 'claimDividend', { id })).toMatchObject({ code: 'claim-expired' });
    expect(await world.call(small!, 'dividendReleases', {})).toMatchObject({ items: [{ status: 'expired' }] });
    const done = await Promise.all([1, 2, 3].map(() => returnExpired(world.deps)));
    expect(done.reduce((sum, one) => sum + one, 0) + (await returnExpired(world.deps))).toBe(1);
    expect([await reserve(), (await pool()) - before]).toEqual([0n, usdt('100')]);
    expect(await world.refused(small!, 'claimDividend', { id })).toMatchObject({ code: 'claim-expired' });
    expect(await world.call(small!, 'dividendReleases', {})).toMatchObject({
      items: [{ status: 'expired', claimedAt: null, journalId: null }],
    });
    expect(await world.findings()).toEqual([]);
  });

  it('claims and the return at the same moment pay one of both', async () => {
    const last = midnight(world.time.now) - DAY_MS;
    const people = await Promise.all(Array.from({ length: 6 }, () => world.person('1000')));
    world.time.now = last - 3_600_000;
    for (const who of people) await world.place(who, '600');
    await takeFee(fixture.database, large!.accountId, '50', last);
    world.time.now = last + DAY_MS + 600_000;
    expect(await declare(last, last, '15')).toMatchObject({ ok: true });
    const { shares } = await world.call(people[0]!, 'dividendInfo', {});
    const { id = '', expiresAt = 0 } = shares[0] ?? {};
    world.time.now = expiresAt - 1;
    const claims = people.map((who) => world.call(who, 'claimDividend', { id }).catch(() => 'refused'));
    world.time.now = expiresAt;
    await Promise.all([...claims, returnExpired(world.deps)]);
    await returnExpired(world.deps);
    expect(await reserve()).toBe(0n);
    expect(await world.findings()).toEqual([]);
  });

  it('keeps its rows: shares and dividends do not change, and no dividend is without its shares', async () => {
    const change = (text: string) => fixture.owner((owner) => owner.pool.query(text));
    await expect(change('UPDATE dividends SET amount = amount - 1')).rejects.toThrow(/immutable/);
    await expect(change('UPDATE dividend_shares SET amount = amount - 1')).rejects.toThrow(/immutable/);
    await expect(change('DELETE FROM dividend_shares')).rejects.toThrow(/immutable/);
    const copy = (amount: string) =>
      change(`INSERT INTO dividends (asset, first_day, last_day, net_fees, maximum_rate, amount, valid_from, custody_days, journal_id, declared_at, expires_at)
        SELECT asset, '2020-01-01', '2020-01-02', net_fees, maximum_rate, ${amount}, valid_from, custody_days,
               (SELECT min(id) FROM journals WHERE id NOT IN (SELECT journal_id FROM dividends)), declared_at, expires_at FROM dividends ORDER BY id LIMIT 1`);
    await expect(copy('1')).rejects.toThrow(/unbalanced/);
    await expect(copy('net_fees')).rejects.toThrow(/dividends_limited/);
  });

  it('is checked by reconcile, which finds planted faults', async () => {
    const faults: [statement: string, checks: string[]][] = [
      [
        `UPDATE dividend_shares SET amount = amount + 1 WHERE claimed_at IS NOT NULL AND user_id = ${large!.userId}`,
        ['dividend-claim', 'dividend-shares'],
      ],
      ['UPDATE dividends SET net_fees = net_fees + 1', ['dividend-fees']],
      [
        `UPDATE dividend_shares SET journal_id = NULL, returned_at = NULL WHERE user_id = ${small!.userId}`,
        expect.arrayContaining(['dividend-reserve']) as string[],
      ],
    ];
    for (const [statement, checks] of faults) {
      const found = await foundAfter(fixture, statement, reconcileDividends);
      expect([...new Set(found.map(({ check }) => check))].sort(), statement).toEqual(checks);
    }
    expect(await world.findings()).toEqual([]);
  });
});
