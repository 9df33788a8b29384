/** Days of the ledger: a rewritten past is found, also where its heads were rewritten with it. */
import { beforeAll, expect, it } from 'vitest';
import { withTransaction } from '../../../gateway/db/transaction';
import { dayAt } from '../../../gateway/ledger/days';
import { closeLedgerDays } from '../../../gateway/jobs/ledger-days';
import { openGatewayWorld, START, type GatewayWorld } from '../world';
import { describeOnDatabase } from '../support/database';
import { cash, fundedOwner, legsOf, newTransfer, system } from '../support/ledger';
import { act } from '../support/operators';
import { until } from '../support/until';
import { post } from '../../../gateway/ledger/post';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

interface Reconciled {
  isSound: boolean;
  findings: { check: string; subject: string; detail: string }[];
  days: number;
  lastHead: { day: string; head: string } | null;
}

describeOnDatabase('days of the ledger', (fixture) => {
  let world: GatewayWorld;
  let owner: string;
  const firstDay = Math.floor(START / DAY_MS) * DAY_MS;
  const dayOf = (n: number) => dayAt(firstDay + n * DAY_MS);

  const rows = async () =>
    (
      await fixture.database.pool.query<{ day: string; head: string; journals: string; through: string }>(
        'SELECT day::text, head, journals::text, through_id::text AS through FROM ledger_days ORDER BY day',
      )
    ).rows;
  const reconciled = async (input: object = {}) => {
    const reply = await act(world.deps, 'reconcile', input);
    if (!reply.ok) throw new Error(reply.message);
    const { isSound, findings, days, lastHead } = reply.data as Reconciled;
    expect(reply.failed).toBe(!isSound);
    return { days, lastHead, found: findings.filter(({ check }) => check === 'ledger-day') };
  };
  const pay = (at: number) =>
    fixture.tx((tx) =>
      post(tx, {
        transferId: newTransfer('days'),
        kind: 'adjust',
        memo: { b: 1, a: { z: '€', y: null } },
        at,
        legs: legsOf(cash(owner), system('insurance'), 1n),
      }),
    );
  /**
   * Closes days until so many are closed. On the server transactions are numbered together: where those of other tests' databases
   * are under way, nothing is closed yet. @returns how many were
   */
  const close = async (wanted: number): Promise<number> => {
    let closed = 0;
    return until(
      async () => (closed += await closeLedgerDays(world.deps)),
      () => closed >= wanted,
      20,
    );
  };
  const closeAt = (ms: number, wanted: number) => {
    world.time.now = ms;
    return close(wanted);
  };

  /** As only the owner of the database could; undone afterwards. */
  async function rewritten(statements: readonly string[], look: () => Promise<void>): Promise<void> {
    const tables = ['journals', 'entries', 'accounts', 'ledger_days'];
    await fixture.owner(async ({ pool }) => {
      for (const table of tables) {
        await pool.query(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`);
        await pool.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
      }
      for (const statement of statements) await pool.query(statement);
    });
    try {
      await look();
    } finally {
      await fixture.owner(async ({ pool }) => {
        for (const table of tables) {
          await pool.query(`DELETE FROM ${table}`);
          const overriding = table === 'ledger_days' ? '' : 'OVERRIDING SYSTEM VALUE';
          await pool.query(`INSERT INTO ${table} ${overriding} SELECT * FROM kept_${table}`);
          await pool.query(`DROP TABLE kept_${table}; ALTER TABLE ${table} ENABLE TRIGGER USER`);
        }
      });
    }
  }

  beforeAll(async () => {
    world = await openGatewayWorld(fixture.database);
    owner = await fixture.tx((tx) => fundedOwner(tx, 1_000n));
    for (const day of [0, 0, 1, 3, 3]) await pay(firstDay + day * DAY_MS + 12 * HOUR_MS);
  });

  it('are closed ten minutes after their end, each once, missed and empty ones as well, and printed', async () => {
    expect(await closeAt(firstDay + DAY_MS + 599_999, 0)).toBe(0);
    expect(await rows()).toEqual([]);
    expect(await closeAt(firstDay + DAY_MS + 600_000, 1)).toBe(1);
    expect(await closeAt(firstDay + 4 * DAY_MS + HOUR_MS, 3)).toBe(3);
    expect(await closeAt(firstDay + 4 * DAY_MS + HOUR_MS, 0)).toBe(0);
    const closed = await rows();
    expect(closed.map(({ day, journals }) => [day, Number(journals) > 0])).toEqual([
      [dayOf(0), true],
      [dayOf(1), true],
      [dayOf(2), false],
      [dayOf(3), true],
    ]);
    expect(closed[3]?.journals).toBe('2');
    expect(new Set(closed.map(({ head }) => head)).size).toBe(4);
    const printed = world.logs.map(({ event }) => event).filter((event) => event.startsWith('ledger-day '));
    expect(printed).toEqual(closed.map(({ day, head, journals }) => `ledger-day ${day} ${head} ${journals}`));
    expect(await reconciled()).toEqual({ days: 4, lastHead: { day: dayOf(3), head: closed[3]?.head }, found: [] });
  });

  it('what is dated back belongs to the open day', async () => {
    const before = await rows();
    await pay(firstDay + 12 * HOUR_MS);
    expect((await reconciled()).found).toEqual([]);
    expect(await closeAt(firstDay + 5 * DAY_MS + HOUR_MS, 1)).toBe(1);
    expect(await rows()).toEqual([...before, expect.objectContaining({ day: dayOf(4), journals: '1' })]);
    expect((await reconciled({ days: 'all' })).found).toEqual([]);
  });

  it('wait for who is about to commit, whose number is lower', async () => {
    if (fixture.kind === 'embedded') return;
    const at = firstDay + 5 * DAY_MS + 12 * HOUR_MS;
    let goOn = () => {};
    const waiting = new Promise<void>((resolve) => (goOn = resolve));
    let began = () => {};
    const isPosted = new Promise<void>((resolve) => (began = resolve));
    const late = withTransaction(fixture.database, async (tx) => {
      const other = await fundedOwner(tx, 5n);
      began();
      await waiting;
      return other;
    });
    await isPosted;
    await pay(at);
    expect(await closeAt(firstDay + 6 * DAY_MS + HOUR_MS, 0)).toBe(0);
    expect(await closeAt(firstDay + 6 * DAY_MS + HOUR_MS, 0)).toBe(0);
    goOn();
    await late;
    expect(await closeAt(firstDay + 6 * DAY_MS + HOUR_MS, 1)).toBe(1);
    expect((await rows()).at(-1)).toMatchObject({ day: dayOf(5), journals: '2' });
    expect((await reconciled({ days: 'all' })).found).toEqual([]);
  });

  const first = `(SELECT id FROM journals WHERE transfer_id LIKE 'days:%' ORDER BY id LIMIT 1)`;
  const REWRITINGS: [name: string, statement: string][] = [
    ['an amount', `UPDATE entries SET amount = amount * 2 WHERE journal_id = ${first}`],
    [
      'a lost journal with its entries',
      `WITH j AS (DELETE FROM journals WHERE id = ${first} RETURNING id)
       DELETE FROM entries e USING j WHERE e.journal_id = j.id`,
    ],
    ['a day’s head', `UPDATE ledger_days SET head = repeat('0', 64) WHERE day = '${dayOf(0)}'`],
  ];
  it.each(REWRITINGS)('tell that %s was rewritten, and the first day', async (_name, statement) => {
    await rewritten([statement], async () => {
      expect((await reconciled()).found).toMatchObject([{ subject: `day ${dayOf(0)}` }]);
      // Only what is hashed anew is seen; the account has entries on each day.
      if (!statement.includes('UPDATE accounts')) expect((await reconciled({ days: 1 })).found).toEqual([]);
    });
    expect((await reconciled()).found).toEqual([]);
  });

  it('who rewrites past and heads together is found by a head that was kept elsewhere', async () => {
    const kept = await rows();
    const head = Object.fromEntries(kept.map((row) => [row.day, row.head]));
    await rewritten(
      [
        `UPDATE journals SET memo = '{}' WHERE id IN (SELECT through_id FROM ledger_days WHERE day = '${dayOf(1)}')`,
        'DELETE FROM ledger_days',
      ],
      async () => {
        world.time.now = firstDay + kept.length * DAY_MS + HOUR_MS;
        // The days are closed anew, as whoever did it would.
        await close(kept.length);
        expect((await reconciled({ days: 'all' })).found).toEqual([]);
        const last = kept.at(-1)!;
        expect((await reconciled({ head: { [last.day]: last.head } })).found).toMatchObject([
          { subject: `day ${last.day}` },
        ]);
        const { found } = await reconciled({ head });
        expect(found).toMatchObject([{ subject: `day ${dayOf(1)}` }]);
        expect(found[0]?.detail).toContain(`between ${dayOf(0)} and this day`);
      },
    );
    expect((await reconciled({ head })).found).toEqual([]);
    expect((await reconciled({ head: { '2001-01-01': '0'.repeat(64) } })).found).toMatchObject([
      { subject: 'day 2001-01-01' },
    ]);
  });

  it.each([
    [`UPDATE ledger_days SET journals = 0`],
    [`DELETE FROM ledger_days`],
    [`INSERT INTO ledger_days SELECT day + 1, 0, 0, head, now() FROM ledger_days ORDER BY day DESC LIMIT 1`],
  ])('are kept by the database, from the owner as well: %s', async (statement) => {
    await expect(fixture.owner(({ pool }) => pool.query(statement))).rejects.toThrow(/immutable/);
  });
});
