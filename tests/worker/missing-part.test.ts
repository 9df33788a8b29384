/** A money call while a part of the worker cannot be loaded: the built worker, with a file missing as it may on a device. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { workerConstants } from '../../scripts/support/worker-constants';
import { calls } from '../../contract/index';
import type { WorkerApi } from '../../worker/api';
import type { createWorkerApi } from '../../worker/create-worker-api';
import { ALICE, type DemoGateway, demoDevice, INTENT, LOGIN, ORDER } from './support/demo-gateway';
import { type Device, ORIGIN } from './support/harness';
import { refusal } from './support/test-gateway';

let folder: string;
let device: Device;
let demo: DemoGateway;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rab-worker-'));
  await build({
    entryPoints: ['worker/create-worker-api.ts'],
    outdir: join(folder, 'whole'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    define: workerConstants(),
    // The decoder of HEIC is larger than everything else together; no picture is sent here.
    external: ['./heic'],
  });
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  ({ device, demo } = demoDevice());
});

/** The built worker without its file of this name; Node evaluates the files of each once. */
const built = new Map<string, Promise<typeof createWorkerApi>>();

async function load(missing: string): Promise<typeof createWorkerApi> {
  const own = join(folder, missing);
  if (missing !== 'whole') {
    await cp(join(folder, 'whole'), own, { recursive: true });
    const lost = (await readdir(own)).filter((file) => file.startsWith(`${missing}-`));
    expect(lost).toHaveLength(1);
    for (const file of lost) await rm(join(own, file));
  }
  const entry = pathToFileURL(join(own, 'create-worker-api.mjs')).href;
  const loaded = (await import(/* @vite-ignore */ entry)) as { createWorkerApi: typeof createWorkerApi };
  return loaded.createWorkerApi;
}

async function started(missing = 'whole'): Promise<WorkerApi> {
  const loaded = built.get(missing) ?? load(missing);
  built.set(missing, loaded);
  const api = (await loaded)(device.environment());
  await api.start({ origin: ORIGIN, lang: 'EN' });
  return api;
}

const create = (api: WorkerApi) =>
  api.invoke('createCustodyOrder', ORDER, { intentId: INTENT, accountId: ALICE.accountId });
const created = () => device.gateway.received.filter(({ inner }) => inner.uri === calls.createCustodyOrder.uri);

describe.each(['money-calls', 'member-calls'])('without %s', (missing) => {
  test('a money call says that nothing was sent', async () => {
    const api = await started(missing);
    await api.invoke('logInByEmail', LOGIN);
    expect(await create(api)).toEqual({ ok: false, error: { code: 'offline', retryable: true } });
    expect(created()).toEqual([]);
    // It can be made as soon as the part is there.
    expect(await create(await started())).toMatchObject({ ok: true });
    expect(demo.orders).toHaveLength(1);
  });

  test('the outcome of one that an earlier run has sent is unknown', async () => {
    const before = await started();
    await before.invoke('logInByEmail', LOGIN);
    device.gateway.faults.push(...Array.from({ length: 8 }, () => ({ kind: 'answer-lost' as const })));
    expect(await create(before)).toMatchObject({ error: { code: 'outcome-unknown' } });
    const sent = created().length;
    device.gateway.isReachable = false;
    expect(await create(await started(missing))).toMatchObject({ error: { code: 'outcome-unknown' } });
    expect(created()).toHaveLength(sent);
  });

  test('one that was refused in an earlier run was not sent either', async () => {
    const before = await started();
    await before.invoke('logInByEmail', LOGIN);
    device.gateway.on(calls.createCustodyOrder.uri, () => refusal('capacity-full'));
    expect(await create(before)).toMatchObject({ error: { code: 'capacity-full' } });
    expect(await create(await started(missing))).toMatchObject({ error: { code: 'offline' } });
  });

  test('where nothing is kept on the device, nobody knows of an earlier run', async () => {
    device.indexedDB = undefined;
    const api = await started(missing);
    await api.invoke('logInByEmail', LOGIN);
    expect(await create(api)).toMatchObject({ error: { code: 'outcome-unknown' } });
  });
});

describe('without refusals', () => {
  test("the gateway's text stands for a refusal, and a refused money call can be made again", async () => {
    const api = await started('refusals');
    await api.invoke('logInByEmail', LOGIN);
    device.gateway.on(calls.createCustodyOrder.uri, () => refusal('capacity-full'));
    const told = { code: 'unknown-code', message: 'refused: capacity-full', retryable: false };
    expect(await create(api)).toEqual({ ok: false, error: told });
    expect(created()).toHaveLength(1);
    // The same intent is known to be refused.
    expect(await create(await started('money-calls'))).toMatchObject({ error: { code: 'offline' } });
  });

  test('a refused token ends the session all the same', async () => {
    const api = await started('refusals');
    await api.invoke('logInByEmail', LOGIN);
    device.gateway.on(calls.assets.uri, () => refusal('unauthorized'));
    expect(await api.invoke('assets', {})).toMatchObject({ error: { code: 'unauthorized' } });
    expect(await api.invoke('assets', {})).toMatchObject({ error: { code: 'session-closed' } });
  });
});
