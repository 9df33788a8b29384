import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { bridge } from '../../../../src/bridge/bridge';
import LockScreen from '../../../../src/lock/LockScreen';
import { stopLockWatch } from '../../../../src/lock/watch';
import Lock from '../../../../src/pages/setting/Lock';
import type { LockAnswer, LockRequest, LockState } from '../../../../worker/api';
import { writePreference } from '../../../../src/theme/preferences';
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

describe('the settings of app lock', () => {
  it('take no PIN that is not entered the same twice', async () => {
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
  it('lets whoever lost the PIN log in again, after asking', async () => {
    const worker = withLock(() => ({ result: 'done', lock: { ...ON, isLocked: true } }));
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
