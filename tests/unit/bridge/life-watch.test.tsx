/** The page tells the worker when the system suspends it and wakes it. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Bridge } from '../../../src/bridge/bridge';
import { startLifeWatch } from '../../../src/bridge/life-watch';
import { MortalWorker, never, settled, TestTimers } from './mortal-worker';

type Listener = (event: unknown) => void;

let worker: MortalWorker;
/** Listeners that the test's page has set, so that none of them outlives the test. */
const listeners = new Map<string, Listener>();
const happens = async (type: string, event: object = {}) => {
  listeners.get(type)?.(event);
  await settled();
};

beforeEach(async () => {
  const keep = (type: string, listener: unknown) => void listeners.set(type, listener as Listener);
  vi.spyOn(document, 'addEventListener').mockImplementation(keep);
  vi.spyOn(globalThis, 'addEventListener').mockImplementation(keep);
  worker = new MortalWorker(() => never);
  const bridge = new Bridge({ spawn: worker.spawn, timers: new TestTimers() });
  bridge.start({ origin: 'https://app.example', lang: 'EN' });
  startLifeWatch(bridge);
  await settled();
  worker.hints.length = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
  listeners.clear();
});

it('that it is about to be suspended, so that another tab listens, and when it is awake', async () => {
  await happens('freeze');
  await happens('resume');
  expect(worker.hints).toEqual(['suspended', 'visible']);
});

it('the same where it is kept for the way back, and nothing where it ends', async () => {
  await happens('pagehide', { persisted: false });
  await happens('pageshow', { persisted: false });
  expect(worker.hints).toEqual([]);
  await happens('pagehide', { persisted: true });
  await happens('pageshow', { persisted: true });
  expect(worker.hints).toEqual(['suspended', 'visible']);
});
