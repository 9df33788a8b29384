/** Customer service between people and operators (docs/rules.md §9), through the calls and the commands. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { AnswerOf } from '../../../contract/call';
import type { serviceConversations, ServiceTopic } from '../../../contract/calls/service';
import { saveSetting } from '../../../gateway/domain/settings/settings';
import { freshEmail, MINUTE, openWorld, type Opened, type World } from '../identity/world';
import { addUpload } from '../otc/usdt/people';
import { describeOnDatabase } from '../support/database';
import { act, operatorSigner, runOperator } from '../support/operators';

type Conversations = AnswerOf<typeof serviceConversations>;

describeOnDatabase('customer service', (fixture) => {
  let world: World;
  beforeAll(() => {
    // A Monday, 17:00 in Shanghai.
    world = openWorld(fixture.database, Date.UTC(2026, 10, 23, 9));
  });

  const person = () => world.register(freshEmail());
  const say = (
    { token }: Opened,
    text: string,
    { topic = 'other', clientId = randomUUID() }: { topic?: ServiceTopic; clientId?: string } = {},
  ) => world.done('sendServiceMessage', { topic, clientId, text }, { token });
  const messages = async ({ token }: Opened, topic: ServiceTopic = 'other') =>
    (await world.done('serviceMessages', { topic, limit: 100 }, { token })).items.toReversed();
  const conversations = ({ token }: Opened): Promise<Conversations> =>
    world.done('serviceConversations', {}, { token });
  const conversation = async (who: Opened, topic: ServiceTopic = 'other') =>
    (await conversations(who)).conversations.find((one) => one?.topic === topic);

  /** The id by which operators name it. */
  async function numberOf({ userId }: Opened, topic: ServiceTopic = 'other'): Promise<string> {
    const { rows } = await fixture.database.pool.query<{ id: string }>(
      'SELECT id::text AS id FROM service_conversations WHERE user_id = $1 AND topic = $2',
      [userId, topic],
    );
    return rows[0]?.id ?? '';
  }

  async function operate(command: string, input: object): Promise<Record<string, unknown>> {
    const reply = await act(world.deps, command, input);
    if (!reply.ok) throw new Error(reply.message);
    return reply.data as Record<string, unknown>;
  }

  test('a message sent again under its id is one message, also twenty times at once', async () => {
    const kai = await person();
    const clientId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => say(kai, 'Once', { clientId })));
    expect(new Set(answers.map(({ message }) => message.id)).size).toBe(1);
    expect(await messages(kai)).toMatchObject([{ seq: 1, text: 'Once', clientId, by: 'me' }]);
  });

  test('fifty senders at once: numbers follow each other without a gap, and nothing is lost', async () => {
    const kai = await person();
    const number = await say(kai, 'First').then(() => numberOf(kai));
    const texts = Array.from({ length: 50 }, (_, index) => `message ${index}`);
    await operatorSigner(world.deps);
    await Promise.all(
      texts.map((text, index) => (index % 2 === 0 ? operate('chat say', { id: number, text }) : say(kai, text))),
    );
    const found = await messages(kai);
    expect(found.map(({ seq }) => seq)).toEqual(Array.from({ length: 51 }, (_, index) => index + 1));
    expect(found.map(({ text }) => text).sort()).toEqual(['First', ...texts].sort());
  });

  test('sent, delivered, read: each side sees how far the other has it', async () => {
    const kai = await person();
    await say(kai, 'Good day');
    const number = await numberOf(kai);
    const marks = async () => (await conversation(kai))?.operators;
    expect(await marks()).toEqual({ deliveredSeq: 0, readSeq: 0 });
    await operate('chat list', { open: true, limit: 200 });
    expect(await marks()).toEqual({ deliveredSeq: 1, readSeq: 0 });
    await operate('chat show', { id: number, limit: 50 });
    expect(await marks()).toEqual({ deliveredSeq: 1, readSeq: 1 });

    const { token } = kai;
    await operate('chat say', { id: number, text: 'How can we help?' });
    const stateOfAnswer = async () => {
      const { messages: shown } = await operate('chat show', { id: number, limit: 50 });
      return (shown as { state: string }[])[1]?.state;
    };
    expect(await stateOfAnswer()).toBe('sent');
    const { unread, newest } = await world.done('serviceUnread', {}, { token });
    expect(unread).toBe(1);
    await world.done('confirmServiceDelivery', { upTo: newest ?? '' }, { token });
    expect(await stateOfAnswer()).toBe('delivered');
    expect(await world.done('serviceUnread', {}, { token })).toEqual({ unread: 1, newest: null });
    await world.done('markServiceRead', { topic: 'other', seq: 2 }, { token });
    expect(await stateOfAnswer()).toBe('read');
    expect(await world.done('serviceUnread', {}, { token })).toEqual({ unread: 0, newest: null });
    // A mark never goes back, and never beyond what is there.
    await world.done('markServiceRead', { topic: 'other', seq: 1 }, { token });
    expect(await stateOfAnswer()).toBe('read');
    expect(await world.refused('markServiceRead', { topic: 'other', seq: 3 }, { token })).toMatchObject({
      code: 'not-found',
    });
  });

  test('an answer is told to the person with a notice, a look only by its marks', async () => {
    const kai = await person();
    await say(kai, 'Good day');
    const number = await numberOf(kai);
    const told = async () => {
      const { rows } = await fixture.database.pool.query<{ calls: string[]; notice: unknown }>(
        `SELECT calls, notice FROM live_events WHERE user_id = $1 AND calls @> '["serviceUnread"]' ORDER BY id DESC LIMIT 1`,
        [kai.userId],
      );
      return rows[0];
    };
    await operate('chat show', { id: number, limit: 50 });
    expect(await told()).toMatchObject({ calls: ['serviceConversations', 'serviceUnread'], notice: null });
    await operate('chat say', { id: number, text: 'How can we help?' });
    expect(await told()).toMatchObject({
      calls: expect.arrayContaining(['serviceConversations', 'serviceMessages', 'serviceUnread']),
      notice: { kind: 'service-answered', subjectId: 'other' },
    });
  });

  test('closed by an operator, rated once, open again with the next message', async () => {
    const kai = await person();
    const { token } = kai;
    const rate = (stars: number) => world.call('rateService', { topic: 'other', stars }, { token });
    await say(kai, 'Good day');
    const number = await numberOf(kai);
    expect(await rate(5)).toMatchObject({ code: 'not-found' });
    await operate('chat close', { id: number });
    await expect(operate('chat close', { id: number })).rejects.toThrow('closed already');
    expect(await conversation(kai)).toMatchObject({ closing: { at: world.deps.clock.now(), stars: null } });
    expect(await rate(6)).toMatchObject({ code: 'invalid-input' });
    expect(await rate(4)).toMatchObject({ ok: true });
    expect(await rate(1)).toMatchObject({ code: 'not-found' });
    expect(await conversation(kai)).toMatchObject({ closing: { stars: 4 } });
    await say(kai, 'One more thing');
    expect(await conversation(kai)).toMatchObject({ closing: null });
    await operate('chat close', { id: number });
    expect(await rate(2)).toMatchObject({ ok: true });
  });

  test('opening hours are those of the operator’s zone, and say when it opens next', async () => {
    const kai = await person();
    const day = Date.UTC(2026, 10, 23);
    const hours = async () => (await conversations(kai)).hours;
    expect(await hours()).toEqual({ isOpen: true, opensAt: null, closesAt: day + 13 * 60 * MINUTE });
    world.advance(4 * 60 * MINUTE);
    expect(await hours()).toEqual({ isOpen: false, opensAt: day + 25 * 60 * MINUTE, closesAt: null });
    await fixture.tx((tx) => saveSetting(tx, 'service.holidays', ['2026-11-24'], world.deps.clock.now()));
    expect(await hours()).toMatchObject({ opensAt: day + 49 * 60 * MINUTE });
    // A message that is written while nobody answers waits for them.
    await say(kai, 'At night');
    expect(await messages(kai)).toHaveLength(1);
    await fixture.tx((tx) => saveSetting(tx, 'service.holidays', [], world.deps.clock.now()));
    world.advance(-4 * 60 * MINUTE);
  });

  test('an image of one’s own; nothing of others’', async () => {
    const [kai, mai] = [await person(), await person()];
    const image = await addUpload(world.deps, kai.userId);
    const send = (who: Opened) =>
      world.call('sendServiceMessage', { topic: 'other', clientId: randomUUID(), image }, { token: who.token });
    expect(await send(mai)).toMatchObject({ code: 'not-found' });
    expect(await send(kai)).toMatchObject({ ok: true, data: { message: { image, text: null } } });
    const empty = { topic: 'other', clientId: randomUUID() } as const;
    expect(await world.refused('sendServiceMessage', empty, { token: kai.token })).toMatchObject({
      code: 'invalid-input',
    });
  });

  test('forty messages a minute, and the refusal says how long to wait', async () => {
    const kai = await person();
    for (let count = 0; count < 40; count += 1) await say(kai, 'again');
    const late = { topic: 'other', clientId: randomUUID(), text: 'too many' } as const;
    const refused = await world.refused('sendServiceMessage', late, { token: kai.token });
    expect(refused).toMatchObject({ code: 'rate-limited', data: { retryAfterMs: expect.any(Number) } });
    world.advance(MINUTE);
    await world.done('sendServiceMessage', late, { token: kai.token });
    expect(await messages(kai)).toHaveLength(41);
  });

  test('a hostile text stays one line in the operator’s terminal, and is whole as JSON', async () => {
    const kai = await person();
    const hostile = 'a\u001b[2J\u001b]0;owned\u0007\r\nfake\tline\u202e\u2028b\u009b31m';
    await say(kai, hostile);
    const number = await numberOf(kai);
    const { out, code } = await runOperator(world.deps, ['chat', 'show', number]);
    expect(code).toBe(0);
    const printed = out.join('\n').split('\n');
    const [line, ...others] = printed.filter((one) => one.includes('fake'));
    expect(others).toEqual([]);
    expect(line?.replaceAll('\t', '')).toMatch(/^\P{C}*$/u);
    const { json } = await runOperator(world.deps, ['--json', 'chat', 'show', number]);
    expect((json.data as { messages: { text: string }[] }).messages[0]?.text).toBe(hostile.trim());
  });

  test('the database lets no message change, and numbers each itself', async () => {
    const kai = await person();
    await say(kai, 'Good day');
    const number = await numberOf(kai);
    await fixture.owner(async ({ pool }) => {
      await expect(
        pool.query(`UPDATE service_messages SET text = 'x' WHERE conversation_id = ${number}`),
      ).rejects.toThrow('immutable');
      await pool.query(
        `INSERT INTO service_messages (conversation_id, seq, author, text, created_at) VALUES (${number}, 99, 'person', 'y', now())`,
      );
    });
    expect((await messages(kai)).map(({ seq }) => seq)).toEqual([1, 2]);
  });
});
