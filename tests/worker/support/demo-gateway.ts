/** Handlers with just enough sense for the tests: sessions, balances, a list, and money with idempotency keys. */
import { onTestFinished } from 'vitest';
import { calls, type CallInput } from '../../../contract/index';
import type { Environment } from '../../../worker/environment';
import { refusal, ok, type Received, type Reply } from './test-gateway';
import { Device, type Tab } from './harness';

export const tokenOf = (name: string) => name.padEnd(43, '_');

export interface Person {
  userId: string;
  accountId: string;
}

/** Two people with two accounts each, by their login names. */
export const PEOPLE: Readonly<Record<string, Person>> = {
  'alice@example.com': { userId: '1', accountId: '10' },
  'alice-sub@example.com': { userId: '1', accountId: '11' },
  'bob@example.com': { userId: '2', accountId: '20' },
  'bob-sub@example.com': { userId: '2', accountId: '21' },
};
export const ALICE: Person = { userId: '1', accountId: '10' };

/** Stands in what is a person's own, and tells whose it is. */
export const markOf = ({ userId, accountId }: Person) => `owner-${userId}-${accountId}`;

const order = (id: string, principal: string) => ({
  id,
  version: 1,
  planId: '30',
  days: 30,
  dailyRate: '0.00007',
  principal,
  placed: principal,
  status: 'in-progress' as const,
  endedBy: null,
  addedToId: null,
  startsAt: 1_795_000_000_000 + Number(id),
  endsAt: 1_797_000_000_000,
  freeUndoUntil: 1_795_086_400_000,
  interestPaid: '0.000000',
  interestToCome: '1.050000',
  daysPaid: 0,
  redeemNow: { principal, fee: '0.000000', received: principal, interestForgone: '0.000000' },
});

/** Another answer in each language. */
export const ZONES: Record<string, string> = { EN: 'Asia/Hong_Kong', DE: 'Asia/Dubai', JP: 'Asia/Tokyo' };

export class DemoGateway {
  readonly sessions = new Map<string, Person>();
  /** Orders that exist, newest first. */
  readonly orders: ReturnType<typeof order>[] = [];
  readonly #answers = new Map<string, unknown>();
  /** Keys that were asked for in vain. */
  readonly #closed = new Set<string>();

  constructor(readonly device: Device) {
    const { gateway } = device;
    gateway.on(calls.logInByEmail.uri, ({ inner }) => this.#login(inner.params['loginName']));
    gateway.on(calls.logout.uri, (request) => this.ofUser(request, () => ({})));
    gateway.on(calls.userInfo.uri, (request) => this.ofUser(request, userInfo));
    gateway.on(calls.tradingAccounts.uri, (request) => this.ofUser(request, tradingAccounts));
    gateway.on(calls.createCustodyOrder.uri, (request) => this.#create(request));
    gateway.on(calls.askOutcome.uri, (request) => this.#outcome(request));
    gateway.on(calls.custodyOrders.uri, (request) => this.ofUser(request, () => this.#page(request)));
    gateway.on(calls.config.uri, ({ lang }) => ok({ isDemo: true, timeZone: ZONES[lang ?? ''] ?? 'UTC', banners: [] }));
    gateway.on(calls.bindTradePassword.uri, (request) => this.ofUser(request, () => ({})));
  }

  addOrder(principal = '500.000000'): void {
    this.orders.unshift(order(String(this.orders.length + 1), principal));
  }

  #login(name: unknown): Reply {
    const person = PEOPLE[String(name)];
    if (!person) return refusal('wrong-credentials');
    const token = tokenOf(`token${this.sessions.size}`);
    this.sessions.set(token, person);
    return ok({ token, ...person, expiresAt: this.device.time.now() + 1_000_000 });
  }

  /** Answers who is logged in. */
  ofUser(request: Received, answer: (person: Person) => unknown): Reply {
    const person = this.sessions.get(request.token ?? '');
    return person ? ok(answer(person)) : refusal('unauthorized');
  }

  #create(request: Received): Reply {
    if (!this.sessions.has(request.token ?? '')) return refusal('unauthorized');
    const key = request.inner.headers['Idempotency-Key'];
    if (key === undefined) return refusal('idempotency-missing');
    const { amount, tradePassword } = request.inner.params;
    const known = this.#answers.get(key);
    if (known !== undefined) return ok(known);
    if (this.#closed.has(key)) return refusal('idempotency-closed');
    if (tradePassword !== '204060') return refusal('wrong-trade-password', { data: { triesLeft: 4 } });
    this.addOrder(String(amount));
    const answer = { order: this.orders[0], journalId: `j${this.orders.length}` };
    this.#answers.set(key, answer);
    return ok(answer);
  }

  #outcome(request: Received): Reply {
    return this.ofUser(request, () => {
      const key = String(request.inner.params['key']);
      const answer = this.#answers.get(key);
      if (answer !== undefined) return { state: 'done', answer };
      this.#closed.add(key);
      return { state: 'absent', answer: null };
    });
  }

  /** The cursor is the number of the last row, with a letter so that nobody takes it for an id. */
  #page({ inner }: Received): unknown {
    const { cursor, limit = 20 } = inner.params as { cursor?: string; limit?: number };
    const below = cursor === undefined ? Infinity : Number(cursor.slice(1));
    const rest = this.orders.filter(({ id }) => Number(id) < below);
    const items = rest.slice(0, limit);
    return { items, nextCursor: rest.length > limit ? `c${items.at(-1)?.id}` : null };
  }
}

function userInfo({ userId, accountId }: Person) {
  return {
    id: userId,
    nickname: `user-${userId}`,
    avatar: null,
    invitationCode: `SECRETCODE${userId}`,
    email: 'a***@example.com',
    phone: null,
    level: 0,
    hasTradePassword: true,
    hasAuthenticator: false,
    identity: 'not-verified',
    accountId,
    registeredAt: 1_790_000_000_000,
  };
}

function tradingAccounts(person: Person) {
  const account = { id: person.accountId, kind: 'main', name: markOf(person), totalUsdt: '1.000000' };
  return { accounts: [{ ...account, isCurrent: true, createdAt: 1_790_000_000_000 }] };
}

export const LOGIN = { loginName: 'alice@example.com', password: 'correct horse' };
export const BOB_LOGIN = { loginName: 'bob@example.com', password: 'correct horse' };
export const SUB_LOGIN = { loginName: 'alice-sub@example.com', password: 'correct horse' };

export const INTENT = '6d1f4c1e-2b6f-4f3a-9a55-0c9b8e0d7f11';
/** An order that this gateway takes. */
export const ORDER: CallInput<'createCustodyOrder'> = { planId: '30', amount: '500', tradePassword: '204060' };

/** A new device on a gateway of its own; pauses are skipped, and nothing is read ahead. It is closed after the test. */
export function demoDevice(): { device: Device; demo: DemoGateway } {
  const device = new Device();
  device.isDear = true;
  device.time.skipPauses();
  onTestFinished(() => device.close());
  return { device, demo: new DemoGateway(device) };
}

/** A tab in which somebody has logged in. */
export async function loggedIn(device: Device, changes: Partial<Environment> = {}, login = LOGIN): Promise<Tab> {
  const tab = await device.startedTab(changes);
  await tab.api.invoke('logInByEmail', login);
  return tab;
}
