/** The first start makes one root user, however many gateways start; users come by invitation only. */
import { expect, test } from 'vitest';
import { withTransaction } from '../../../../gateway/db/transaction';
import { createUser } from '../../../../gateway/domain/identity/users/create-user';
import { ensureRootUser } from '../../../../gateway/domain/identity/users/root-user';
import { describeOnDatabase } from '../../support/database';
import { freshEmail, freshPhone, openWorld } from '../world';

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

  test('createUser makes user and main account, and none for a taken name', async () => {
    const { deps } = openWorld(fixture.database);
    const { userId: inviterId } = await ensureRootUser(deps);
    const now = deps.clock.now();
    const create = (loginName: string) =>
      withTransaction(deps.db, (tx) =>
        createUser(tx, deps, { nickname: 'Kelp', loginName, loginPasswordHash: 'hash', inviterId, now }),
      );
    for (const loginName of [freshEmail(), freshPhone()]) {
      const created = await create(loginName);
      const { rows } = await fixture.database.pool.query('SELECT user_id, kind FROM trading_accounts WHERE id = $1', [
        created?.accountId,
      ]);
      expect(rows).toEqual([{ user_id: created?.userId, kind: 'main' }]);
      expect(await create(loginName)).toBeNull();
    }
  });

  test('a taken invitation code is drawn again', async () => {
    const { deps } = openWorld(fixture.database);
    const root = await ensureRootUser(deps);
    const drawn = [root.invitationCode, 'FRESHTWO'];
    const ids = { ...deps.ids, invitationCode: () => drawn.shift() ?? 'NONELEFT' };
    const created = await withTransaction(deps.db, (tx) =>
      createUser(
        tx,
        { ...deps, ids },
        { nickname: 'Kelp', loginName: freshEmail(), loginPasswordHash: 'hash', inviterId: root.userId, now: 0 },
      ),
    );
    expect(created?.invitationCode).toBe('FRESHTWO');
  });

  test('an account has a name to log in with, and only one main account', async () => {
    const { deps } = openWorld(fixture.database);
    const { userId } = await ensureRootUser(deps);
    const { pool } = fixture.database;
    const nameless = pool.query(
      `INSERT INTO users (nickname, invitation_code, inviter_id, created_at) VALUES ('None', 'NAMELESS', $1, now())`,
      [userId],
    );
    await expect(nameless).rejects.toMatchObject({ code: '23514' });
    const main = () =>
      pool.query(`INSERT INTO trading_accounts (user_id, kind, name, created_at) VALUES ($1, 'main', 'main', now())`, [
        userId,
      ]);
    await main();
    await expect(main()).rejects.toMatchObject({ code: '23505' });
  });
});
