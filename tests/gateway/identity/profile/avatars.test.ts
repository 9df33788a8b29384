/** Nickname and avatar: a built-in picture, one's own as a small square, or none; nobody else's upload. */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { insertUpload } from '../../../../gateway/domain/uploads/repo';
import { madeFolder } from '../../../support/made-folder';
import { describeOnDatabase } from '../../support/database';
import { keepUploads } from '../../world';
import { freshEmail, openWorld } from '../world';

describeOnDatabase('nickname and avatar', (fixture) => {
  const folder = madeFolder('avatars');

  const person = async () => {
    const world = openWorld(fixture.database);
    keepUploads(world.deps, folder);
    const { token, userId } = await world.register(freshEmail());
    const from = { token };
    const upload = async () => {
      const picture = sharp({ create: { width: 300, height: 200, channels: 3, background: '#3c6' } });
      const kept = { width: 300, height: 200, bytes: 1, type: 'image/png', createdAt: 0 } as const;
      const path = await world.deps.files.put(await picture.png().toBuffer(), 'png');
      const id = randomUUID();
      await insertUpload(fixture.database, { ...kept, id, userId, path });
      return id;
    };
    const shown = async () => (await world.done('userInfo', {}, from)).avatar;
    return { world, from, upload, shown };
  };

  test('a nickname has 1 to 24 characters', async () => {
    const { world, from } = await person();
    await world.done('updateNickname', { nickname: '  海风 旅人 ' }, from);
    expect((await world.done('userInfo', {}, from)).nickname).toBe('海风 旅人');
    for (const nickname of ['', ' ', 'x'.repeat(25), 'a\u0000b']) {
      expect(await world.refusal('updateNickname', { nickname }, from)).toBe('invalid-input');
    }
  });

  test('an avatar is one of the list, then one’s own, then none', async () => {
    const { world, from, upload, shown } = await person();
    const { avatars } = await world.done('avatars', {}, from);
    expect(new Set(avatars.map(({ image }) => image)).size).toBe(9);
    const [{ id, image } = { id: '', image: '' }] = avatars;
    await world.done('updateAvatar', { source: 'list', id }, from);
    expect(await shown()).toBe(image);
    await world.done('updateAvatar', { source: 'upload', id: await upload() }, from);
    const own = (await shown()) ?? '';
    const bytes = Buffer.from(own.replace('data:image/webp;base64,', ''), 'base64');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 128, height: 128 });
    await world.done('updateAvatar', { source: 'none' }, from);
    expect(await shown()).toBeNull();
  });

  test('what is not on the list, or another user’s upload, is not found', async () => {
    const [mine, theirs] = [await person(), await person()];
    const refused = async (source: 'list' | 'upload', id?: string) =>
      await mine.world.refusal('updateAvatar', { source, ...(id === undefined ? {} : { id }) }, mine.from);
    expect(await refused('list', 'own')).toBe('not-found');
    expect(await refused('list')).toBe('not-found');
    expect(await refused('upload', 'hills-1')).toBe('not-found');
    expect(await refused('upload', await theirs.upload())).toBe('not-found');
    expect(await mine.shown()).toBeNull();
  });
});
