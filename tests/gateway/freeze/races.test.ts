/**
 * A freeze against calls that it closes, on a real server: of each two one is first, and once the freeze has committed nothing of a
 * call commits. What the account has is read as the last thing before the freeze commits, and must be the same when all have ended.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database, type Queries } from '../../../gateway/db/client';
import { withTransaction } from '../../../gateway/db/transaction';
import { freeze } from '../../../gateway/domain/freeze/freeze';
import { insertMethod } from '../../../gateway/domain/methods/repo';
import { seedConfiguration } from '../../../gateway/domain/settings/seed';
import { reconcile } from '../../../gateway/ledger/reconcile';
import { deposit } from '../world';
import { freshEmail, openWorld, PASSWORD, type World } from '../identity/world';
import { sequences } from '../../support/seed';
import { createMigrated, type TestDatabase } from '../support/database';

const ROUNDS = sequences(12, 100);
const AT_ONCE = 8;
const TRADE = '739215';

let created: TestDatabase;
let db: Database;
let world: World;

beforeAll(async () => {
  created = await createMigrated('postgres');
  if (created.config.kind !== 'postgres') throw new Error('a server is needed');
  db = await openDatabase({ ...created.config, maxConnections: AT_ONCE + 4 });
  world = openWorld(db);
  await seedConfiguration(world.deps);
});
afterAll(async () => {
  await db.close();
  await created.drop();
});

/** Everything of the user that a call below changes. */
async function holdings(queries: Pick<Queries, 'execute'>, userId: string): Promise<string> {
  const { rows } = await queries.execute<{ all: string }>(sql`
    SELECT concat(
      (SELECT string_agg(concat(a.id, ':', a.balance, ':', a.held), ' ' ORDER BY a.id) FROM accounts a
         JOIN trading_accounts t ON t.id = a.owner_account_id WHERE t.user_id = ${userId}::bigint),
      ' methods ', (SELECT count(*) FROM withdrawal_methods WHERE user_id = ${userId}::bigint AND removed_at IS NULL)) AS all`);
  return rows[0]?.all ?? '';
}

/** With 1,000 USDT, another account of their own, and methods to remove. */
async function someone() {
  const opened = await world.register(freshEmail());
  const from = { token: opened.token };
  await world.done('bindTradePassword', { tradePassword: TRADE, password: PASSWORD }, from);
  const { id: toAccountId } = await world.done('createSubAccount', { name: 'Savings' }, from);
  const { userId, accountId } = opened;
  const createdAt = world.deps.clock.now();
  const methodIds = await withTransaction(db, async (tx) => {
    await deposit(tx, accountId, '1000', createdAt);
    const ids: string[] = [];
    for (const n of [1, 2]) {
      const address = `0x${String(n).padStart(40, '0')}`;
      const target = { kind: 'chain', network: 'BEP20', address, targetKey: `${userId}:${n}` } as const;
      ids.push((await insertMethod(tx, { userId, ...target, createdAt })).id);
    }
    return ids;
  });
  const { rows } = await db.pool.query<{ id: string }>('SELECT id FROM sessions WHERE user_id = $1', [userId]);
  return { userId, from, toAccountId, methodIds, sessionId: rows[0]?.id ?? '' };
}

test('nothing of a call comes after a freeze, and each is done or refused as frozen', async () => {
  const counts: Record<string, number> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    const who = await someone();
    const transfer = () =>
      world.call(
        'transferToAccount',
        { toAccountId: who.toAccountId, asset: 'USDT', amount: '1', tradePassword: TRADE },
        { ...who.from, key: randomUUID() },
      );
    const remove = (id: string) => world.call('removeMethod', { id }, who.from);
    const racers = [
      ...Array.from({ length: AT_ONCE - 2 }, () => transfer),
      ...who.methodIds.map((id) => () => remove(id)),
    ];
    // The racers race for their order; the rounds spread the freeze's place among them. In the first round it comes after an answer, and
    // in the second before a call, however busy the machine is.
    let tellFrozen = (): void => {};
    const isFrozen = new Promise<void>((resolve) => (tellFrozen = resolve));
    const racing = racers.map(async (race, n) => {
      await (round === 1 && n === 0 ? isFrozen : delay((n * 7) % 5));
      return race();
    });
    const answers = Promise.all(racing);
    const frozen = (round === 0 ? Promise.race(racing) : delay(round % 10)).then(() =>
      withTransaction(db, async (tx) => {
        const { deps } = world;
        const freezing = { userId: who.userId, by: 'owner', keptSessionId: who.sessionId } as const;
        await freeze(tx, { deps, now: deps.clock.now() }, freezing);
        return holdings(tx, who.userId);
      }),
    );
    void frozen.then(tellFrozen, tellFrozen);
    const [all, before] = await Promise.all([answers, frozen]);
    expect(await holdings(db.db, who.userId)).toBe(before);
    for (const answer of all) {
      const how = answer.ok ? 'done' : answer.code;
      counts[how] = (counts[how] ?? 0) + 1;
    }
  }
  expect(Object.keys(counts).sort()).toEqual(['account-frozen', 'done']);
  expect((counts['done'] ?? 0) + (counts['account-frozen'] ?? 0)).toBe(ROUNDS * AT_ONCE);
  expect(await withTransaction(db, (tx) => reconcile(tx))).toEqual([]);
});
