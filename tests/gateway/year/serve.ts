/**
 * A program of its own for year.slow.test.ts: the real handlers and jobs on a PostgreSQL database, by the clock of each order. The
 * test kills it at random moments, starts it again, and repeats the order that had no answer.
 */
import { openDatabase, type Database } from '../../../gateway/db/client';
import { withTransaction } from '../../../gateway/db/transaction';
import { Refusal } from '../../../gateway/domain/call-context';
import { createUser } from '../../../gateway/domain/identity/users/create-user';
import { ensureRootUser } from '../../../gateway/domain/identity/users/root-user';
import { hashPassword } from '../../../gateway/domain/identity/passwords/stored-passwords';
import { setFirstTradePassword } from '../../../gateway/domain/identity/users/user-repo';
import { JOBS } from '../../../gateway/jobs/list';
import { neverStopping } from '../../../gateway/jobs/run';
import { LedgerError } from '../../../gateway/ledger/errors';
import { post } from '../../../gateway/ledger/post';
import { toUnits } from '../../../contract/money';
import { TRADE_PASSWORD, type Person } from '../world';
import { actAsTwo } from '../support/operators';
import { openRabWorld, type RabWorld } from '../otc/rab/world';
import type { FromProcess, Order, Outcome } from './protocol';

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

const send = (message: FromProcess) => process.send?.(message);

/** A process that was killed has left sessions behind, whose locks hold until the server has seen them end. */
async function untilAlone({ pool }: Database): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ others: number }>(
      `SELECT count(*)::int AS others FROM pg_stat_activity
        WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()`,
    );
    if (rows[0]?.others === 0) return;
  }
}

const people = new Map<string, Person>();

async function personNamed(world: RabWorld, name: string): Promise<Person> {
  const known = people.get(name) ?? (await find(world, name));
  if (!known) throw new Error(`nobody is called ${name}`);
  people.set(name, known);
  return known;
}

async function find({ deps }: RabWorld, name: string): Promise<Person | null> {
  const { rows } = await deps.db.pool.query<Person>(
    `SELECT u.id::text AS "userId", t.id::text AS "accountId" FROM users u JOIN trading_accounts t ON t.user_id = u.id
      WHERE u.email = $1 AND t.kind = 'main'`,
    [loginNameOf(name)],
  );
  return rows[0] ?? null;
}

const loginNameOf = (name: string) => `${name}@example.com`;

/** Nothing for what has been posted before. */
async function once(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof LedgerError && error.code === 'duplicate-transfer')) throw error;
  }
}

async function register(world: RabWorld, order: Order & { kind: 'register' }): Promise<null> {
  const { deps } = world;
  const { userId: inviterId } = order.inviter ? await personNamed(world, order.inviter) : await ensureRootUser(deps);
  const hash = await hashPassword(deps, TRADE_PASSWORD);
  await withTransaction(deps.db, async (tx) => {
    const created = await createUser(tx, deps, {
      nickname: order.name,
      loginName: loginNameOf(order.name),
      loginPasswordHash: hash,
      inviterId,
      now: order.now,
    });
    if (created) await setFirstTradePassword(tx, created.userId, hash);
  });
  const { usdt, rab } = order;
  await once(async () => world.fund(await personNamed(world, order.name), { usdt, rab }));
  return null;
}

async function prepare({ deps }: RabWorld, { key, now, yieldPool }: Order & { kind: 'prepare' }): Promise<null> {
  const amount = toUnits(yieldPool, 'USDT');
  await once(() =>
    withTransaction(deps.db, (tx) =>
      post(tx, {
        transferId: key,
        kind: 'pool-fund',
        at: now,
        legs: [
          { account: { system: 'operator-capital', asset: 'USDT' }, amount: -amount },
          { account: { system: 'yield-pool', asset: 'USDT' }, amount, spread: true },
        ],
      }),
    ),
  );
  return null;
}

/** Two operators of this process: keys are not kept from one process to the next. A command that was carried out before is refused. */
async function operate(world: RabWorld, { command, input, user }: Order & { kind: 'operator' }): Promise<null> {
  const named = user === undefined ? {} : { user: (await personNamed(world, user)).userId };
  const operators: [string, string] = [`ann-${process.pid}`, `bob-${process.pid}`];
  const reply = await actAsTwo(world.deps, command, { ...input, ...named }, operators);
  if (!reply.ok && reply.fault !== 'state') throw new Error(`${command}: ${reply.message}`);
  return null;
}

async function runJobs({ deps, logs }: RabWorld): Promise<null> {
  for (const { name, run } of JOBS) if (!NOT_PLAYED.has(name)) await run(deps, neverStopping);
  const failed = logs.find(({ level, event }) => level === 'error' && event.endsWith('.failed'));
  if (failed) throw new Error(JSON.stringify(failed));
  return null;
}

function carryOut(world: RabWorld, order: Order): Promise<unknown> {
  world.time.now = order.now;
  switch (order.kind) {
    case 'prepare':
      return prepare(world, order);
    case 'register':
      return register(world, order);
    case 'call':
      return personNamed(world, order.who).then((who) =>
        world.call(who, order.name as 'assets', order.input as never, order.key),
      );
    case 'operator':
      return operate(world, order);
    case 'jobs':
      return runJobs(world);
    case 'audit':
      return world.findings();
  }
}

async function outcomeOf(world: RabWorld, order: Order): Promise<Outcome> {
  try {
    return { answer: await carryOut(world, order) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.code };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

const [url = '', begins = ''] = process.argv.slice(2);
const alone = await openDatabase({ kind: 'postgres', url, maxConnections: 1 });
await untilAlone(alone);
await alone.close();
const world = await openRabWorld(await openDatabase({ kind: 'postgres', url, maxConnections: 4 }), Number(begins));
process.on('message', (order: Order) => void outcomeOf(world, order).then(send));
process.on('disconnect', () => process.exit(0));
send('ready');
