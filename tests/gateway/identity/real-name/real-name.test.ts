/** Real-name verification: entering, handing in, the operator's decision per field, and images for their owner alone (docs/rules.md §9). */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { uploadImage } from '../../../../gateway/domain/uploads/upload-image';
import { madeFolder } from '../../../support/made-folder';
import { describeOnDatabase } from '../../support/database';
import { runOperator } from '../../support/operators';
import { contextOf, keepUploads } from '../../world';
import { freshEmail, openWorld, type Opened, type World } from '../world';

const NUMBER = 'G12345678';

describeOnDatabase('real name', (fixture) => {
  const folder = madeFolder('images');

  const open = () => {
    const world = openWorld(fixture.database);
    keepUploads(world.deps, folder);
    return world;
  };
  const upload = async (world: World, who: Opened) => {
    const picture = sharp({ create: { width: 400, height: 300, channels: 3, background: '#c33' } });
    return (await uploadImage(contextOf(world, who, 'uploadImage'), await picture.jpeg().toBuffer())).id;
  };
  const operator = async (world: World, ...line: string[]) => {
    const { code, json } = await runOperator(world.deps, ['--json', ...line]);
    return { code, ...(json as { message?: string; data?: Record<string, unknown> }) };
  };
  const person = async (world: World) => {
    const who = await world.register(freshEmail());
    return { who, from: { token: who.token } };
  };
  const handedIn = async (world: World, documentNumber = NUMBER) => {
    const { who, from } = await person(world);
    const images = [await upload(world, who)];
    await world.done('saveRealName', { documentType: 'passport', documentNumber, realName: 'Lin Mei', images }, from);
    await world.done('handInRealName', {}, from);
    return { who, from, images };
  };
  const statesOf = (record: { fields: { field: string; state: string }[] }) =>
    Object.fromEntries(record.fields.map(({ field, state }) => [field, state]));

  test('is entered part by part, masked, sealed in the database, then handed in once', async () => {
    const world = open();
    const { who, from } = await person(world);
    expect(statesOf(await world.done('realNameVerification', {}, from))).toEqual({
      documentType: 'missing',
      documentNumber: 'missing',
      realName: 'missing',
      images: 'missing',
    });
    await world.done('saveRealName', { documentType: 'id-card', documentNumber: ' g12345678 ' }, from);
    expect(await world.refusal('handInRealName', {}, from)).toBe('identity-incomplete');
    const images = [await upload(world, who), await upload(world, who)];
    const stored = await world.done('saveRealName', { realName: 'Lin Mei', images }, from);
    expect(stored).toMatchObject({ status: 'not-verified', documentNumber: 'G******78', realName: 'Lin Mei', images });
    const { rows } = await fixture.database.pool.query('SELECT * FROM identity_records WHERE user_id = $1', [
      who.userId,
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/G12345678|Lin Mei/);
    const answers = await Promise.all([1, 2].map(() => world.call('handInRealName', {}, from)));
    expect(answers.map((one) => (one.ok ? 'ok' : one.code)).sort()).toEqual(['identity-closed', 'ok']);
    expect((await world.done('userInfo', {}, from)).identity).toBe('pending-review');
    expect(await world.refusal('saveRealName', { realName: 'Lin' }, from)).toBe('identity-closed');
  });

  test('images are the user’s own uploads, one to three different ones', async () => {
    const world = open();
    const [mine, theirs] = [await person(world), await person(world)];
    const own = await upload(world, mine.who);
    const stranger = await upload(world, theirs.who);
    const store = (images: string[]) => world.call('saveRealName', { images }, mine.from);
    for (const images of [[stranger], [own, stranger], [randomUUID()], [own, own]]) {
      expect(await store(images)).toMatchObject({ ok: false, code: 'not-found' });
    }
    for (const images of [[], Array.from({ length: 4 }, () => own), ['../../etc']]) {
      expect(await store(images)).toMatchObject({ ok: false, code: 'invalid-input' });
    }
    expect(await store([own])).toMatchObject({ ok: true });
  });

  test('an image is shown to its owner, small or large, and to nobody else', async () => {
    const world = open();
    const [mine, theirs] = [await person(world), await person(world)];
    const id = await upload(world, mine.who);
    const small = await world.done('ownImage', { id, size: 'small' }, mine.from);
    expect(small).toMatchObject({ width: 320, height: 240 });
    expect((await sharp(Buffer.from(small.webp, 'base64')).metadata()).format).toBe('webp');
    expect(await world.done('ownImage', { id, size: 'large' }, mine.from)).toMatchObject({ width: 400 });
    expect(await world.refusal('ownImage', { id, size: 'small' }, theirs.from)).toBe('not-found');
    expect(await world.refusal('ownImage', { id: randomUUID(), size: 'small' }, mine.from)).toBe('not-found');
  });

  test('the operator sees the queue, the images as files, who else gave the number, and approves what was seen', async () => {
    const world = open();
    const first = await handedIn(world, 'QQ-777777');
    const second = await handedIn(world, 'QQ-777777');
    const queue = await operator(world, 'identity', 'list');
    expect((queue.data as unknown as { userId: string }[]).map(({ userId }) => userId)).toEqual(
      expect.arrayContaining([first.who.userId, second.who.userId]),
    );
    const shown = await operator(world, 'identity', 'show', first.who.userId);
    expect(shown.data).toMatchObject({
      status: 'pending-review',
      version: 1,
      documentNumber: 'QQ-777777',
      realName: 'Lin Mei',
      sameNumber: [second.who.userId],
    });
    const [path = ''] = (shown.data?.['images'] ?? []) as string[];
    // On the disk nobody can look at it; the operator gets a copy, and the audit says so.
    await expect(sharp(await readFile(join(folder, path))).metadata()).rejects.toThrow();
    const out = join(folder, `${randomUUID()}.jpg`);
    expect(await operator(world, 'upload', 'save', path, '--out', out)).toMatchObject({ code: 0 });
    expect(await sharp(await readFile(out)).metadata()).toMatchObject({ format: 'jpeg', width: 400 });
    expect(await operator(world, 'upload', 'save', path, '--out', out)).toMatchObject({ code: 2 });
    expect(await operator(world, 'upload', 'save', '../../secret', '--out', `${out}.b`)).toMatchObject({ code: 2 });
    expect(await operator(world, 'identity', 'approve', first.who.userId, '--seen', '2')).toMatchObject({ code: 1 });
    expect(await operator(world, 'identity', 'approve', first.who.userId, '--seen', '1')).toMatchObject({ code: 0 });
    const again = await operator(world, 'identity', 'approve', first.who.userId, '--seen', '1');
    expect(again).toMatchObject({ code: 1, message: expect.stringContaining('waits for review') });
    const record = await world.done('realNameVerification', {}, first.from);
    expect(record).toMatchObject({ status: 'approved', reviewedAt: world.deps.clock.now() });
    expect((await world.done('userInfo', {}, first.from)).identity).toBe('approved');
    expect(await world.refusal('handInRealName', {}, first.from)).toBe('identity-closed');
    const audit = await operator(world, 'audit', 'list', '--limit', '10');
    const acts = (audit.data as unknown as { act: string; subject: string; detail: object }[]).filter(
      ({ subject }) => subject === first.who.userId,
    );
    expect(acts.map(({ act }) => act)).toEqual(['identity approve', 'identity show']);
    expect(JSON.stringify(acts)).not.toContain('777777');
  });

  test('fails per field with a reason; only those are entered anew, then it is looked at again', async () => {
    const world = open();
    const { who, from, images } = await handedIn(world);
    const fail = (...fields: string[]) =>
      operator(world, 'identity', 'fail', who.userId, '--seen', '1', ...fields.flatMap((field) => ['--field', field]));
    expect(await fail('shoeSize=too big')).toMatchObject({ code: 2 });
    expect(await fail('documentNumber=')).toMatchObject({ code: 2 });
    expect(await fail('documentNumber=Two digits are unreadable')).toMatchObject({ code: 0 });
    const failed = await world.done('realNameVerification', {}, from);
    expect(failed.status).toBe('failed');
    expect(failed.fields).toEqual([
      { field: 'documentType', state: 'approved', reason: null },
      { field: 'documentNumber', state: 'failed', reason: 'Two digits are unreadable' },
      { field: 'realName', state: 'approved', reason: null },
      { field: 'images', state: 'approved', reason: null },
    ]);
    expect(await world.refusal('handInRealName', {}, from)).toBe('identity-incomplete');
    expect(await world.refusal('saveRealName', { realName: 'Wang Li' }, from)).toBe('identity-closed');
    expect(await world.refusal('saveRealName', { images }, from)).toBe('identity-closed');
    const stored = await world.done('saveRealName', { documentNumber: 'G12345679' }, from);
    expect(stored.status).toBe('failed');
    await world.done('handInRealName', {}, from);
    expect(await operator(world, 'identity', 'approve', who.userId, '--seen', '1')).toMatchObject({ code: 1 });
    expect(await operator(world, 'identity', 'approve', who.userId, '--seen', '2')).toMatchObject({ code: 0 });
    expect((await world.done('realNameVerification', {}, from)).status).toBe('approved');
  });

  test('has one decision of two operators at once', async () => {
    const world = open();
    const { who } = await handedIn(world);
    const outcomes = await Promise.all([
      operator(world, 'identity', 'approve', who.userId, '--seen', '1'),
      operator(world, 'identity', 'fail', who.userId, '--seen', '1', '--field', 'images=dark'),
    ]);
    expect(outcomes.map(({ code }) => code).sort()).toEqual([0, 1]);
  });
});
