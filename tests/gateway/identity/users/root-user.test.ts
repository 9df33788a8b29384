/** The first start makes one root user, however many gateways start. */
import { expect, test } from 'vitest';
import { ensureRootUser } from '../../../../gateway/domain/identity/users/root-user';
import { describeOnDatabase } from '../../support/database';
import { openWorld } from '../world';

describeOnDatabase('root user', (fixture) => {
  test('several starts at once and later ones find the same', async () => {
    const worlds = Array.from({ length: 5 }, () => openWorld(fixture.database));
    const roots = await Promise.all(worlds.map(({ deps }) => ensureRootUser(deps)));
    expect(new Set(roots.map(({ userId }) => userId)).size).toBe(1);
    expect(roots[0]?.invitationCode).toMatch(/^[A-Z2-9]{8}$/);
    const [first] = worlds;
    if (!first) throw new Error('no world');
    expect(await ensureRootUser(first.deps)).toEqual(roots[0]);
    const second = fixture.database.pool.query(
      `INSERT INTO users (nickname, invitation_code, created_at) VALUES ('Second', 'SECOND22', now())`,
    );
    await expect(second).rejects.toMatchObject({ code: '23505' });
  });
});
