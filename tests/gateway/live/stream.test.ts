import { beforeEach, describe, expect, it } from 'vitest';
import type { LiveNotice, LivePage } from '../../../contract/calls/live';
import { staleAfter } from '../../../contract/consequences';
import { calls as registry } from '../../../contract/index';
import { withTransaction } from '../../../gateway/db/transaction';
import { purgeEvents } from '../../../gateway/domain/live/purge';
import { SETTLE_MS } from '../../../gateway/domain/live/since';
import { revokeSessionsOf } from '../../../gateway/domain/identity/sessions/session-repo';
import type { ClientAnswer } from '../../support/envelope-client';
import type { OpenStream } from '../../support/live-client';
import { STREAM_DOOR } from '../../support/live-client';
import { sealForm } from '../../support/envelope-client';
import { writeEvents } from '../../support/live-events';
import { describeOnDatabase, itOn } from '../support/database';
import { CONFIG_CALL, INFO_CALL, opened } from '../http/test-gateway';
import { openLiveGateway, type LiveGateway } from './world';

const DAY = 86_400_000;
const callsOf = (answer: ClientAnswer<LivePage> | null) => answer?.data.events.map(({ calls }) => calls);

describeOnDatabase('the stream of live changes', (fixture) => {
  let gateway: LiveGateway;
  let alice: { token: string; userId: string };
  let bob: { token: string; userId: string };
  beforeEach(async () => {
    gateway = await openLiveGateway(fixture.database);
    // Events of earlier tests have settled long before this time.
    gateway.time.now += 3 * DAY;
    await gateway.announce({ to: 'everybody', calls: ['config'] });
    gateway.time.now += SETTLE_MS + 1;
    alice = await gateway.login();
    bob = await gateway.login();
  });
  /** A stream past its first event. */
  async function listening(token: string, at = gateway): Promise<OpenStream> {
    const stream = await at.stream(token);
    expect(await stream.next()).toMatchObject({ code: 200, data: { events: [], isGap: true } });
    return stream;
  }

  it('tells a user what is theirs and everybody’s, never what is another’s', async () => {
    const ofAlice = await listening(alice.token);
    const ofBob = await listening(bob.token);
    await gateway.announce(
      { to: alice.userId, calls: ['assets'], notice: { kind: 'otc-paid', subjectId: '7' } },
      { to: bob.userId, calls: ['userInfo'] },
      { to: 'everybody', calls: ['newsItems'] },
    );
    await gateway.turn();
    expect((await ofAlice.next())?.data.events).toMatchObject([
      { calls: ['assets'], notice: { kind: 'otc-paid', subjectId: '7' } },
    ]);
    expect(callsOf(await ofAlice.next())).toEqual([['newsItems', 'newsList']]);
    expect((await ofBob.next())?.data.events).toMatchObject([{ calls: ['userInfo'], notice: null }]);
    expect((await ofBob.next())?.data.events).toEqual([
      { id: null, calls: ['newsItems', 'newsList'], notice: null, at: gateway.time.now },
    ]);
    const asked = await gateway.send(liveCall(), { token: bob.token });
    expect(JSON.stringify(asked.data)).not.toContain('assets');
  });

  it('tells a person’s other devices what a call of theirs has changed, within two seconds', async () => {
    const device = await listening(alice.token);
    const asked = gateway.time.now;
    const { method, uri } = registry.updateNickname;
    const name = { method, uri, headers: {}, params: { nickname: 'Mei Lin' } };
    expect(await gateway.send(name, { token: alice.token })).toMatchObject({ code: 200 });
    await gateway.turn();
    expect((await device.next())?.data.events).toMatchObject([
      { calls: staleAfter(registry.updateNickname), notice: null },
    ]);
    expect(gateway.time.now - asked).toBeLessThanOrEqual(2_000);
  });

  const liveCall = (after?: string) => ({
    method: 'GET',
    uri: '/api/v1/live/events',
    headers: {},
    params: after === undefined ? {} : { after },
  });

  it('skips a notice that a gateway of a later version wrote, and tells what has changed', async () => {
    const stream = await listening(alice.token);
    const later = { kind: 'otc-reversed', subject: { order: 7 } } as unknown as LiveNotice;
    await gateway.announce({ to: alice.userId, calls: ['assets'], notice: later });
    await gateway.turn();
    const told = { calls: ['assets'], notice: null };
    expect((await stream.next())?.data.events).toMatchObject([told]);
    const asked = await gateway.send(liveCall('1'), { token: alice.token });
    expect(asked).toMatchObject({
      code: 200,
      data: { events: expect.arrayContaining([expect.objectContaining(told)]) },
    });
  });

  it('names a renamed call as apps before and after it know it, also where another gateway wrote only one name', async () => {
    const stream = await listening(alice.token);
    await gateway.announce(
      { to: alice.userId, calls: ['custodyOrders', 'assets'] },
      { to: 'everybody', calls: ['rabLots'] },
    );
    const calls = ['custodyOrders', 'hostingOrder', 'assets'];
    await gateway.turn();
    expect(callsOf(await stream.next())).toEqual([calls]);
    expect(callsOf(await stream.next())).toEqual([['rabLots', 'allSellList']]);
    const { rows } = await fixture.database.pool.query<{ id: string; calls: string[] }>(
      'SELECT id::text, calls FROM live_events ORDER BY live_events.id DESC LIMIT 2',
    );
    expect(rows.map((row) => row.calls)).toEqual([['rabLots', 'allSellList'], calls]);
    const { last } = (await (await gateway.stream(alice.token)).next())?.data ?? { last: '0' };
    const ofBefore = `INSERT INTO live_events (user_id, calls, at) SELECT user_id, $1, at FROM live_events WHERE id = $2`;
    await fixture.database.pool.query(ofBefore, ['["hostingOrder"]', rows[1]?.id]);
    await fixture.database.pool.query(ofBefore, ['["allSellList"]', rows[0]?.id]);
    const asked = await gateway.send(liveCall(last), { token: alice.token });
    const told = (asked.data as LivePage).events.map((event) => event.calls);
    expect(told.at(-2)).toEqual(['custodyOrders', 'hostingOrder']);
    expect(told.at(-1)).toEqual(expect.arrayContaining(['rabLots', 'allSellList']));
  });

  it('waits a while, and not for ever, for what was rolled back', async () => {
    const stream = await listening(alice.token);
    const fails = withTransaction(fixture.database, async (tx) => {
      await writeEvents(tx, [{ to: alice.userId, calls: ['assets'] }], gateway.time.now);
      throw new Error('changed my mind');
    });
    await expect(fails).rejects.toThrow('changed my mind');
    const lastAfter = async () => {
      await gateway.announce({ to: alice.userId, calls: ['userInfo'] });
      await gateway.turn();
      const answer = await stream.next();
      expect(callsOf(answer)).toEqual([['userInfo']]);
      return Number(answer?.data.last);
    };
    const before = await lastAfter();
    expect(await lastAfter()).toBe(before);
    await gateway.turn(SETTLE_MS + 1);
    expect((await stream.next())?.data.last).toBe(String(before + 3));
  });

  it('goes on where it was left, by stream and by asking', async () => {
    const stream = await listening(alice.token);
    await gateway.announce({ to: alice.userId, calls: ['assets'] });
    await gateway.turn();
    const { last } = (await stream.next())?.data ?? { last: '' };
    await stream.close();
    await gateway.announce(
      { to: alice.userId, calls: ['userInfo'] },
      { to: 'everybody', calls: ['newsItems', 'marquee'] },
    );
    const first = await (await gateway.stream(alice.token, last)).next();
    expect(first?.data).toMatchObject({ isGap: false });
    expect(callsOf(first)).toEqual([['userInfo'], ['marquee', 'newsItems', 'newsList']]);
    expect((await gateway.send(liveCall(last), { token: alice.token })).data).toEqual(first?.data);
    // Later nothing of it comes again.
    gateway.time.now += SETTLE_MS + 1;
    const later = (await gateway.send(liveCall(last), { token: alice.token })).data as LivePage;
    expect((await gateway.send(liveCall(later.last), { token: alice.token })).data).toEqual({
      events: [],
      last: later.last,
      isGap: false,
      at: gateway.time.now,
    });
  });

  it('says that there is a gap after too long, for a number from elsewhere, and for too much at once', async () => {
    const asked = async (after: string) => (await gateway.send(liveCall(after), { token: alice.token })).data;
    const { last } = (await asked('999999999')) as LivePage;
    expect(await asked('999999999')).toMatchObject({ isGap: true });
    await gateway.announce(...Array.from({ length: 500 }, () => ({ to: alice.userId, calls: ['assets'] as const })));
    expect(await asked(last)).toMatchObject({ isGap: true, events: [] });
    gateway.time.now += 2 * DAY;
    await gateway.announce({ to: alice.userId, calls: ['userInfo'] });
    await purgeEvents(gateway.deps);
    expect(await asked(last)).toMatchObject({ isGap: true });
    expect((await gateway.send(liveCall('x'), { token: alice.token })).code).toBe(422);
  });

  describe('who may listen', () => {
    it('nobody without a session', async () => {
      expect((await opened(await gateway.request(undefined))).code).toBe(401);
      expect((await opened(await gateway.request('A'.repeat(43)))).code).toBe(401);
      expect(gateway.feed.size).toBe(0);
    });

    it('with the checks of the envelope, and to nothing else', async () => {
      const post = (body: string) =>
        gateway.app.request(STREAM_DOOR, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: alice.token },
          body,
        });
      for (const call of [INFO_CALL, CONFIG_CALL]) {
        expect((await opened(await post(sealForm(call, gateway.time.now).toString()))).code).toBe(405);
      }
      const form = sealForm(liveCall(), gateway.time.now);
      form.set('sign', 'f'.repeat(32));
      expect((await opened(await post(form.toString()))).code).toBe(400);
      expect((await opened(await post(sealForm(liveCall(), 0).toString()))).code).toBe(4001);
      const body = sealForm(liveCall(), gateway.time.now).toString();
      await (await post(body)).body?.cancel();
      expect((await opened(await post(body))).code).toBe(4002);
      expect((await opened(await gateway.app.request(STREAM_DOOR))).code).toBe(405);
      expect(gateway.feed.size).toBe(0);
    });

    it('until the session is ended', async () => {
      const stream = await listening(alice.token);
      const other = await listening(bob.token);
      await withTransaction(fixture.database, (tx) => revokeSessionsOf(tx, alice.userId, gateway.time.now));
      await gateway.turn(2_000);
      expect((await stream.next())?.code).toBe(401);
      expect(await stream.next()).toBeNull();
      await gateway.announce({ to: bob.userId, calls: ['assets'] });
      await gateway.turn();
      expect(callsOf(await other.next())).toEqual([['assets']]);
    });
  });

  it('gives a sign of life when there is nothing to tell', async () => {
    const stream = await listening(alice.token);
    await gateway.turn(20_000);
    expect((await stream.next())?.data).toMatchObject({ events: [], isGap: false });
  });

  it('drops who does not read, and keeps the others', async () => {
    const idle = await gateway.request(alice.token);
    const stream = await listening(bob.token);
    for (let told = 0; told < 2_000 && gateway.feed.size === 2; told += 1) {
      await gateway.announce({ to: alice.userId, calls: ['assets'] });
      await gateway.turn(1);
    }
    expect(gateway.feed.size).toBe(1);
    await expect(idle.text()).rejects.toThrow('not read');
    await gateway.announce({ to: bob.userId, calls: ['assets'] });
    await gateway.turn();
    expect(callsOf(await stream.next())).toEqual([['assets']]);
  });

  it('ends every stream at once when the gateway stops, and opens none any more', async () => {
    const stream = await listening(alice.token);
    gateway.feed.close();
    expect(await stream.next()).toBeNull();
    expect((await opened(await gateway.request(alice.token))).code).toBe(503);
    expect(gateway.isAwake()).toBe(false);
  });

  // The embedded database has one connection: there is no second transaction beside the first.
  itOn('postgres', 'tells what commits late, on another gateway, and is resumed before it', async () => {
    const other = await openLiveGateway(fixture.database);
    other.time.now = gateway.time.now;
    const stream = await listening(alice.token, other);
    let commit = () => {};
    let begun = () => {};
    const isBegun = new Promise<void>((resolve) => (begun = resolve));
    const late = withTransaction(fixture.database, async (tx) => {
      await writeEvents(tx, [{ to: alice.userId, calls: ['assets'] }], gateway.time.now);
      begun();
      await new Promise<void>((resolve) => (commit = resolve));
    });
    await isBegun;
    await gateway.announce({ to: alice.userId, calls: ['userInfo'] });
    await other.turn();
    const early = await stream.next();
    expect(callsOf(early)).toEqual([['userInfo']]);
    commit();
    await late;
    const resumed = await (await gateway.stream(alice.token, early?.data.last)).next();
    expect(callsOf(resumed)).toEqual([['assets'], ['userInfo']]);
    await other.turn();
    const both = await stream.next();
    expect(callsOf(both)).toEqual([['assets']]);
    expect(Number(both?.data.last)).toBe(Number(early?.data.last) + 2);
  });
});
