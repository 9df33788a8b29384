/** Feedback: sent once for each form with images of one's own, read and answered by operators (docs/rules.md §9). */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { MAX_FEEDBACK_IMAGES, MAX_FEEDBACK_REPLIES } from '../../../contract/calls/feedback';
import type { CallInput } from '../../../contract/index';
import { addUpload } from '../otc/usdt/people';
import { madeFolder } from '../../support/made-folder';
import { describeOnDatabase } from '../support/database';
import { operatorSigner, runOperator } from '../support/operators';
import { keepUploads } from '../world';
import { freshEmail, HOUR, openWorld, type Opened, type World } from '../identity/world';

type Form = CallInput<'sendFeedback'>;

const formOf = (given: Partial<Form> = {}): Form => ({
  clientId: randomUUID(),
  title: 'The deposit is late',
  content: 'I sent 100 USDT.\nNothing came.',
  images: [],
  ...given,
});

describeOnDatabase('feedback', (fixture) => {
  const folder = madeFolder('feedback');

  const open = () => {
    const world = openWorld(fixture.database);
    keepUploads(world.deps, folder);
    return world;
  };
  const person = async (world: World): Promise<Opened> => world.register(freshEmail());
  const send = (world: World, { token }: Opened, form: Form) => world.done('sendFeedback', form, { token });
  const list = async (world: World, { token }: Opened, input: CallInput<'feedbackItems'> = {}) =>
    (await world.done('feedbackItems', input, { token })).items;
  const run = (world: World, line: string[], actor?: string) =>
    runOperator(world.deps, line, {
      ...(actor === undefined ? {} : { actor }),
      releases: () => ({ callerDir: folder }) as never,
    });
  const rowsOf = async ({ userId }: Opened) => {
    const counted = 'SELECT count(*)::text AS n FROM feedback WHERE user_id = $1';
    return (await fixture.database.pool.query<{ n: string }>(counted, [userId])).rows[0]?.n;
  };
  const events = async ({ userId }: Opened) => {
    const told = 'SELECT notice FROM live_events WHERE user_id = $1 AND calls @> $2 ORDER BY id';
    const values = [userId, JSON.stringify(['feedbackItems'])];
    return (await fixture.database.pool.query<{ notice: unknown }>(told, values)).rows;
  };

  test('is kept as it was written, with its images in their order, for its writer alone', async () => {
    const world = open();
    const [who, other] = [await person(world), await person(world)];
    const images = [await addUpload(world.deps, who.userId), await addUpload(world.deps, who.userId)].reverse();
    const form = formOf({ title: '  <b>Late</b> ', content: ' =1+1 <script>alert(1)</script>\nline 2 ', images });
    const { feedback } = await send(world, who, { ...form, orderNumber: ' 0x12ab ' });
    expect(feedback).toMatchObject({
      title: '<b>Late</b>',
      content: '=1+1 <script>alert(1)</script>\nline 2',
      orderNumber: '0x12ab',
      images,
      status: 'awaiting-reply',
      replies: [],
    });
    expect(await list(world, who)).toEqual([feedback]);
    expect(await list(world, other)).toEqual([]);
    expect(await events(who)).toEqual([{ notice: null }]);
  });

  test('takes 52 images and not one more, each once, and none of somebody else’s', async () => {
    const world = open();
    const [who, other] = [await person(world), await person(world)];
    const images: string[] = [];
    while (images.length < MAX_FEEDBACK_IMAGES) images.push(await addUpload(world.deps, who.userId));
    const more = [...images, await addUpload(world.deps, who.userId)];
    const refused = async (given: string[]) =>
      await world.refusal('sendFeedback', formOf({ images: given }), { token: who.token });
    expect(await refused(more)).toBe('invalid-input');
    expect(await refused([...images.slice(1), images[1] ?? ''])).toBe('not-found');
    expect(await refused([await addUpload(world.deps, other.userId)])).toBe('not-found');
    expect(await refused([randomUUID()])).toBe('not-found');
    expect(await rowsOf(who)).toBe('0');
    expect((await send(world, who, formOf({ images }))).feedback.images).toEqual(images);
  });

  test.each([
    ['an empty title', { title: ' ' }],
    ['a title that turns its direction', { title: 'a\u202eb' }],
    ['no content', { content: '\n ' }],
    ['a NUL in the content', { content: 'a\u0000b' }],
    ['too much content', { content: 'a'.repeat(2_001) }],
    ['an order number that is markup', { orderNumber: '<i>' }],
  ])('refuses %s', async (_name, given) => {
    const world = open();
    const who = await person(world);
    expect(await world.refusal('sendFeedback', formOf(given), { token: who.token })).toBe('invalid-input');
  });

  test('sent twice is there once: one after the other, at the same time, and by another text under the same id', async () => {
    const world = open();
    const who = await person(world);
    const form = formOf({ images: [await addUpload(world.deps, who.userId)] });
    const first = await Promise.all([send(world, who, form), send(world, who, form), send(world, who, form)]);
    expect(new Set(first.map(({ feedback }) => feedback.id)).size).toBe(1);
    const again = await send(world, who, { ...form, title: 'Another title', images: [] });
    expect(again).toEqual(first[0]);
    expect(await rowsOf(who)).toBe('1');
    expect(await events(who)).toHaveLength(1);
    // The id is the device's: somebody else may have the same.
    const other = await person(world);
    expect((await send(world, other, { ...form, images: [] })).feedback.id).not.toBe(again.feedback.id);
  });

  test('ten in an hour; one that is there already is answered all the same', async () => {
    const world = open();
    const who = await person(world);
    const forms = Array.from({ length: 10 }, () => formOf());
    for (const form of forms) await send(world, who, form);
    const { code, data } = await world.refused('sendFeedback', formOf(), { token: who.token });
    expect([code, data]).toEqual(['rate-limited', { retryAfterMs: HOUR }]);
    await send(world, who, forms[0] ?? formOf());
    expect(await rowsOf(who)).toBe('10');
    world.advance(HOUR);
    await send(world, who, formOf());
  });

  test('is listed newest first, by pages and by state', async () => {
    const world = open();
    const who = await person(world);
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      ids.unshift((await send(world, who, formOf({ title: `No. ${count}` }))).feedback.id);
      world.advance(1_000);
    }
    await run(world, ['feedback', 'reply', ids[1] ?? '', 'Seen.']);
    const first = await world.done('feedbackItems', { limit: 3 }, { token: who.token });
    const cursor = first.nextCursor ?? '';
    const rest = await world.done('feedbackItems', { limit: 3, cursor }, { token: who.token });
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(ids);
    expect(rest.nextCursor).toBeNull();
    expect((await list(world, who, { status: 'replied' })).map(({ id }) => id)).toEqual([ids[1]]);
    expect(await list(world, who, { status: 'awaiting-reply' })).toHaveLength(4);
  });

  test('an operator lists, shows, replies; the person is told with each reply', async () => {
    const world = open();
    const who = await person(world);
    await operatorSigner(world.deps, 'sue', 'support');
    const { feedback } = await send(world, who, formOf({ orderNumber: '17' }));
    const { id } = feedback;
    const listed = await run(world, ['feedback', 'list', '--limit', '200'], 'sue');
    expect(listed.out.filter((line) => line.startsWith(`${id}\t`))).toEqual([
      `${id}\tawaiting-reply\tuser ${who.userId}\t${new Date(feedback.createdAt).toISOString()}\t17\tThe deposit is late`,
    ]);
    for (const text of ['We look into it.', 'It is there now.'])
      expect((await run(world, ['feedback', 'reply', id, text], 'sue')).code).toBe(0);
    const [shown] = await list(world, who);
    expect(shown).toMatchObject({
      status: 'replied',
      replies: [{ text: 'We look into it.' }, { text: 'It is there now.' }],
    });
    expect((await events(who)).slice(1)).toEqual([
      { notice: { kind: 'feedback-replied', subjectId: id } },
      { notice: { kind: 'feedback-replied', subjectId: id } },
    ]);
    const { out } = await run(world, ['feedback', 'show', id], 'sue');
    expect(out.filter((line) => line.startsWith('  | '))).toEqual([
      '  | I sent 100 USDT.',
      '  | Nothing came.',
      '  | We look into it.',
      '  | It is there now.',
    ]);
    expect(out.filter((line) => line.endsWith('sue replied'))).toHaveLength(2);
    const audit = await run(world, ['audit', 'list', '--limit', '5'], 'sue');
    const acts = audit.out.filter((line) => line.includes(`\tsue\tfeedback `)).map((line) => line.split('\t')[2]);
    expect(acts).toEqual(['feedback show', 'feedback reply', 'feedback reply', 'feedback list']);
  });

  test('words that would command the terminal do not, and begin no line of their own', async () => {
    const world = open();
    const who = await person(world);
    const content = 'one\u001b[2Jtwo\r\nstatus\treplied\n\u202ethree\u2028id\t1';
    const { feedback } = await send(world, who, formOf({ content }));
    const { out } = await run(world, ['feedback', 'show', feedback.id]);
    expect(out.filter((line) => line.startsWith('  | '))).toEqual([
      '  | one [2Jtwo',
      '  | status replied',
      '  |  three id 1',
    ]);
    expect(out.filter((line) => line.startsWith('status\t'))).toEqual(['status\tawaiting-reply']);
    expect(out.join('')).not.toMatch(/[\u001b\u202e\u2028]/);
    const { json } = await run(world, ['--json', 'feedback', 'show', feedback.id]);
    expect(json.data).toMatchObject({ content: content.trim() });
  });

  test('its images are copied to a new file by their number, by whoever may reply', async () => {
    const world = open();
    const who = await person(world);
    await operatorSigner(world.deps, 'sid', 'support');
    const picture = await sharp({ create: { width: 4, height: 3, channels: 3, background: '#c33' } })
      .png()
      .toBuffer();
    const path = await world.deps.files.put(picture, 'png');
    const images = [await addUpload(world.deps, who.userId, path)];
    const { feedback } = await send(world, who, formOf({ images }));
    const shown = await run(world, ['feedback', 'show', feedback.id], 'sid');
    expect(shown.out).toContain(`image 1\tuploads/${path} (below VAR_DIR)`);
    const image = (number: string, file: string) =>
      run(world, ['feedback', 'image', feedback.id, number, '--out', file], 'sid');
    expect((await image('1', 'first.png')).code).toBe(0);
    expect(await readFile(join(folder, 'first.png'))).toEqual(picture);
    expect((await image('1', 'first.png')).err).toEqual(['first.png is there already']);
    expect((await image('2', 'second.png')).err).toEqual([`feedback ${feedback.id} has no image 2`]);
    // Any image of anybody's is a reviewer's to look at.
    const any = await run(world, ['upload', 'save', path, '--out', join(folder, 'any.png')], 'sid');
    expect(any.code).toBe(4);
  });

  test('a reply is refused: to nothing, without words, beyond the tenth, and to oneself', async () => {
    const world = open();
    const who = await person(world);
    const { feedback } = await send(world, who, formOf());
    const refusal = async (...[id, text, actor]: [string, string, string?]) =>
      (await run(world, ['feedback', 'reply', id, text], actor)).err.join();
    expect(await refusal('999999999', 'Hello')).toBe('there is no feedback 999999999');
    expect(await refusal(feedback.id, '  ')).toBe('text: must not be empty');
    await operatorSigner(world.deps, `self-${who.userId}`, 'admin', who.userId);
    expect(await refusal(feedback.id, 'Mine', `self-${who.userId}`)).toMatch(/your own account/);
    for (let count = 0; count < MAX_FEEDBACK_REPLIES; count += 1)
      expect(await refusal(feedback.id, `No. ${count}`)).toBe('');
    expect(await refusal(feedback.id, 'One more')).toMatch(/as many replies/);
    expect((await list(world, who))[0]?.replies).toHaveLength(MAX_FEEDBACK_REPLIES);
  });

  test('nobody rewrites it: the database refuses every change but the first reply', async () => {
    const world = open();
    const who = await person(world);
    const images = [await addUpload(world.deps, who.userId)];
    const { feedback } = await send(world, who, formOf({ images }));
    await run(world, ['feedback', 'reply', feedback.id, 'Seen.']);
    for (const sql of [
      "UPDATE feedback SET content = 'x' WHERE id = $1",
      'UPDATE feedback SET replied_at = NULL WHERE id = $1',
      'DELETE FROM feedback WHERE id = $1',
      'UPDATE feedback_images SET place = 2 WHERE feedback_id = $1',
      'DELETE FROM feedback_images WHERE feedback_id = $1',
      "UPDATE feedback_replies SET text = 'x' WHERE feedback_id = $1",
      'DELETE FROM feedback_replies WHERE feedback_id = $1',
    ]) {
      await expect(
        fixture.owner(({ pool }) => pool.query(sql, [feedback.id])),
        sql,
      ).rejects.toThrow('immutable');
    }
    expect(await list(world, who)).toMatchObject([{ id: feedback.id, images, status: 'replied' }]);
  });
});
