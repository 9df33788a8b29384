/** Messages are sent at least once, by one gateway at a time, and nothing of them is left behind. */
import { expect, test } from 'vitest';
import { deliverMessages } from '../../../../gateway/domain/identity/messages/messages';
import { describeOnDatabase } from '../../support/database';
import { freshAddress, freshEmail, MINUTE, openWorld, SECOND, type World } from '../world';

describeOnDatabase('messages', (fixture) => {
  const ask = async (world: World, loginName: string) =>
    world.done(
      'sendRegisterCode',
      { email: loginName, invitationCode: await world.invitation() },
      { address: freshAddress() },
    );
  const received = (world: World, loginName: string) => world.mails.filter(({ to }) => to === loginName).length;

  test('the answer does not wait for the mail server', async () => {
    const world = openWorld(fixture.database);
    const email = freshEmail();
    let accept = () => {};
    const accepting = new Promise<void>((resolve) => (accept = resolve));
    const { mailer } = world.deps;
    world.deps.mailer = {
      send: async (mail) => {
        await accepting;
        await mailer.send(mail);
      },
    };
    await ask(world, email);
    expect(received(world, email)).toBe(0);
    accept();
    await deliverMessages(world.deps);
    expect(received(world, email)).toBe(1);
  });

  test('what the server refuses is sent again later, with growing pauses', async () => {
    const world = openWorld(fixture.database);
    const email = freshEmail();
    world.failing.times = 2;
    await ask(world, email);
    await deliverMessages(world.deps);
    expect(received(world, email)).toBe(0);
    world.advance(5 * SECOND - 1);
    await deliverMessages(world.deps);
    expect(world.failing.times).toBe(1);
    world.advance(1);
    await deliverMessages(world.deps);
    expect(world.failing.times).toBe(0);
    world.advance(10 * SECOND);
    await deliverMessages(world.deps);
    expect(received(world, email)).toBe(1);
    await deliverMessages(world.deps);
    expect(received(world, email)).toBe(1);
  });

  test('a code that is too old is given up, and its text deleted', async () => {
    const world = openWorld(fixture.database);
    const email = freshEmail();
    world.failing.times = 1;
    await ask(world, email);
    await deliverMessages(world.deps);
    world.advance(10 * MINUTE);
    await deliverMessages(world.deps);
    expect(received(world, email)).toBe(0);
    const { rows } = await fixture.database.pool.query(
      'SELECT state, sealed FROM outbound_messages ORDER BY id DESC LIMIT 1',
    );
    expect(rows).toEqual([{ state: 'given-up', sealed: null }]);
  });

  test('what a gateway died while sending another one sends after the claim has run out', async () => {
    const dying = openWorld(fixture.database);
    const email = freshEmail();
    dying.deps.mailer = { send: () => new Promise(() => {}) };
    await ask(dying, email);
    const other = openWorld(fixture.database, dying.deps.clock.now());
    // The dying one's run started before its answer; its claim is seen once the message is no longer due.
    await expect
      .poll(async () => {
        const { rows } = await fixture.database.pool.query(
          `SELECT count(*)::int AS due FROM outbound_messages WHERE state = 'waiting' AND next_attempt_at <= $1`,
          [new Date(dying.deps.clock.now()).toISOString()],
        );
        return rows[0].due as number;
      })
      .toBe(0);
    await deliverMessages(other.deps);
    expect(received(other, email)).toBe(0);
    other.advance(2 * MINUTE);
    await deliverMessages(other.deps);
    expect(received(other, email)).toBe(1);
  });

  test('several gateways at once send each message once', async () => {
    const worlds = Array.from({ length: 3 }, () => openWorld(fixture.database));
    const queueing = openWorld(fixture.database);
    const held = queueing.deps.mailer;
    queueing.deps.mailer = { send: () => Promise.reject(new Error('not this one')) };
    const emails = Array.from({ length: 30 }, () => freshEmail());
    for (const email of emails) await ask(queueing, email);
    await deliverMessages(queueing.deps);
    queueing.deps.mailer = held;
    for (const world of worlds) world.advance(5 * SECOND);
    await Promise.all(worlds.map((world) => deliverMessages(world.deps)));
    for (const email of emails) {
      expect(worlds.reduce((sum, world) => sum + received(world, email), 0)).toBe(1);
    }
  });
});
