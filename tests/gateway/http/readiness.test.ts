/** /readyz: each reason why a gateway is of no use. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isDiskFull, type DiskFigures } from '../../../gateway/adapters/disk';
import type { HealthOptions } from '../../../gateway/http/health';
import { openDatabase } from '../../../gateway/db/client';
import { readEnvironment } from '../../../gateway/environment';
import { jobHealth } from '../../../gateway/jobs/health';
import { JOBS } from '../../../gateway/jobs/list';
import { diskCheck, openDeps } from '../../../gateway/open-deps';
import { layDatabaseInto } from '../../support/database-image';
import { madeFolder } from '../../support/made-folder';
import { createMigrated, describeOnDatabase } from '../support/database';
import { openTestGateway } from './test-gateway';

const MINUTE_MS = 60_000;
const ROOM: DiskFigures = { bavail: 1_000_000, bsize: 4096, files: 1000, ffree: 500 };

describeOnDatabase('readiness', (fixture) => {
  async function ready(health: Partial<HealthOptions>) {
    const { app } = await openTestGateway(fixture.database, { health });
    const response = await app.request('/readyz');
    return { code: response.status, body: (await response.json()) as unknown };
  }
  const notReady = (...reasons: string[]) => ({ code: 503, body: { status: 'not-ready', reasons } });

  it('says ready when nothing is in the way', async () => {
    expect(await ready({})).toEqual({ code: 200, body: { status: 'ready' } });
  });

  it.each([
    ['no room', { ...ROOM, bavail: 1000 }],
    ['no place for another file', { ...ROOM, ffree: 0 }],
  ])('a full disk: %s', async (_, figures) => {
    const isFull = (folder: string) => isDiskFull(folder, async () => figures);
    expect(await ready({ checks: [diskCheck(['/var/rab', '/var/rab/uploads'], isFull)] })).toEqual(
      notReady('disk-full'),
    );
    expect(await isDiskFull('/', async () => ROOM)).toBe(false);
    // Not every file system counts its files.
    expect(await isDiskFull('/', async () => ({ ...ROOM, files: 0, ffree: 0 }))).toBe(false);
  });

  it('a secret that is missing, or another one', async () => {
    const varDir = madeFolder('secret');
    await layDatabaseInto(varDir);
    const opened = await openDeps(readEnvironment({ VAR_DIR: varDir, DEMO: '0', LOG_LEVEL: 'silent' }));
    try {
      expect(await ready({ checks: opened.checks })).toMatchObject({ code: 200 });
      await writeFile(join(varDir, 'secret'), Buffer.alloc(32));
      expect(await ready({ checks: opened.checks })).toEqual(notReady('secret-missing'));
      await rm(join(varDir, 'secret'));
      expect(await ready({ checks: opened.checks })).toEqual(notReady('secret-missing'));
    } finally {
      await opened.close();
    }
  });

  it('a job that fails five times in a row, until it works again; each has five of its intervals, and five minutes', async () => {
    let now = 0;
    const health = jobHealth(JOBS, () => now);
    for (let runs = 0; runs < 5; runs += 1) {
      expect(health.stopped()).toEqual([]);
      health.ended('custody', 'failed');
    }
    expect(await ready({ stoppedJobs: () => health.stopped() })).toMatchObject({
      body: { reasons: ['job-stopped'], jobs: ['custody'] },
    });
    health.ended('custody', 'done');
    expect(health.stopped()).toEqual([]);
    now += 5 * MINUTE_MS;
    expect(health.stopped()).toEqual([]);
    now += 1;
    expect(health.stopped()).toEqual(expect.arrayContaining(['custody', 'deposits', 'messages']));
    expect(health.stopped()).not.toContain('purge');
    now = 5 * 60 * MINUTE_MS + 1;
    for (const { name } of JOBS) if (name !== 'purge') health.seen(name);
    expect(health.stopped()).toEqual(['purge']);
  });

  it('a clock that is doubted; that jobs stand still then is no reason of its own', async () => {
    const { app, deps } = await openTestGateway(fixture.database, { health: { stoppedJobs: () => ['custody'] } });
    const { clock } = deps;
    Object.assign(deps, { clock: { ...clock, doubt: () => 'jumped' } });
    const response = await app.request('/readyz');
    expect([response.status, await response.json()]).toEqual([503, notReady('clock-drift').body]);
  });

  it('closing, and no database: all that is so is told, and the gateway is alive', async () => {
    const { config } = await createMigrated();
    const short = await openDatabase(config);
    const { app } = await openTestGateway(short, { health: { isClosing: () => true } });
    await short.close();
    const response = await app.request('/readyz');
    expect([response.status, await response.json()]).toEqual([503, notReady('closing', 'database-unavailable').body]);
    expect((await app.request('/healthz')).status).toBe(200);
  });
});
