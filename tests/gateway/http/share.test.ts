/** Images that are shared to the app while no service worker is there to take them (a real server). */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_UPLOAD_BYTES } from '../../../contract/envelope';
import { SHARE_FIELD, SHARE_PATH } from '../../../contract/share';
import { fileSeal } from '../../../gateway/adapters/file-seal';
import { localFileStore } from '../../../gateway/adapters/file-store';
import { secureIds } from '../../../gateway/adapters/ids';
import { openDatabase, type Database } from '../../../gateway/db/client';
import { listen, type ListeningServer } from '../../../gateway/http/listen';
import { createMigrated } from '../support/database';
import { openTestGateway } from './test-gateway';

const LATE_MS = 400;
/** Long enough for a busy machine, where bytes come. */
const PATIENCE_MS = 120_000;
const PACE = { totalMs: PATIENCE_MS, stretchMs: PATIENCE_MS, leastBytes: 1 };

describe('an image that is shared to the app', () => {
  let database: Database;
  let listening: ListeningServer;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rab-share-'));
    const { config } = await createMigrated();
    database = await openDatabase(config);
    const gateway = await openTestGateway(database, { paces: { pace: PACE, uploadPace: PACE } });
    gateway.deps.files = localFileStore(folder, secureIds, fileSeal(gateway.deps.secret));
    listening = await listen('127.0.0.1', 0);
    listening.serve(gateway.app);
  });
  afterAll(async () => {
    await listening.close(0);
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  const post = (bytes: number) => {
    const body = new FormData();
    body.append(SHARE_FIELD, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png');
    return fetch(listening.origin + SHARE_PATH, { method: 'POST', body, redirect: 'manual' });
  };

  it.each([
    ['small', 1_000],
    ['as large as any', 10_000_000],
    ['larger than is taken', MAX_UPLOAD_BYTES + 1],
  ])('leads to the screen that says so, and is kept nowhere: %s', async (_name, bytes) => {
    const { status, headers } = await post(bytes);
    expect(status).toBe(303);
    expect(headers.get('location')).toBe('/#/pages/share/share?missed=1');
    expect(await readdir(folder)).toEqual([]);
  });

  it('is not waited for where it does not come', async () => {
    PACE.stretchMs = LATE_MS;
    const socket = connect(Number(new URL(listening.origin).port), '127.0.0.1');
    let heard = '';
    socket.on('data', (data: Buffer) => (heard += data.toString('latin1')));
    socket.on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(`POST ${SHARE_PATH} HTTP/1.1\r\nhost: rab\r\ncontent-length: 1000\r\n\r\n`);
    await closed;
    PACE.stretchMs = PATIENCE_MS;
    expect(heard).toMatch(/^HTTP\/1\.1 408/);
  });

  it('is no page to look at', async () => {
    expect((await fetch(listening.origin + SHARE_PATH)).status).toBe(404);
  });
});
