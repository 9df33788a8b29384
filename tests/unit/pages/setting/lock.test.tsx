import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { bridge } from '../../../../src/bridge/bridge';
import LockScreen from '../../../../src/lock/LockScreen';
import { stopLockWatch } from '../../../../src/lock/watch';
import Lock from '../../../../src/pages/setting/Lock';
import type { LockAnswer, LockRequest, LockState } from '../../../../worker/api';
import { readPreference, writePreference } from '../../../../src/theme/preferences';
import { FakeWorker, LOCK_OFF } from '../fake-worker';
import { goodHandlers } from '../fixtures';
import { named, open, tap, text, until, untilText } from '../support';

const PIN = '204061';
const ON: LockState = { ...LOCK_OFF, isOn: true, hasPin: true };

beforeEach(() => {
  stopLockWatch();
  writePreference('rab.wiped', null);
});

function withLock(answer: (request: LockRequest) => LockAnswer): FakeWorker {
  const worker = new FakeWorker(goodHandlers());
  worker.lock = answer;
  return worker;
}

async function type(digits: string): Promise<void> {
  for (const key of digits) await act(async () => window.dispatchEvent(new KeyboardEvent('keydown', { key })));
}

const asked = (worker: FakeWorker) => worker.lockRequests.map((request) => request.do);
const isCovered = () => document.documentElement.hasAttribute('data-covered');

describe('the settings of app lock', () => {
  it('say plainly what is not protected without it', async () => {
    open(
      Lock,
      withLock(() => ({ result: 'done', lock: LOCK_OFF })),
    );
    await untilText(
      "whoever can read this device's storage can read what is kept of your account",
      'the key lies beside it',
    );
    await untilText('Whoever loses PIN and passkey logs in again');
  });

  it('turn it on with a PIN that is entered twice, and begin to cover', async () => {
    const worker = withLock(({ do: what }) => ({
      result: 'done',
      lock: what === 'look' ? LOCK_OFF : { ...ON, isProved: true },
    }));
    open(Lock, worker);
    await untilText('Lock with a PIN');
    await tap('Lock with a PIN');
    await untilText('Choose a PIN');
    await type(PIN);
    await untilText('Enter it once more');
    await type('111111');
    await untilText('The two were not the same', 'Choose a PIN');
    expect(asked(worker)).not.toContain('turn-on');
    await type(PIN);
    await untilText('Enter it once more');
    await type(PIN);
    await untilText('Turn app lock off', 'After 5 minutes');
    expect(worker.lockRequests).toContainEqual({ do: 'turn-on', by: { pin: PIN }, afterMs: 300_000 });
    act(() => void window.dispatchEvent(new Event('blur')));
    expect(isCovered()).toBe(true);
    act(() => void window.dispatchEvent(new Event('focus')));
    await until(() => expect(isCovered()).toBe(false));
  });

  it('ask for the PIN before anything can be changed', async () => {
    const worker = withLock(({ do: what }) => ({
      result: 'done',
      lock: what === 'prove' ? { ...ON, isProved: true } : ON,
    }));
    open(Lock, worker);
    await untilText('To change it, confirm that it is you');
    expect(text()).not.toContain('Turn app lock off');
    await type(PIN);
    await untilText('Turn app lock off');
    expect(worker.lockRequests).toContainEqual({ do: 'prove', proof: { pin: PIN } });
  });

  it('do not offer what the browser cannot do', async () => {
    open(
      Lock,
      withLock(() => ({ result: 'done', lock: { ...LOCK_OFF, isPossible: false } })),
    );
    await untilText('there is nothing to lock');
    expect(text()).not.toContain('Lock with a PIN');
  });
});

describe('the lock screen', () => {
  it('opens for the PIN, and covers from then on', async () => {
    const worker = withLock(() => ({ result: 'done', lock: ON }));
    open(LockScreen, worker);
    await untilText('RAB is locked', 'Enter your PIN');
    expect(text()).not.toContain('Use passkey');
    await type(PIN);
    await until(() => expect(worker.lockRequests).toContainEqual({ do: 'open', proof: { pin: PIN } }));
    act(() => void window.dispatchEvent(new Event('blur')));
    await until(() => expect(isCovered()).toBe(true));
  });

  it('tells how many tries are left, to screen readers too', async () => {
    const worker = withLock(({ do: what }) =>
      what === 'open' ? { result: 'wrong', lock: { ...ON, triesLeft: 9 } } : { result: 'done', lock: ON },
    );
    open(LockScreen, worker);
    await untilText('Enter your PIN');
    await type('000000');
    await untilText('That is not your PIN.', '9 tries left, then everything is removed from this device');
    expect(document.querySelector('[role=alert]')?.textContent).toContain('9 tries left');
  });

  it('notes for the login page that everything was removed', async () => {
    const worker: FakeWorker = withLock(({ do: what }) => {
      if (what !== 'open') return { result: 'done', lock: { ...ON, triesLeft: 1 } };
      worker.emit({ type: 'wiped' });
      return { result: 'wiped', lock: LOCK_OFF };
    });
    open(LockScreen, worker);
    await untilText('1 try left');
    await type('000000');
    await until(() => expect(readPreference('rab.wiped')).toBe('1'));
  });

  it('lets whoever lost the PIN log in again, after asking', async () => {
    const worker = withLock(() => ({ result: 'done', lock: ON }));
    open(LockScreen, worker);
    await untilText('I cannot unlock it');
    await tap('I cannot unlock it');
    await untilText('Log in again?', 'Your account itself keeps everything');
    expect(asked(worker)).not.toContain('forget');
    await until(() => expect(named('Remove and log in').closest('dialog')).not.toBeNull());
    await tap('Remove and log in');
    await until(() => expect(asked(worker)).toContain('forget'));
    expect(bridge().session.get()).not.toBeNull();
  });
});
