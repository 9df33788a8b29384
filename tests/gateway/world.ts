/** A gateway in this process, on a real database: its deps, and people with money who call the real handlers. The clock is the test's. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { AnswerOf, ParsedInputOf } from '../../contract/call';
import type { AnyErrorData } from '../../contract/errors';
import { calls, type CallName, type Calls } from '../../contract/index';
import { mayRefuse } from '../../contract/may-refuse';
import { toUnits } from '../../contract/money';
import { fileSeal } from '../../gateway/adapters/file-seal';
import { localFileStore } from '../../gateway/adapters/file-store';
import { secureIds } from '../../gateway/adapters/ids';
import type { LogFields, Logger } from '../../gateway/adapters/log';
import type { Mail } from '../../gateway/adapters/mail';
import { argon2Hasher } from '../../gateway/adapters/password-hasher';
import type { Sms } from '../../gateway/adapters/sms';
import { handlers } from '../../gateway/api/handlers';
import type { Database } from '../../gateway/db/client';
import { withTransaction, type Tx } from '../../gateway/db/transaction';
import { Refusal, type Deps, type UserContext } from '../../gateway/domain/call-context';
import { hashPassword, passwordKeysOf } from '../../gateway/domain/identity/passwords/stored-passwords';
import { createUser } from '../../gateway/domain/identity/users/create-user';
import { ensureRootUser } from '../../gateway/domain/identity/users/root-user';
import { setFirstTradePassword } from '../../gateway/domain/identity/users/user-repo';
import type { FigureKey } from '../../gateway/domain/settings/figures';
import { seedConfiguration } from '../../gateway/domain/settings/seed';
import { saveSetting } from '../../gateway/domain/settings/settings';
import { poolFree } from '../../gateway/ledger/balances';
import { post } from '../../gateway/ledger/post';
import { reconcileEverything } from '../../gateway/operator/reconcile';
import { PROCESS_SECRET } from '../support/gateway-process';
import { markBeside } from './support/mark';
import { noPushes } from './support/pushes';
import { failUndeclared } from './support/undeclared';

export const DAY_MS = 86_400_000;
export const START = Date.UTC(2026, 10, 21, 8, 30);
export const TRADE_PASSWORD = '135790';

/** Of every gateway in this process. Gateway processes that are to find these people's passwords right are started with it. */
export const SECRET = Buffer.from(PROCESS_SECRET);

export interface LogLine extends LogFields {
  level: 'debug' | 'info' | 'warn' | 'error';
  event: string;
}

function recordingLog(lines: LogLine[]): Logger {
  const at =
    (level: LogLine['level']) =>
    (event: string, fields: LogFields = {}) =>
      void lines.push({ ...fields, level, event });
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

const noFiles = () => Promise.reject(new Error('no files here'));

export interface TestDeps {
  deps: Deps;
  time: { now: number };
  /** Everything that was sent or logged, oldest first. */
  mails: Mail[];
  sms: Sms[];
  logs: LogLine[];
  /** The next sends fail as often as this says. */
  failing: { times: number };
}

/** A gateway's reach in a test; several gateways may share one database. */
export function testDeps(db: Database, now = START): TestDeps {
  const time = { now };
  const mails: Mail[] = [];
  const sms: Sms[] = [];
  const logs: LogLine[] = [];
  const failing = { times: 0 };
  const send = <T>(kept: T[]) => ({
    send: async (message: T) => {
      if (failing.times > 0) {
        failing.times -= 1;
        throw new Error('the server is away');
      }
      kept.push(message);
    },
  });
  const deps: Deps = {
    db,
    clock: { now: () => time.now },
    ids: secureIds,
    mailer: send(mails),
    sms: send(sms),
    push: noPushes,
    passwords: argon2Hasher({ memoryKiB: 64, passes: 1, maxRunning: 2, maxWaiting: 500 }),
    passwordKeys: passwordKeysOf(SECRET),
    chains: [],
    quotes: null,
    payoutMark: markBeside(db),
    files: { put: noFiles, read: noFiles, remove: noFiles, resealAll: async () => 0 },
    log: recordingLog(logs),
    secret: SECRET,
    publicUrl: 'https://rab.example',
    isDemo: false,
    givesDemoCredit: false,
  };
  return { deps, time, mails, sms, logs, failing };
}

export interface Person {
  userId: string;
  accountId: string;
}

/** The context of a person's call. */
export function contextOf(
  { deps, time }: Pick<TestDeps, 'deps' | 'time'>,
  { userId, accountId }: Person,
  call: CallName,
  more?: Partial<UserContext>,
): UserContext {
  return {
    deps,
    call,
    now: time.now,
    lang: 'EN',
    address: '192.0.2.1',
    userAgent: 'test',
    requestId: 'test',
    idempotencyKey: null,
    session: { sessionId: '1', userId, accountId },
    ...more,
  };
}

export async function setFigure({ db, clock }: Deps, key: FigureKey, value: unknown): Promise<void> {
  await withTransaction(db, (tx) => saveSetting(tx, key, value, clock.now()));
}

type Name = keyof typeof handlers & CallName;
type Input<N extends Name> = ParsedInputOf<Calls[N]>;

export interface GatewayWorld extends TestDeps {
  /** Invited by the root user unless somebody else is named. */
  person(usdt?: string, inviter?: Person): Promise<Person>;
  /** The context of a person's call, e.g. for readers of another language. */
  contextOf(who: Person, call: CallName, more?: Partial<UserContext>): UserContext;
  /** Runs a handler; the answer is parsed by the contract. `key` is fresh unless given. */
  call<N extends Name>(who: Person, name: N, input: Input<N>, key?: string): Promise<AnswerOf<Calls[N]>>;
  refused<N extends Name>(
    who: Person,
    name: N,
    input: Input<N>,
    key?: string,
  ): Promise<Pick<Refusal['details'], 'fields'> & { code: string; data?: AnyErrorData }>;
  cash(who: Person): Promise<string>;
  /** Places a custody order: the plainest way for money to earn something. */
  place(who: Person, amount: string, planId?: string): Promise<AnswerOf<Calls['createCustodyOrder']>['order']>;
  /** Redeems a part of a custody order as it is now. */
  redeem(who: Person, id: string, amount: string): Promise<void>;
  order(who: Person, id: string): Promise<AnswerOf<Calls['createCustodyOrder']>['order']>;
  /** Puts money into the pool that yield is paid from. */
  fundPool(usdt: string): Promise<void>;
  poolFree(): Promise<bigint>;
  set(key: FigureKey, value: unknown): Promise<void>;
  /** The operator’s `reconcile` would tell these faults of the books. */
  findings(): Promise<unknown[]>;
}

/** Puts money into an account's cash, as if it had come over a chain. */
export async function deposit(tx: Tx, accountId: string, usdt: string, at: number): Promise<void> {
  const amount = toUnits(usdt, 'USDT');
  if (amount === 0n) return;
  await post(tx, {
    transferId: `test-deposit:${randomUUID()}`,
    kind: 'deposit',
    at,
    legs: [
      { account: { system: 'external-deposits', asset: 'USDT' }, amount: -amount },
      { account: { owner: accountId, kind: 'user_cash', asset: 'USDT' }, amount },
    ],
  });
}

/** Has the gateway keep uploads in `folder`, where it keeps none otherwise. @returns the folder of the uploads */
export function keepUploads(deps: Deps, folder: string): string {
  const uploads = join(folder, 'uploads');
  deps.files = localFileStore(uploads, deps.ids, fileSeal(deps.secret));
  return uploads;
}

let people = 0;

async function createPerson(deps: Deps, usdt: string, inviter?: Person): Promise<Person> {
  people += 1;
  const now = deps.clock.now();
  const { userId: inviterId } = inviter ?? (await ensureRootUser(deps));
  const hash = await hashPassword(deps, TRADE_PASSWORD);
  const loginName = `person${people}.${randomUUID()}@example.com`;
  return withTransaction(deps.db, async (tx) => {
    const created = await createUser(tx, deps, {
      nickname: `P${people}`,
      loginName,
      loginPasswordHash: hash,
      inviterId,
      now,
    });
    if (!created) throw new Error('the test user exists');
    await setFirstTradePassword(tx, created.userId, hash);
    await deposit(tx, created.accountId, usdt, now);
    return { userId: created.userId, accountId: created.accountId };
  });
}

async function fundYieldPool(deps: Deps, usdt: string): Promise<void> {
  const amount = toUnits(usdt, 'USDT');
  await withTransaction(deps.db, (tx) =>
    post(tx, {
      transferId: `test-fund:${randomUUID()}`,
      kind: 'pool-fund',
      at: deps.clock.now(),
      legs: [
        { account: { system: 'operator-capital', asset: 'USDT' }, amount: -amount },
        { account: { system: 'yield-pool', asset: 'USDT' }, amount, spread: true },
      ],
    }),
  );
}

/** @param db a migrated database */
export async function openGatewayWorld(db: Database, now = START): Promise<GatewayWorld> {
  const made = testDeps(db, now);
  const { deps } = made;
  await seedConfiguration(deps);
  const world: GatewayWorld = {
    ...made,
    contextOf: (who, call, more) => contextOf(made, who, call, more),
    person: (usdt = '10000', inviter?: Person) => createPerson(deps, usdt, inviter),
    async call(who, name, input, key = randomUUID()) {
      const handler = handlers[name] as (context: UserContext, given: unknown) => Promise<unknown>;
      const context = contextOf(made, who, name, { idempotencyKey: key });
      const answer = await handler(context, z.parse(calls[name].input, input));
      return z.parse(calls[name].output, answer) as never;
    },
    async refused(who, name, input, key) {
      try {
        await world.call(who, name, input, key);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (!mayRefuse(calls[name], error.code)) failUndeclared(name, error.code);
        return { code: error.code, ...error.details };
      }
      throw new Error(`${name} was not refused`);
    },
    async cash(who) {
      const { cash } = await world.call(who, 'assets', {});
      return cash.find(({ asset }) => asset === 'USDT')?.available ?? '';
    },
    async place(who, amount, planId = 'd30') {
      return (await world.call(who, 'createCustodyOrder', { planId, amount, tradePassword: TRADE_PASSWORD })).order;
    },
    async redeem(who, id, amount) {
      const { version } = await world.order(who, id);
      await world.call(who, 'redeemCustodyOrder', { orderId: id, version, amount, tradePassword: TRADE_PASSWORD });
    },
    async order(who, id) {
      const { items } = await world.call(who, 'custodyOrders', { limit: 100 });
      const found = items.find((order) => order.id === id);
      if (!found) throw new Error(`no order ${id}`);
      return found;
    },
    fundPool: (usdt) => fundYieldPool(deps, usdt),
    poolFree: () => poolFree(db.db, 'yield-pool', 'USDT'),
    set: (key, value) => setFigure(deps, key, value),
    findings: () => withTransaction(db, reconcileEverything),
  };
  return world;
}
