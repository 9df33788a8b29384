/** People with money on a real database, the real handlers, and a clock that the test moves. */
import type { AnyErrorData } from '../../../contract/errors';
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { AnswerOf, ParsedInputOf } from '../../../contract/call';
import { mayRefuse } from '../../../contract/may-refuse';
import { calls, type CallName, type Calls } from '../../../contract/index';
import { toUnits } from '../../../contract/money';
import { secureIds } from '../../../gateway/adapters/ids';
import type { LogFields, Logger } from '../../../gateway/adapters/log';
import { argon2Hasher } from '../../../gateway/adapters/password-hasher';
import type { Database } from '../../../gateway/db/client';
import { withTransaction } from '../../../gateway/db/transaction';
import { accountHandlers } from '../../../gateway/domain/accounts/handlers';
import { Refusal, type Deps, type UserContext } from '../../../gateway/domain/call-context';
import { articleHandlers } from '../../../gateway/domain/content/articles';
import { documentHandlers } from '../../../gateway/domain/content/documents';
import { contentHandlers } from '../../../gateway/domain/content/handlers';
import { custodyHandlers } from '../../../gateway/domain/custody/handlers';
import { reconcileCustody } from '../../../gateway/domain/custody/reconcile-repo';
import { dividendHandlers } from '../../../gateway/domain/dividend/handlers';
import { reconcileDividends } from '../../../gateway/domain/dividend/reconcile-repo';
import { reconcileExchange } from '../../../gateway/domain/exchange/reconcile-repo';
import { depositHandlers } from '../../../gateway/domain/deposits/handlers';
import { rabMarketHandlers } from '../../../gateway/domain/otc/rab/handlers';
import { reconcileRabMarket } from '../../../gateway/domain/otc/rab/reconcile-repo';
import { reconcileUsdtMarket } from '../../../gateway/domain/otc/usdt/reconcile-repo';
import { incomeHandlers } from '../../../gateway/domain/income/handlers';
import { insuranceHandlers } from '../../../gateway/domain/insurance/handlers';
import { reconcileInsurance } from '../../../gateway/domain/insurance/reconcile-repo';
import { reconcileIncomes } from '../../../gateway/domain/income/reconcile-repo';
import { machineHandlers } from '../../../gateway/domain/machines/handlers';
import { reconcileMachines } from '../../../gateway/domain/machines/reconcile-repo';
import { liveHandlers } from '../../../gateway/domain/live/handlers';
import { methodHandlers } from '../../../gateway/domain/methods/handlers';
import { exchangeHandlers } from '../../../gateway/domain/exchange/handlers';
import { createUser } from '../../../gateway/domain/identity/users/create-user';
import { ensureRootUser } from '../../../gateway/domain/identity/users/root-user';
import { storeIdentity, submitIdentity } from '../../../gateway/domain/identity/real-name/real-name';
import { hashPassword, passwordKeysOf } from '../../../gateway/domain/identity/passwords/stored-passwords';
import { setFirstTradePassword } from '../../../gateway/domain/identity/users/user-repo';
import { seedConfiguration } from '../../../gateway/domain/settings/seed';
import { saveSetting } from '../../../gateway/domain/settings/settings';
import type { FigureKey } from '../../../gateway/domain/settings/figures';
import { reconcileWithdrawals } from '../../../gateway/domain/withdrawals/reconcile-repo';
import { reconcileTeam } from '../../../gateway/domain/team/reconcile-repo';
import { slipHandlers } from '../../../gateway/domain/slips/handlers';
import { tellingHandlers } from '../../../gateway/domain/telling/handlers';
import { teamHandlers } from '../../../gateway/domain/team/handlers';
import { usdtMarketHandlers } from '../../../gateway/domain/otc/usdt/handlers';
import { withdrawalHandlers } from '../../../gateway/domain/withdrawals/handlers';
import { poolFree } from '../../../gateway/ledger/balances';
import { post } from '../../../gateway/ledger/post';
import { reconcile } from '../../../gateway/ledger/reconcile';
import { PROCESS_SECRET } from '../../support/gateway-process';
import { failUndeclared } from '../support/undeclared';
import { markBeside } from '../support/mark';
import { noPushes } from '../support/pushes';

export const DAY_MS = 86_400_000;
export const START = Date.UTC(2026, 10, 21, 8, 30);
export const TRADE_PASSWORD = '135790';

const handlers = {
  ...custodyHandlers,
  ...accountHandlers,
  ...documentHandlers,
  ...contentHandlers,
  ...articleHandlers,
  ...depositHandlers,
  ...exchangeHandlers,
  ...withdrawalHandlers,
  ...incomeHandlers,
  ...tellingHandlers,
  ...dividendHandlers,
  ...insuranceHandlers,
  ...machineHandlers,
  ...slipHandlers,
  ...teamHandlers,
  ...liveHandlers,
  ...methodHandlers,
  saveRealName: storeIdentity,
  handInRealName: (context: UserContext) => submitIdentity(context),
  ...rabMarketHandlers,
  ...usdtMarketHandlers,
};
type Name = keyof typeof handlers & CallName;
type Input<N extends Name> = ParsedInputOf<Calls[N]>;

export interface Person {
  userId: string;
  accountId: string;
}

export interface LogLine extends LogFields {
  level: 'debug' | 'info' | 'warn' | 'error';
  event: string;
}

export interface CustodyWorld {
  deps: Deps;
  logs: LogLine[];
  time: { now: number };
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
  place(who: Person, amount: string, planId?: string): Promise<AnswerOf<Calls['createCustodyOrder']>['order']>;
  /** Redeems a part of a custody order as it is now. */
  redeem(who: Person, id: string, amount: string): Promise<void>;
  order(who: Person, id: string): Promise<AnswerOf<Calls['createCustodyOrder']>['order']>;
  cash(who: Person): Promise<string>;
  fundPool(usdt: string): Promise<void>;
  poolFree(): Promise<bigint>;
  set(key: FigureKey, value: unknown): Promise<void>;
  findings(): Promise<unknown[]>;
}

function recordingLog(lines: LogLine[]): Logger {
  const at =
    (level: LogLine['level']) =>
    (event: string, fields: LogFields = {}) =>
      void lines.push({ ...fields, level, event });
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

const noFiles = () => Promise.reject(new Error('no files here'));

/** Gateway processes that are to find these people's passwords right are started with it. */
const SECRET = Buffer.from(PROCESS_SECRET);

/** Deps with a clock of the test's own; several worlds may share one database. */
function depsOn(db: Database, time: { now: number }, logs: LogLine[]): Deps {
  return {
    db,
    clock: { now: () => time.now },
    ids: secureIds,
    mailer: { send: async () => undefined },
    sms: { send: async () => undefined },
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
    const amount = toUnits(usdt, 'USDT');
    if (amount > 0n) {
      await post(tx, {
        transferId: `test-deposit:${created.accountId}`,
        kind: 'deposit',
        at: now,
        legs: [
          { account: { system: 'external-deposits', asset: 'USDT' }, amount: -amount },
          { account: { owner: created.accountId, kind: 'user_cash', asset: 'USDT' }, amount },
        ],
      });
    }
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
export async function openCustodyWorld(db: Database, now = START): Promise<CustodyWorld> {
  const time = { now };
  const logs: LogLine[] = [];
  const deps = depsOn(db, time, logs);
  await seedConfiguration(deps);
  const contextOf: CustodyWorld['contextOf'] = ({ userId, accountId }, call, more) => ({
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
  });
  const world: CustodyWorld = {
    deps,
    logs,
    time,
    contextOf,
    person: (usdt = '10000', inviter?: Person) => createPerson(deps, usdt, inviter),
    async call(who, name, input, key = randomUUID()) {
      const handler = handlers[name] as (context: UserContext, given: unknown) => Promise<unknown>;
      const answer = await handler(contextOf(who, name, { idempotencyKey: key }), z.parse(calls[name].input, input));
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
    async cash(who) {
      const { cash } = await world.call(who, 'assets', {});
      return cash.find(({ asset }) => asset === 'USDT')?.available ?? '';
    },
    fundPool: (usdt) => fundYieldPool(deps, usdt),
    poolFree: () => poolFree(db.db, 'yield-pool', 'USDT'),
    set: async (key, value) => {
      await withTransaction(db, (tx) => saveSetting(tx, key, value, time.now));
    },
    findings: () =>
      withTransaction(db, async (tx) => [
        ...(await reconcile(tx)),
        ...(await reconcileCustody(tx)),
        ...(await reconcileExchange(tx)),
        ...(await reconcileIncomes(tx)),
        ...(await reconcileWithdrawals(tx)),
        ...(await reconcileMachines(tx)),
        ...(await reconcileRabMarket(tx)),
        ...(await reconcileUsdtMarket(tx)),
        ...(await reconcileDividends(tx)),
        ...(await reconcileInsurance(tx)),
        ...(await reconcileTeam(tx)),
      ]),
  };
  return world;
}
