/** Images of a form that is not sent yet survive the worker that kept them, sealed, and go with the form. */
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { sequences } from '../support/seed';
import { BOB_LOGIN, demoDevice, loggedIn, LOGIN } from './support/demo-gateway';
import { FORM, keep, kept, picture, ROOMY } from './support/form-images';
import type { Device, Tab } from './support/harness';
import { Mortal } from './support/mortal';
import { turns, until } from './support/virtual-time';

let device: Device;
let tab: Tab;

beforeEach(async () => {
  ({ device } = demoDevice());
  tab = await loggedIn(device, ROOMY);
});

test('are there after a restart, in their order: bytes, or the id of what is up', async () => {
  for (const key of ['b', 'a', 'c']) expect(await keep(tab, key)).toMatchObject({ key, isKept: true });
  await tab.api.formImages({ do: 'sent', form: FORM, key: 'b', uploadId: 'u1' });
  await keep(tab, 'x', picture('x'), 'another');
  const next = await device.startedTab(ROOMY);
  expect(await kept(next)).toEqual(['a', 'b=u1', 'c']);
  await next.api.formImages({ do: 'drop', form: FORM, key: 'a' });
  expect(await kept(next)).toEqual(['b=u1', 'c']);
  await next.api.formImages({ do: 'clear', form: FORM });
  expect(await kept(next)).toEqual([]);
  expect(await kept(next, 'another')).toEqual(['x']);
});

test('lie sealed, under their place; nothing is left after log-out, and nobody else sees them', async () => {
  for (const key of ['a', 'b']) await keep(tab, key);
  expect(await device.everythingStored()).not.toContain('picture a');
  // Moved to another place a row does not open; it goes.
  await device.tamper('rab-user-1', 'formImages', (row) => (row['key'] === 'b' ? { ...row, key: 'moved' } : row));
  expect(await kept(tab)).toEqual(['a']);
  await tab.api.logout();
  expect(await device.everythingStored()).not.toContain('feedback');
  await tab.api.invoke('logInByEmail', BOB_LOGIN);
  expect(await kept(tab)).toEqual([]);
  await tab.api.logout();
  expect(await keep(tab, 'a')).toBeNull();
});

test('stay for the same person whose session the gateway has ended', async () => {
  await keep(tab, 'a');
  device.gateway.faults.push({ kind: 'status', status: 401 });
  await tab.api.invoke('userInfo', {});
  await tab.api.invoke('logInByEmail', LOGIN);
  expect(await kept(tab)).toEqual(['a']);
});

describe('are not kept', () => {
  test.each([
    ['image-refused', new Blob(['<svg/>'])],
    ['file-empty', new Blob([])],
    ['too-large', picture('a', 10.5 * 1_048_576)],
  ])('where they cannot be sent: %s', async (code, file) => {
    expect(await keep(tab, 'a', file)).toMatchObject({ image: null, isKept: false, error: { code } });
    expect(await kept(tab)).toEqual([]);
  });

  test('beyond the 52nd', async () => {
    const keys = Array.from({ length: 52 }, (_, index) => `k${String(index).padStart(2, '0')}`);
    for (const key of keys) expect(await keep(tab, key)).toMatchObject({ isKept: true });
    expect(await keep(tab, 'k99')).toMatchObject({ isKept: false });
    expect(await kept(tab)).toEqual(keys);
  });
});

test('a worker killed at any transaction leaves each image once, whole', { timeout: 600_000 }, async () => {
  const keys = ['a', 'b', 'c', 'd'];
  const property = fc.asyncProperty(fc.integer({ min: 1, max: 16 }), async (step) => {
    const mortal = new Mortal(device);
    const doomed = await device.startedTab({ ...ROOMY, ...mortal.environment() });
    await tab.api.formImages({ do: 'clear', form: FORM });
    mortal.killAtStep(step, ['transaction']);
    const sent: string[] = [];
    let isDone = false;
    const write = async () => {
      for (const key of keys) {
        await keep(doomed, key);
        await doomed.api.formImages({ do: 'sent', form: FORM, key, uploadId: `u-${key}` });
        // A dead worker goes on in memory.
        if (!mortal.isDead) sent.push(key);
      }
    };
    void write().then(
      () => (isDone = true),
      () => (isDone = true),
    );
    await until(() => mortal.isDead || isDone);
    await turns(10);
    const found = await kept(await device.startedTab(ROOMY));
    expect(found.map((one) => one.replace(/=.*/, ''))).toEqual(keys.slice(0, found.length));
    expect(found.slice(0, sent.length)).toEqual(sent.map((key) => `${key}=u-${key}`));
  });
  await fc.assert(property, { numRuns: sequences(16, 500) });
});
