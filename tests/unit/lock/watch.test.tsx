import { afterEach, expect, it } from 'vitest';
import { installBridge } from '../../../src/bridge/bridge';
import { systemTimers } from '../../../src/bridge/timers';
import { startLockWatch, stopLockWatch } from '../../../src/lock/watch';
import { keepForm, KEPT_FORMS_KEY, startKeptForms } from '../../../src/update/kept-forms';
import { MortalWorker } from '../bridge/mortal-worker';
import { FakeWorker } from '../pages/fake-worker';
import { until } from '../pages/support';

const left = () => {
  sessionStorage.removeItem(KEPT_FORMS_KEY);
  dispatchEvent(new Event('pagehide'));
  return sessionStorage.getItem(KEPT_FORMS_KEY);
};

const isCovered = () => document.documentElement.hasAttribute('data-covered');

afterEach(() => {
  stopLockWatch();
  sessionStorage.clear();
});

it('leaves nothing of a form in the open when the page goes', () => {
  const { spawn } = new FakeWorker({});
  installBridge({ spawn, timers: systemTimers }).start({ origin: 'https://app.example', lang: 'EN' });
  startKeptForms(() => null);
  const end = keepForm('transfer', () => ({ amount: '104.25' }));
  expect(left(), 'without a lock').toContain('104.25');
  startLockWatch();
  expect(left()).toBeNull();
  end();
});

it('stays covered, and locked, when the worker gives no answer to whether it is time', async () => {
  const worker = new FakeWorker({});
  worker.lock = () => Promise.reject(new Error('defect'));
  const bridge = installBridge({ spawn: worker.spawn, timers: systemTimers });
  bridge.start({ origin: 'https://app.example', lang: 'EN' });
  await until(() => expect(bridge.session.get()).toMatchObject({ state: 'open' }));
  startLockWatch();
  dispatchEvent(new Event('blur'));
  dispatchEvent(new Event('focus'));
  await until(() => expect(bridge.session.get()).toEqual({ state: 'locked' }));
  expect(isCovered()).toBe(true);
});

it('is locked at once when the worker dies under a lock, and only under one', async () => {
  for (const hasLock of [false, true]) {
    const worker = new MortalWorker(async () => ({ ok: false, error: { code: 'offline', retryable: true } }));
    const bridge = installBridge({ spawn: worker.spawn, timers: systemTimers });
    bridge.start({ origin: 'https://app.example', lang: 'EN' });
    await until(() => expect(bridge.session.get()).toMatchObject({ state: 'open' }));
    if (hasLock) startLockWatch();
    // The next worker's code never arrives.
    worker.isBornSilent = true;
    worker.current.fail();
    expect(bridge.session.get()?.state).toBe(hasLock ? 'locked' : 'open');
    stopLockWatch();
  }
});
