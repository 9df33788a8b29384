/** Avatars: a built-in picture, one's own, or none; nobody else's upload. */
import { expect, test } from 'vitest';
import { describeOnDatabase } from '../../support/database';
import { addUpload } from '../../otc/usdt/people';
import { freshEmail, openWorld } from '../world';

describeOnDatabase('an avatar', (fixture) => {
  test('that is not on the list, or is another user’s upload, is not found', async () => {
    const world = openWorld(fixture.database);
    const [mine, theirs] = [await world.register(freshEmail()), await world.register(freshEmail())];
    const from = { token: mine.token };
    const refused = (source: 'list' | 'upload', id?: string) =>
      world.refusal('updateAvatar', { source, ...(id === undefined ? {} : { id }) }, from);
    expect(await refused('list', 'own')).toBe('not-found');
    expect(await refused('list')).toBe('not-found');
    expect(await refused('upload', 'hills-1')).toBe('not-found');
    expect(await refused('upload', await addUpload(world.deps, theirs.userId))).toBe('not-found');
    expect((await world.done('userInfo', {}, from)).avatar).toBeNull();
  });
});
