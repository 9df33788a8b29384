import { describe, expect, it, vi } from 'vitest';
import { createCustodyOrder } from '../../../contract/calls/custody';
import { Bridge } from '../../../src/bridge/bridge';
import { ASK_AGAIN_MS } from '../../../src/bridge/settlement';
import { MortalWorker, never, settled, TestTimers } from './mortal-worker';

const INTENT = '11111111-1111-4111-8111-111111111111';
const UNKNOWN = { state: 'unknown', error: { code: 'session-closed', retryable: false } } as const;
const DONE = { state: 'done', answer: { id: '7' } as never } as const;

async function waiting() {
  const worker = new MortalWorker(() => never);
  worker.settlement = async () => UNKNOWN;
  const timers = new TestTimers();
  const bridge = new Bridge({ spawn: worker.spawn, timers });
  bridge.start({ origin: 'https://app.example', lang: 'EN' });
  await settled();
  const tell = vi.fn();
  const end = bridge.whenSettled(createCustodyOrder, INTENT, tell);
  return { worker, timers, bridge, tell, end };
}

describe('an intent that nobody knows the end of', () => {
  it('is asked for again by a page whose worker never says anything of it', async () => {
    const { worker, timers, tell } = await waiting();
    await timers.advance(ASK_AGAIN_MS);
    expect(tell).not.toHaveBeenCalled();
    worker.settlement = async () => DONE;
    await timers.advance(ASK_AGAIN_MS);
    expect(tell).toHaveBeenCalledExactlyOnceWith(DONE);
  });

  it('is asked for of a new worker where two have died', async () => {
    const { worker, timers, bridge, tell } = await waiting();
    worker.current.fail();
    // Before it has answered anything.
    worker.current.fail();
    expect(bridge.workerState.get()).toBe('down');
    worker.settlement = async () => DONE;
    await timers.advance(ASK_AGAIN_MS);
    expect(tell).toHaveBeenCalledExactlyOnceWith(DONE);
    expect(bridge.workerState.get()).toBe('running');
  });

  it('is told at once when the worker says so, with the reason of a refusal, and only once', async () => {
    const { worker, timers, tell } = await waiting();
    worker.settlement = async () => ({ state: 'absent' });
    const error = { code: 'insufficient-balance', retryable: false } as never;
    await worker.tell({ type: 'settled', call: 'createCustodyOrder', intentId: INTENT, result: 'refused', error });
    await timers.advance(ASK_AGAIN_MS);
    expect(tell).toHaveBeenCalledExactlyOnceWith({ state: 'absent', refusal: error });
  });

  it('is asked for no more when the screen is gone, nor told', async () => {
    const { worker, timers, tell, end } = await waiting();
    const settle = vi.fn(async () => DONE);
    worker.settlement = settle;
    end();
    worker.current.emit({ type: 'settled', call: 'createCustodyOrder', intentId: INTENT, result: 'done' });
    await timers.advance(5 * ASK_AGAIN_MS);
    expect(settle).not.toHaveBeenCalled();
    expect(tell).not.toHaveBeenCalled();
  });
});
