/** Live changes from the gateway's transaction to the page's events, over the real gateway app. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { LiveNotice } from '../../../contract/calls/live';
import type { CallName } from '../../../contract/index';
import { withTransaction } from '../../../gateway/db/transaction';
import { purgeEvents } from '../../../gateway/domain/live/purge';
import type { Environment } from '../../../worker/environment';
import { BEAT_MS, LOOK_EVERY_MS } from '../../../worker/live/leader-election';
import { ASK_EVERY_MS, HIDDEN_MS } from '../../../worker/live/live-events';
import { SILENCE_MS } from '../../../worker/live/stream';
import { EVERYBODY_MS } from '../../../worker/transport/spread';
import { priced } from '../../gateway/support/belongings';
import { writeEvents } from '../../support/live-events';
import { done, RealGateway, register, type Person } from '../gateway/real-gateway';
import type { Tab } from '../support/harness';
import { withUnknownFields, withUnknownNotices } from '../support/newer-gateway';
import { turn, until } from '../support/virtual-time';

const DAY = 86_400_000;
let gateway: RealGateway;
beforeAll(async () => {
  gateway = await RealGateway.open({ hasHistory: false });
});
afterAll(() => gateway.close());

interface Somebody {
  person: Person;
  tab: Tab;
  userId: string;
}

let count = 0;
const tabs: Tab[] = [];
afterEach(async () => {
  for (const tab of tabs.splice(0)) await tab.api.logout();
  await until(() => gateway.feed.size === 0);
});

async function somebody(person = gateway.person(), changes: Partial<Environment> = {}): Promise<Somebody> {
  const tab = await person.tab(changes);
  tabs.push(tab);
  await register(gateway, tab, `live${(count += 1)}@example.com`);
  const { id } = done(await tab.api.invoke('userInfo', {}));
  return { person, tab, userId: id };
}

/** Somebody who looks at the app, told up to now. */
async function listener(person?: Person, changes?: Partial<Environment>): Promise<Somebody> {
  const one = await somebody(person, changes);
  await one.tab.api.hintVisible(true);
  await until(() => gateway.feed.size > 0);
  await heard(one, 'marquee');
  return one;
}

async function tell(userId: string, calls: readonly CallName[], notice?: LiveNotice): Promise<void> {
  const announcement = { to: userId, calls, ...(notice && { notice }) };
  await withTransaction(gateway.db, (tx) => writeEvents(tx, [announcement], gateway.now()));
}

const hasHeard = ({ events }: Tab, call: string) =>
  events.some((event) => event.type === 'changed' && event.calls.includes(call));

/** Tells of a call that nothing else changes, and waits until the page has heard it. */
async function heard({ tab, userId }: Pick<Somebody, 'tab' | 'userId'>, call: CallName): Promise<void> {
  tab.events.length = 0;
  await tell(userId, [call]);
  await until(() => hasHeard(tab, call));
}

/** The line breaks, and every try to use it fails. */
async function goOffline({ person, tab }: Somebody): Promise<void> {
  person.isReachable = false;
  person.cutStreams();
  // The longest pause between two tries.
  await person.device.time.fire(2_000);
  await until(() => tab.events.some((event) => event.type === 'connection' && !event.online));
  expect(gateway.feed.size).toBe(0);
}

/** The worker looks for the gateway by itself. */
async function comeBack({ person }: Somebody): Promise<void> {
  person.isReachable = true;
  await person.device.time.fire(2_000);
  await until(() => gateway.feed.size === 1);
}

const noticesOf = ({ events }: Tab) =>
  events.flatMap((event) => (event.type === 'notice' ? event.notice.subjectId : []));

describe('live changes', () => {
  it('repaint the screens that show them, and tell the person', async () => {
    const { tab, userId } = await listener();
    done(await tab.api.invoke('assets', {}));
    tab.events.length = 0;
    await tell(userId, ['assets', 'createCustodyOrder'], { kind: 'otc-paid', subjectId: '7' });
    await until(() => noticesOf(tab).length > 0);
    expect(tab.events).toEqual([
      { type: 'changed', calls: ['assets'] },
      { type: 'notice', notice: { kind: 'otc-paid', subjectId: '7' } },
    ]);
    expect(await tab.api.invoke('assets', {}, { source: 'cache' })).toMatchObject({ ok: true, isStale: true });
  });

  it('are not listened to before somebody looks, and a while after nobody does', async () => {
    const { person, tab } = await somebody();
    await person.device.time.fire(2_500);
    expect([person.streamsAsked, gateway.feed.size]).toEqual([0, 0]);
    await tab.api.hintVisible(true);
    await until(() => gateway.feed.size === 1);
    await tab.api.hintVisible(false);
    await tab.api.hintVisible(true);
    await until(() => !person.device.time.pending.includes(HIDDEN_MS));
    await tab.api.hintVisible(false);
    await person.device.time.fire(HIDDEN_MS);
    await until(() => gateway.feed.size === 0);
    await tab.api.hintVisible(true);
    await until(() => gateway.feed.size === 1);
  });

  it('go on where a lost stream left off, each told once', async () => {
    const one = await listener();
    const { tab, userId } = one;
    await tell(userId, ['assets'], { kind: 'otc-taken', subjectId: '1' });
    await until(() => noticesOf(tab).length === 1);
    await goOffline(one);
    await tell(userId, ['userInfo'], { kind: 'otc-paid', subjectId: '2' });
    await comeBack(one);
    await until(() => noticesOf(tab).length === 2);
    expect(hasHeard(tab, 'userInfo')).toBe(true);
    await heard(one, 'marquee');
    expect(noticesOf(tab)).toEqual([]);
  });

  it('are listened to anew when the line has gone silent', async () => {
    const one = await listener();
    const asked = one.person.streamsAsked;
    await one.person.device.time.fire(SILENCE_MS);
    await until(() => one.person.streamsAsked > asked);
    await heard(one, 'assets');
  });

  it('have everything read again after a gap', async () => {
    const one = await listener();
    const { person, tab, userId } = one;
    await goOffline(one);
    await tell(userId, ['assets']);
    gateway.advanceTo(gateway.now() + 2 * DAY);
    await tell(userId, ['userInfo']);
    await purgeEvents(gateway.deps);
    tab.events.length = 0;
    person.device.time.pass(2 * DAY);
    await comeBack(one);
    await until(() => hasHeard(tab, 'accountStatement') && hasHeard(tab, 'config') && hasHeard(tab, 'usdtTrade'));
  });

  it('are asked for where no stream comes through, and streamed again when one does', async () => {
    const { person, tab, userId } = await somebody();
    const { time } = person.device;
    // The longest pause between two tries, too.
    time.autoFire = (delayMs) => delayMs <= 2_000;
    person.isStreamBlocked = true;
    await tab.api.hintVisible(true);
    await time.fire(ASK_EVERY_MS);
    expect(person.streamsAsked).toBe(3);
    tab.events.length = 0;
    await tell(userId, ['assets'], { kind: 'otc-ruled', subjectId: '3' });
    await time.fire(ASK_EVERY_MS);
    await until(() => hasHeard(tab, 'assets'));
    await time.fire(ASK_EVERY_MS);
    person.isStreamBlocked = false;
    while (gateway.feed.size === 0) {
      if (time.pending.includes(ASK_EVERY_MS)) await time.fire(ASK_EVERY_MS);
      await turn();
    }
    expect(noticesOf(tab)).toEqual(['3']);
  });

  describe('of a gateway of a later version', () => {
    it('are heard with fields that the device does not know', async () => {
      const person = gateway.person();
      person.later = withUnknownFields;
      const { tab, userId } = await listener(person);
      await tell(userId, ['assets'], { kind: 'otc-paid', subjectId: '7' });
      await until(() => noticesOf(tab).length > 0);
      expect(hasHeard(tab, 'assets')).toBe(true);
      expect(person.streamsAsked).toBe(1);
    });

    it('repaint and are told no more where their notices are of an unknown kind, over a stream', async () => {
      const person = gateway.person();
      person.later = withUnknownNotices;
      const { tab, userId } = await listener(person);
      await tell(userId, ['assets'], { kind: 'otc-paid', subjectId: '7' });
      await until(() => hasHeard(tab, 'assets'));
      // The way stays open: what comes next is heard.
      await heard({ tab, userId }, 'newsItems');
      expect([person.streamsAsked, noticesOf(tab)]).toEqual([1, []]);
    });
  });

  it('come from a tab of a later version too, all but the notices of an unknown kind', async () => {
    const { person, tab, userId } = await listener();
    const notices = [
      { kind: 'otc-reversed', subject: { order: 7 } },
      { kind: 'otc-paid', subjectId: '9', addedLater: 1 },
    ];
    person.device.environment().tabs.send({ type: 'live', userId, last: '1', ids: [], notices });
    await until(() => noticesOf(tab).length > 0);
    expect(noticesOf(tab)).toEqual(['9']);
  });

  it('tell a device the time whose clock is some minutes off, as far as calls are taken from it', async () => {
    const { tab } = await listener(gateway.person(240_000));
    const answer = await tab.api.invoke('userInfo', {});
    expect(answer.ok && Math.abs(answer.asOf - gateway.now())).toBeLessThan(5_000);
  });

  it('that everybody is told are read again out of step with other devices, and a person’s own at once', async () => {
    const { person, tab, userId } = await listener();
    const { time } = person.device;
    done(await tab.api.invoke('config', {}));
    tab.events.length = 0;
    person.device.random = 0.9;
    await withTransaction(gateway.db, (tx) => writeEvents(tx, [{ to: 'everybody', calls: ['config'] }], gateway.now()));
    await until(() => time.pending.includes(0.9 * EVERYBODY_MS));
    expect(hasHeard(tab, 'config')).toBe(false);
    // Whoever opens a screen meanwhile is not told what is out of date.
    expect(await tab.api.invoke('config', {}, { source: 'cache' })).toMatchObject({ isStale: true });
    await tell(userId, ['assets']);
    await until(() => hasHeard(tab, 'assets'));
    expect(hasHeard(tab, 'config')).toBe(false);
    await time.fire(0.9 * EVERYBODY_MS);
    await until(() => hasHeard(tab, 'config'));
  });

  it('are listened to out of step with other devices when everybody is back after an outage', async () => {
    const one = await listener();
    const { person } = one;
    await goOffline(one);
    const asked = person.streamsAsked;
    person.device.random = 0.9;
    person.isReachable = true;
    await person.device.time.fire(2_000);
    await until(() => person.device.time.pending.includes(0.9 * EVERYBODY_MS));
    expect(person.streamsAsked).toBe(asked);
    while (gateway.feed.size === 0) {
      if (person.device.time.pending.includes(0.9 * EVERYBODY_MS)) await person.device.time.fire(0.9 * EVERYBODY_MS);
      await turn();
    }
  });

  it('are told as news though the clock was set right since the app was last open', async () => {
    const HOURS = 3 * 3_600_000;
    const { person, userId } = await somebody(gateway.person(HOURS));
    person.device.time.pass(HOURS);
    person.skewMs = 0;
    const tab = await person.tab();
    tabs.push(tab);
    await tab.api.hintVisible(true);
    await until(() => gateway.feed.size > 0);
    await tell(userId, ['assets'], { kind: 'otc-paid', subjectId: '9' });
    await until(() => noticesOf(tab).length > 0);
    expect(noticesOf(tab)).toEqual(['9']);
  });

  it('end the session that the gateway ended', async () => {
    const { person, tab } = await listener();
    const { token } = person.seen.findLast(({ uri }) => uri.endsWith('/user/info')) ?? { token: null };
    await gateway.send('logout', {}, token ?? '');
    gateway.advanceTo(gateway.now() + 2_000);
    await until(() => tab.events.some((event) => event.type === 'session' && event.because === 'refused'));
  });

  describe('in several tabs', () => {
    it('carry the latest prices of market quotes to every tab, and no answer grows stale by them', async () => {
      const first = await listener();
      const second = await first.person.tab();
      tabs.push(second);
      await second.api.hintVisible(true);
      await priced(gateway.deps);
      first.tab.events.length = 0;
      done(await first.tab.api.invoke('productQuotes', {}));
      gateway.advanceTo(gateway.now() + 2_000);
      const pricesOf = ({ events }: Tab) => events.flatMap((event) => (event.type === 'prices' ? event.prices : []));
      await until(() => pricesOf(first.tab).length > 0 && pricesOf(second).length > 0);
      expect(pricesOf(first.tab)).toHaveLength(8);
      expect(pricesOf(second)).toEqual(pricesOf(first.tab));
      gateway.deps.quotes = null;
    });

    it('come over one stream, which another tab takes over', async () => {
      const first = await listener();
      const { person, userId } = first;
      const second = { tab: await person.tab(), userId };
      await second.tab.api.hintVisible(true);
      tabs.push(second.tab);
      await tell(userId, ['assets'], { kind: 'otc-filled', subjectId: '4' });
      await until(() => noticesOf(first.tab).length === 1 && noticesOf(second.tab).length === 1);
      expect(hasHeard(second.tab, 'assets')).toBe(true);
      expect([person.streamsAsked, gateway.feed.size]).toEqual([1, 1]);

      await first.tab.api.hintVisible(false);
      await person.device.time.fire(HIDDEN_MS);
      await until(() => person.streamsAsked === 2);
      await tell(userId, ['userInfo'], { kind: 'otc-paid', subjectId: '5' });
      await until(() => noticesOf(second.tab).length === 2);
      // It knew what the first had heard: nothing is told twice.
      expect(noticesOf(second.tab)).toEqual(['4', '5']);
      expect(noticesOf(first.tab)).toEqual(['4', '5']);
    });

    /** A second tab of the same person, in sight, which waits for the lead. */
    async function waitingTab(person: Person): Promise<Tab> {
      const tab = await person.tab();
      tabs.push(tab);
      await tab.api.hintVisible(true);
      await until(() => person.device.time.pending.includes(LOOK_EVERY_MS));
      return tab;
    }

    it('are taken over from a tab that the system has suspended, and left to the other one when it wakes', async () => {
      const person = gateway.person();
      const { time } = person.device;
      const { tabs: channel } = person.device.environment();
      let isSuspended = false;
      const first = await listener(person, {
        setTimer: (callback, delayMs) => time.setTimer(() => isSuspended || callback(), delayMs),
        tabs: { ...channel, send: (message) => isSuspended || channel.send(message) },
      });
      const tab = await waitingTab(person);
      await tell(first.userId, ['assets'], { kind: 'otc-filled', subjectId: '4' });
      await until(() => noticesOf(tab).length === 1);

      isSuspended = true;
      await tell(first.userId, ['assets'], { kind: 'otc-paid', subjectId: '5' });
      await until(() => noticesOf(first.tab).length === 2);
      await time.fire(LOOK_EVERY_MS);
      await until(() => person.streamsAsked === 2);
      // The waiting tab is also told the notice that came while nobody passed it on.
      await until(() => noticesOf(tab).length === 2);

      isSuspended = false;
      await until(() => time.pending.includes(LOOK_EVERY_MS) && gateway.feed.size === 1);
      await tell(first.userId, ['userInfo'], { kind: 'otc-completed', subjectId: '6' });
      await until(() => noticesOf(first.tab).length === 3);
      expect([noticesOf(tab), noticesOf(first.tab)]).toEqual([
        ['4', '5', '6'],
        ['4', '5', '6'],
      ]);
      expect([person.streamsAsked, gateway.feed.size]).toEqual([2, 1]);
    });

    it('stay with a tab that beats', async () => {
      const { person, userId } = await listener();
      const tab = await waitingTab(person);
      const { time } = person.device;
      for (let looks = 0; looks < 4; looks += 1) {
        await time.fire(BEAT_MS);
        await time.fire(LOOK_EVERY_MS);
        await turn();
      }
      await tell(userId, ['assets'], { kind: 'otc-filled', subjectId: '4' });
      await until(() => noticesOf(tab).length === 1);
      expect(person.streamsAsked).toBe(1);
    });

    it('are let go by a tab that is told that it will be suspended, and taken up again afterwards', async () => {
      const first = await listener();
      const { person, userId } = first;
      const tab = await waitingTab(person);
      await first.tab.api.hintSuspended();
      await until(() => person.streamsAsked === 2);
      await tell(userId, ['assets'], { kind: 'otc-filled', subjectId: '4' });
      await until(() => noticesOf(tab).length === 1);

      await first.tab.api.hintVisible(true);
      await until(() => person.device.time.pending.includes(LOOK_EVERY_MS));
      await tab.api.hintSuspended();
      await until(() => person.streamsAsked === 3);
      await tell(userId, ['assets'], { kind: 'otc-paid', subjectId: '5' });
      await until(() => noticesOf(first.tab).includes('5'));
    });

    it('come all the same where the browser refuses its locks', async () => {
      const person = gateway.person();
      person.device.locks = { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) };
      const { tab } = await somebody(person);
      await tab.api.hintVisible(true);
      await until(() => gateway.feed.size === 1);
    });

    it('come over one each where there are no locks', async () => {
      const one = await somebody();
      await one.tab.api.logout();
      one.person.device.locks = undefined;
      const { person } = one;
      const [a, b] = [await person.tab(), await person.tab()];
      tabs.push(a, b);
      await register(gateway, a, `live${(count += 1)}@example.com`);
      await until(() => b.events.some((event) => event.type === 'session' && event.because === 'opened'));
      await a.api.hintVisible(true);
      await b.api.hintVisible(true);
      await until(() => gateway.feed.size === 2);
    });
  });

  it('end with the session, and follow the next one', async () => {
    const one = await listener();
    await one.tab.api.logout();
    await until(() => gateway.feed.size === 0);
    await register(gateway, one.tab, `live${(count += 1)}@example.com`);
    await until(() => gateway.feed.size === 1);
    const { id } = done(await one.tab.api.invoke('userInfo', {}));
    await heard({ tab: one.tab, userId: id }, 'assets');
    await tell(one.userId, ['bannerOf' as CallName]);
    await heard({ tab: one.tab, userId: id }, 'assets');
  });
});
