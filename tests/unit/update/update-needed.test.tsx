import { act } from 'react';
import { expect, it } from 'vitest';
import type { CallError } from '../../../contract/errors';
import { bridge, installBridge } from '../../../src/bridge/bridge';
import { steadyTimers } from '../support/steady-timers';
import { updater } from '../../../src/update/instance';
import { UpdateHost } from '../../../src/update/UpdateHost';
import { FakeWorker } from '../pages/fake-worker';
import { until } from '../support/until';
import { find, render } from '../support/render';

const TARGET = { version: '1.0.51', kind: 'hot', url: '/releases/x' } as const;
const REFUSED: CallError = { code: 'update-needed', message: 'too old', retryable: false };

it('is what the card says once the gateway has refused a change, also one that a screen tells of itself', async () => {
  installBridge({ spawn: new FakeWorker({}).spawn, timers: steadyTimers });
  render(<UpdateHost />);
  const show = () =>
    act(() => updater().state.set({ ...updater().state.get(), own: '1.0.50', target: TARGET, isOpen: true }));
  show();
  await until(() => expect(find('h2').textContent).toBe('Update available'));
  act(() => bridge().report(REFUSED, 'write', ['update-needed']));
  await until(() => expect(find('h2').textContent).toBe('Update needed'));
});
