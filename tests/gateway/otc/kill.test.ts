/**
 * The gateway is killed (SIGKILL) in the middle of every step of both markets at once: first when all of them are done but
 * for their commit, then when the first of them is committed. Each is then asked for again with the same key, by hand and by
 * the jobs, and has happened once.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallInput, CallName } from '../../../contract/index';
import { makeOperatorKey } from '../../../gateway/adapters/operator-key';
import { openDatabase, type Database } from '../../../gateway/db/client';
import { withTransaction } from '../../../gateway/db/transaction';
import type { CallContext } from '../../../gateway/domain/call-context';
import { openSession } from '../../../gateway/domain/identity/sessions/sessions';
import { insertOperator } from '../../../gateway/operator/operators-repo';
import { sendOk } from '../../support/envelope-client';
import { PROCESS_SECRET, startGateway, type GatewayProcess } from '../../support/gateway-process';
import { madeFolder } from '../../support/made-folder';
import { DAY_MS, TRADE_PASSWORD, type Person } from '../custody/world';
import { createMigrated, ownerUrl, type TestDatabase } from '../support/database';
import { SLOW_MS, until } from '../support/until';
import { openRabWorld, type RabWorld } from './rab/world';
import { MINUTE_MS, OFFER, openUsdtWorld, usdt, type UsdtWorld } from './usdt/world';

const varDir = madeFolder('killed-otc');
let created: TestDatabase;
let db: Database;
/** The database's owner, who sees other connections' transactions and can lock every table. */
let owner: Database;
let rab: RabWorld;
let world: UsdtWorld;
let gateway: GatewayProcess;
const tokens = new Map<string, string>();

const environment = () => ({
  DATABASE_URL: ownerUrl(created.config),
  DATABASE_CONNECTIONS: '30',
  ALLOW_NO_SMTP: '1',
  SERVE_APP: '0',
  DEMO: '0',
  LOG_LEVEL: 'error',
  GATEWAY_SECRET: PROCESS_SECRET,
});

const start = async () => {
  gateway = await startGateway({ from: 'bundle', varDir, env: environment() });
};

const PASSPHRASE = 'correct horse';
const keyFile = join(varDir, 'judge.pem');

async function enrolJudge(): Promise<void> {
  const { publicKey } = await makeOperatorKey(keyFile, PASSPHRASE);
  const judge = { name: 'judge', role: 'reviewer', userId: null, publicKey, at: Date.now() } as const;
  await withTransaction(db, (tx) => insertOperator(tx, judge));
}

/** The operator's command, which is a process of its own where the database is a server. */
let ruling: ChildProcess | null = null;

async function rule(id: string): Promise<void> {
  const line = ['otc', 'rule', id, '--for', 'buyer', '--reason', 'The receipt shows it.'];
  ruling = spawn(process.execPath, ['node_modules/.cache/rab/gateway/operator.js', ...line], {
    env: { ...process.env, VAR_DIR: varDir, ...environment(), OPERATOR_KEY: keyFile, OPERATOR_PASSPHRASE: PASSPHRASE },
    stdio: 'ignore',
  });
  const [code] = (await once(ruling, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`the operator's command ended with ${code}`);
}

beforeAll(async () => {
  created = await createMigrated('postgres');
  db = await openDatabase(created.config);
  owner = await openDatabase({ kind: 'postgres', url: ownerUrl(created.config) });
  rab = await openRabWorld(db, Date.now());
  world = await openUsdtWorld(db, Date.now());
  await writeFile(join(varDir, 'secret'), world.deps.secret);
  await enrolJudge();
}, SLOW_MS);
afterAll(async () => {
  await gateway.stop();
  await owner.close();
  await db.close();
  await created.drop();
});

async function tokenOf(who: Person): Promise<string> {
  const known = tokens.get(who.userId);
  if (known !== undefined) return known;
  const context: CallContext = {
    deps: world.deps,
    call: 'logInByEmail',
    now: Date.now(),
    lang: 'EN',
    address: '127.0.0.1',
    userAgent: 'kill test',
    requestId: 'kill',
    idempotencyKey: null,
  };
  const { token } = await withTransaction(db, (tx) => openSession(tx, context, who));
  tokens.set(who.userId, token);
  return token;
}

/** An intent: asked for as often as it takes, always with the same key. */
interface Step {
  /** A job does it, nobody asks. */
  isTimer?: true;
  /** @throws Error when it was not answered that it is done */
  ask(): Promise<unknown>;
  /** Checks that it has happened, once. */
  check(): Promise<void>;
}

async function step<N extends CallName>(
  who: Person,
  name: N,
  input: CallInput<N>,
  check: () => Promise<void>,
): Promise<Step> {
  const options = { token: await tokenOf(who), accountId: who.accountId, idempotencyKey: randomUUID() };
  return { ask: () => sendOk(gateway.origin, name, input, options), check };
}

async function isIn(who: Person, id: string, state: string): Promise<void> {
  expect((await world.trade(who, id)).state).toBe(state);
}

async function usdtSteps(): Promise<Step[]> {
  world.time.now = Date.now() - 31 * MINUTE_MS;
  const disputable = await world.tradeIn('disputable');
  world.time.now = Date.now() - 31 * MINUTE_MS;
  const disputed = await world.tradeIn('dispute');
  world.time.now = Date.now();
  const maker = await world.trader('1000');
  const order = { kind: 'place' as const, ...OFFER, methodIds: [maker.cardId] };
  const [seller, buyer] = [await world.trader('1000'), await world.trader('0')];
  const taking = world.taking(buyer, await world.sellOffer(seller), '40');
  const unpaid = await world.tradeIn('awaiting-payment');
  const payment = { id: unpaid.id, version: 1, reference: 'R', proofs: [await world.upload(unpaid.buyer)] };
  const paid = await world.tradeIn('paid');
  const sure = { id: paid.id, version: 2, tradePassword: TRADE_PASSWORD };
  const unwanted = await world.tradeIn('awaiting-payment');
  const dispute = { id: disputable.id, version: 2, text: 'Nothing came.', images: [] };
  return [
    await step(maker, 'sellUsdt', { order, fee: '1000', tradePassword: TRADE_PASSWORD }, async () => {
      expect(await world.held(maker)).toBe(usdt('100.2'));
    }),
    await step(buyer, 'buyUsdt', taking, async () => {
      expect(await world.escrow(seller)).toBe(usdt('40.08'));
    }),
    await step(unpaid.buyer, 'reportPayment', payment, () => isIn(unpaid.buyer, unpaid.id, 'paid')),
    await step(paid.seller, 'confirmPayment', sure, async () => {
      await isIn(paid.buyer, paid.id, 'completed');
      expect(await world.available(paid.buyer)).toBe(usdt('39.92'));
      expect(await world.escrow(paid.seller)).toBe(0n);
    }),
    await step(unwanted.buyer, 'cancelOfferOrTrade', { id: unwanted.id, version: 1 }, async () => {
      await isIn(unwanted.buyer, unwanted.id, 'cancelled');
      expect(await world.escrow(unwanted.seller)).toBe(0n);
    }),
    await step(disputable.seller, 'disputeTrade', dispute, () => isIn(disputable.buyer, disputable.id, 'dispute')),
    {
      async ask() {
        if ((await world.trade(disputed.buyer, disputed.id)).state === 'completed') return;
        await rule(disputed.id);
      },
      async check() {
        await isIn(disputed.buyer, disputed.id, 'completed');
        expect(await world.available(disputed.buyer)).toBe(usdt('39.92'));
      },
    },
  ];
}

async function rabSteps(): Promise<Step[]> {
  const [seller, keeper, buyer, late] = [
    await rab.trader('0', '200'),
    await rab.trader('0', '100'),
    await rab.trader('100', '0'),
    await rab.trader('100', '0'),
  ];
  await rab.set('otc.depositRate', '0.3');
  await rab.sell(seller);
  const { id, version } = await rab.buy(late, { mode: 'now' });
  await rab.set('otc.depositRate', '1');
  const kept = await rab.sell(keeper, { price: '0.13' });
  await rab.sell(seller);
  return [
    await step(buyer, 'buyRab', rab.placing({ mode: 'now' }), async () => {
      expect(await rab.funds(buyer)).toBe('USDT 87.475/0 RAB 100/0');
    }),
    await step(late, 'postTheRest', { id, version, tradePassword: TRADE_PASSWORD }, async () => {
      expect(await rab.funds(late)).toBe('USDT 87.475/0 RAB 100/0');
    }),
    await step(keeper, 'cancelRabOrder', { id: kept.id, version: 1 }, async () => {
      expect(await rab.funds(keeper)).toBe('USDT 0/0 RAB 100/0');
    }),
  ];
}

/** Steps that the gateway's jobs do without being asked. */
async function timers(): Promise<Step[]> {
  world.time.now = Date.now() - 16 * MINUTE_MS;
  const overdue = await world.tradeIn('awaiting-payment');
  rab.time.now = Date.now() - 2 * DAY_MS;
  const forgetful = await rab.trader('0', '100');
  await rab.sell(forgetful, { price: '0.135' });
  rab.time.now = Date.now();
  const byItself = (check: () => Promise<void>): Step => ({
    isTimer: true,
    ask: () => Promise.resolve(),
    check: async () =>
      void (await until(
        () => check().then(() => null, String),
        (failure) => failure === null,
      )),
  });
  return [
    byItself(() => isIn(overdue.buyer, overdue.id, 'late-hold')),
    byItself(async () => expect(await rab.funds(forgetful)).toBe('USDT 0/0 RAB 100/0')),
  ];
}

async function everyStep(): Promise<Step[]> {
  const steps = [...(await timers()), ...(await usdtSteps()), ...(await rabSteps())];
  // The gateway would forget what it announced two days ago.
  await owner.pool.query(`DELETE FROM live_events WHERE at < now() - interval '1 hour'`);
  return steps;
}

async function value(query: string): Promise<string> {
  const { rows } = await owner.pool.query<{ value: string }>(query);
  return rows[0]?.value ?? '';
}

/** All that a step may change. */
const EVERYTHING = ['accounts', 'holds', 'journals', 'entries', 'otc_usdt_offers', 'otc_usdt_trades', 'otc_usdt_events']
  .concat('otc_rab_orders', 'otc_rab_fills', 'live_events', 'idempotency_keys')
  .map((table) => `SELECT '${table}' || t::text AS row FROM ${table} t`)
  .join(' UNION ALL ');
const everything = () => value(`SELECT string_agg(row, E'\n' ORDER BY row) AS value FROM (${EVERYTHING}) rows`);

/** Finds other connections with an open transaction. */
const OTHERS = `FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`;
const isNone = (count: string) => count === '0';

async function kill(): Promise<void> {
  ruling?.kill('SIGKILL');
  await gateway.stop('SIGKILL');
}

async function killed(): Promise<void> {
  await kill();
  await until(() => value(`SELECT count(*)::text AS value ${OTHERS}`), isNone);
}

/** Asks twice for all, and looks: the second answers are the first. */
async function doneOnce(steps: readonly Step[]): Promise<void> {
  const ask = () => Promise.all(steps.map((one) => one.ask()));
  const answers = await ask();
  expect(await ask()).toEqual(answers);
  for (const one of steps) await one.check();
  expect(await world.findings()).toEqual([]);
}

it(
  'killed before any of them is committed: none has happened, and each does when it is asked for again',
  async () => {
    const steps = await everyStep();
    const before = await everything();
    // Each step announces itself last: with this nothing gets to its commit.
    const barrier = await owner.pool.connect();
    await barrier.query('BEGIN; LOCK TABLE live_events IN SHARE MODE');
    await start();
    const asked = Promise.allSettled(steps.map((one) => one.ask()));
    await until(
      () => value(`SELECT count(*)::text AS value ${OTHERS} AND wait_event_type = 'Lock' AND query NOT LIKE 'DELETE%'`),
      (waiting) => Number(waiting) >= steps.length,
    );
    await kill();
    await barrier.query('ROLLBACK');
    barrier.release();
    await killed();
    expect((await asked).filter(({ status }) => status === 'fulfilled')).toHaveLength(
      steps.filter(({ isTimer }) => isTimer).length,
    );
    expect(await everything()).toBe(before);
    await start();
    await doneOnce(steps);
    await killed();
  },
  SLOW_MS,
);

it(
  'killed when the first of them is committed: each has happened once after it is asked for again',
  async () => {
    const steps = await everyStep();
    const before = await everything();
    await start();
    const asked = Promise.allSettled(steps.map((one) => one.ask()));
    await until(everything, (now) => now !== before, 1);
    await killed();
    await asked;
    await start();
    await doneOnce(steps);
  },
  SLOW_MS,
);
