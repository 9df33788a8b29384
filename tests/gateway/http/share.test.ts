/** Images that are shared to the app while no service worker is there to take them (a real server). */
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAX_UPLOAD_BYTES } from '../../../contract/envelope';
import { SHARE_FIELD, SHARE_PATH } from '../../../contract/share';
import { listen, type ListeningServer } from '../../../gateway/http/listen';
import { madeFolder } from '../../support/made-folder';
import { describeOnDatabase } from '../support/database';
import { keepUploads } from '../world';
import { openTestGateway } from './test-gateway';

/** Long enough for a busy machine. */
const PACE = { totalMs: 120_000, stretchMs: 120_000, leastBytes: 1 };

describeOnDatabase('an image that is shared to the app', (fixture) => {
  let listening: ListeningServer;
  const folder = madeFolder('share');
  beforeAll(async () => {
    const gateway = await openTestGateway(fixture.database, { paces: { pace: PACE, uploadPace: PACE } });
    keepUploads(gateway.deps, folder);
    listening = await listen('127.0.0.1', 0);
    listening.serve(gateway.app);
  });
  afterAll(async () => {
    await listening.close(0);
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
});
