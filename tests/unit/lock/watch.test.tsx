import { afterEach, expect, it } from 'vitest';
import { installBridge } from '../../../src/bridge/bridge';
import { systemTimers } from '../../../src/bridge/timers';
import { startLockWatch, stopLockWatch } from '../../../src/lock/watch';
import { keepForm, KEPT_FORMS_KEY, startKeptForms } from '../../../src/update/kept-forms';
import { FakeWorker } from '../pages/fake-worker';

const left = () => {
  sessionStorage.removeItem(KEPT_FORMS_KEY);
  dispatchEvent(new Event('pagehide'));
  return sessionStorage.getItem(KEPT_FORMS_KEY);
};

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
