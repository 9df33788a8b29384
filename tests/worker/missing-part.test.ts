/** A money call while a part of the worker cannot be loaded: the built worker, with a file missing as it may on a device. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { workerConstants } from '../../scripts/support/worker-constants';
import { calls } from '../../contract/index';
import type { WorkerApi } from '../../worker/api';
import type { createWorkerApi } from '../../worker/create-worker-api';
import { ALICE, type DemoGateway, demoDevice, LOGIN } from './support/demo-gateway';
import { type Device, ORIGIN } from './support/harness';
import { refusal } from './support/test-gateway';

const CONFIRMED = { intentId: '6d1f4c1e-2b6f-4f3a-9a55-0c9b8e0d7f11', accountId: ALICE.accountId };
const ORDER = { planId: '30', amount: '500', tradePassword: '204060' };

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
    // The decoder of HEIC asks for them on Node alone; no picture is sent here.
    external: ['crypto', 'fs', 'path'],
  });
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  ({ device, demo } = demoDevice());
  device.isDear = true;
});
afterEach(() => device.close());

/** Starts the built worker on the device; its files of these names are missing. */
async function started(missing?: string): Promise<WorkerApi> {
  const whole = join(folder, 'whole');
  const own = await mkdtemp(join(folder, 'run-'));
  await cp(whole, own, { recursive: true });
  const files = await readdir(own);
  const lost = files.filter((file) => missing !== undefined && file.startsWith(`${missing}-`));
  expect(lost).toHaveLength(missing === undefined ? 0 : 1);
  for (const file of lost) await rm(join(own, file));
  const built = (await import(/* @vite-ignore */ pathToFileURL(join(own, 'create-worker-api.mjs')).href)) as {
    createWorkerApi: typeof createWorkerApi;
  };
  const api = built.createWorkerApi(device.environment());
  await api.start({ origin: ORIGIN, lang: 'EN' });
  return api;
}

const create = (api: WorkerApi) => api.invoke('createCustodyOrder', ORDER, CONFIRMED);
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

test('without log-in nobody gets in, and a read of somebody who is in is made as before', async () => {
  const before = await started();
  await before.invoke('logInByEmail', LOGIN);
  const api = await started('log-in');
  expect(await api.invoke('tradingAccounts', {})).toMatchObject({ ok: true });
  await api.logout();
  expect(await api.invoke('logInByEmail', LOGIN)).toMatchObject({ error: { code: 'network' } });
});

test('a read and an unknown call are told as before', async () => {
  const api = await started('member-calls');
  await api.invoke('logInByEmail', LOGIN);
  expect(await api.invoke('tradingAccounts', {})).toMatchObject({ error: { code: 'network' } });
});
