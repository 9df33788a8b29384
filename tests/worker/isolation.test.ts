/**
 * No record of one account is ever reachable from another, whatever the order of things. Answers of the gateway carry the mark
 * of their owner; a model says who is logged in.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calls } from '../../contract/index';
import { IS_LONG, sequences } from '../support/seed';
import { demoDevice, markOf, PEOPLE, type Person } from './support/demo-gateway';
import { type Device, type Tab } from './support/harness';
import { turns, until } from './support/virtual-time';

const NAMES = Object.keys(PEOPLE);

let device: Device;

function newDevice(): void {
  const { device: another, demo } = demoDevice();
  device = another;
  const posting = (id: number, person: Person) => ({
    id: String(id),
    createdAt: 1_790_000_000_000 + id,
    asset: 'USDT',
    kind: 'airdrop',
    amount: '1.000000',
    balanceAfter: '1.000000',
    reference: markOf(person),
    journalId: String(id),
  });
  device.gateway.on(calls.accountStatement.uri, (request) =>
    demo.ofUser(request, (person) => ({ items: [3, 2, 1].map((id) => posting(id, person)), nextCursor: null })),
  );
}

type Action =
  | { do: 'login'; name: string; tab: number }
  | { do: 'logout' | 'list' | 'kept-list' | 'page' | 'kept-page' | 'search' | 'draft' | 'kept-draft'; tab: number }
  | { do: 'offline' | 'online'; tab: number };

/** Runs one step; answers everything that the page got to see, and who it may be of. */
async function run(action: Action, tabs: readonly Tab[]): Promise<string> {
  if (action.do === 'offline' || action.do === 'online') {
    device.gateway.isReachable = action.do === 'online';
    return '';
  }
  const { api } = tabs[action.tab] as Tab;
  const cache = { source: 'cache' } as const;
  switch (action.do) {
    case 'login':
      return JSON.stringify(await api.invoke('logInByEmail', { loginName: action.name, password: 'correct horse' }));
    case 'logout':
      await api.logout();
      return '';
    case 'list':
      return JSON.stringify(await api.invoke('tradingAccounts', {}));
    case 'kept-list':
      return JSON.stringify(await api.invoke('tradingAccounts', {}, cache));
    case 'page':
      return JSON.stringify(await api.invoke('accountStatement', { account: 'cash' }));
    case 'kept-page':
      return JSON.stringify(await api.invoke('accountStatement', { account: 'cash' }, cache));
    case 'search': {
      const request = { query: { text: 'owner' }, after: null, limit: 20 };
      return JSON.stringify(await api.search('accountStatement', { account: 'cash' }, request));
    }
    case 'draft': {
      const session = await api.start({ origin: 'https://gateway.test', lang: 'EN' });
      if (session.state === 'open') await api.saveDraft('form', { text: `draft-${session.userId}` });
      return '';
    }
    case 'kept-draft':
      return JSON.stringify(await api.loadDraft('form'));
  }
}

const tab = fc.constantFrom(0, 1);
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ do: fc.constant('login' as const), name: fc.constantFrom(...NAMES), tab }),
  fc.record({
    do: fc.constantFrom(
      ...(['logout', 'list', 'kept-list', 'page', 'kept-page', 'search', 'draft', 'kept-draft'] as const),
    ),
    tab,
  }),
  fc.record({ do: fc.constantFrom('offline' as const, 'online' as const), tab }),
);

const stateOf = ({ api }: Tab) => api.start({ origin: 'https://gateway.test', lang: 'EN' });

/**
 * Returns the person who is logged in, once both tabs have followed each other. Tabs that never agree end in the test's time
 * limit.
 */
async function whoIsIn(tabs: readonly Tab[]): Promise<Person | null> {
  for (;;) {
    await turns(20);
    const states = await Promise.all(tabs.map(stateOf));
    const [first] = states;
    if (!states.every((state) => JSON.stringify(state) === JSON.stringify(first))) continue;
    return first?.state === 'open' ? { userId: first.userId, accountId: first.accountId } : null;
  }
}

test('one step after the other: what is seen is always the current account’s own', async () => {
  const property = fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 25 }), async (actions) => {
    newDevice();
    const tabs = [await device.startedTab(), await device.startedTab()];
    for (const one of actions) {
      const before = await whoIsIn(tabs);
      const seen = await run(one, tabs);
      const after = await whoIsIn(tabs);
      if (one.do === 'login' && seen.startsWith('{"ok":true')) expect(after).toEqual(PEOPLE[one.name]);
      else if (one.do === 'login') expect(after).toEqual(before);
      const owners = new Set(seen.match(/owner-\d+-\d+/g));
      expect([...owners]).toEqual(owners.size > 0 && before ? [markOf(before)] : []);
      const drafts = new Set(seen.match(/draft-\d+/g));
      expect([...drafts]).toEqual(drafts.size > 0 && before ? [`draft-${before.userId}`] : []);
      // And of who is gone nothing is left on the disk.
      expect(await device.databases()).toEqual(after ? ['rab-device', `rab-user-${after.userId}`] : ['rab-device']);
    }
    device.close();
  });
  await fc.assert(property, { numRuns: sequences(8, 100), verbose: 1 });
});

test('many steps at once: an answer is of an account that was in while it was asked', async () => {
  const property = fc.asyncProperty(fc.array(action, { minLength: 6, maxLength: 20 }), async (actions) => {
    newDevice();
    const tabs = [await device.startedTab(), await device.startedTab()];
    await run({ do: 'login', name: 'alice@example.com', tab: 0 }, tabs);
    await whoIsIn(tabs);
    await Promise.all(actions.map((one) => run(one, tabs)));
    device.gateway.isReachable = true;
    await whoIsIn(tabs);
    for (const one of ['kept-list', 'kept-page', 'search', 'list', 'page'] as const) {
      for (const [at, asked] of tabs.entries()) {
        // A tab may still be following the other one: it then shows what was its own at that moment.
        const before = await stateOf(asked);
        const seen = await run({ do: one, tab: at }, tabs);
        const marks = [before, await stateOf(asked)].map((state) => (state.state === 'open' ? markOf(state) : null));
        for (const owner of seen.match(/owner-\d+-\d+/g) ?? []) expect(marks).toContain(owner);
      }
    }
    device.close();
  });
  await fc.assert(property, { numRuns: sequences(8, 100), verbose: 1 });
});

test('logging in as somebody else while offline is refused, and shows nothing of the one who is in', async () => {
  newDevice();
  const first = await device.startedTab();
  await run({ do: 'login', name: 'alice@example.com', tab: 0 }, [first]);
  await run({ do: 'page', tab: 0 }, [first]);
  device.gateway.isReachable = false;
  const answer = await run({ do: 'login', name: 'bob@example.com', tab: 0 }, [first]);
  expect(answer).toMatch(/"ok":false/);
  expect(answer).not.toContain('owner');
  expect(await whoIsIn([first])).toEqual(PEOPLE['alice@example.com']);
  // After a log-out there is nothing left that a log-in offline could open.
  await first.api.logout();
  expect(await run({ do: 'login', name: 'alice@example.com', tab: 0 }, [first])).toMatch(/"ok":false/);
  expect(await run({ do: 'kept-page', tab: 0 }, [first])).toMatch(/session-closed/);
  expect(await device.everythingStored()).not.toMatch(/owner|rab-user/);
});

test('a switch of the account in the middle of a read keeps nothing of it for the next', async () => {
  newDevice();
  const first = await device.startedTab();
  await run({ do: 'login', name: 'alice@example.com', tab: 0 }, [first]);
  const release = device.gateway.holdNext();
  const late = run({ do: 'page', tab: 0 }, [first]);
  await until(() => device.gateway.faults.length === 0);
  await run({ do: 'login', name: 'alice-sub@example.com', tab: 0 }, [first]);
  release();
  expect(await late).toMatch(/session-closed/);
  expect(await run({ do: 'kept-page', tab: 0 }, [first])).toMatch(/"offline"/);
  expect(await run({ do: 'page', tab: 0 }, [first])).toContain('owner-1-11');
});

test('a log-out elsewhere that deletes the database late: who has logged in meanwhile goes on with a new one', async () => {
  newDevice();
  const tabs = [await device.startedTab(), await device.startedTab()];
  const alice = { do: 'login', name: 'alice@example.com', tab: 0 } as const;
  for (let round = 0; round < 40; round += IS_LONG ? 1 : 3) {
    await run(alice, tabs);
    await whoIsIn(tabs);
    const leaves = tabs[0]?.api.logout();
    // The moments of one's deletion meet those of the other's opening: at once, and later and later.
    await turns(round);
    expect(await run({ ...alice, tab: 1 }, tabs)).toMatch(/^{"ok":true/);
    await leaves;
    if (!(await whoIsIn(tabs))) continue;
    expect(await run({ do: 'page', tab: 1 }, tabs)).toContain('owner-1-10');
    expect(await run({ do: 'kept-page', tab: 0 }, tabs)).toContain('owner-1-10');
  }
});
