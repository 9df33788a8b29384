import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '../../../worker/api';
import {
  HEARTBEAT_MS,
  PING_DEADLINE_MS,
  REQUEST_DEADLINE_MS,
  START_DEADLINE_MS,
  WorkerLink,
} from '../../../src/bridge/link';
import { answered, MortalWorker, never, settled, TestTimers, type Respond } from './mortal-worker';

function linkTo(respond: Respond, { isBornSilent = false } = {}) {
  const worker = new MortalWorker(respond);
  worker.isBornSilent = isBornSilent;
  const timers = new TestTimers();
  const link = new WorkerLink({ spawn: worker.spawn, timers });
  link.onStarted = vi.fn();
  link.onDown = vi.fn();
  link.start({ origin: 'https://app.example', lang: 'EN' });
  const invoke = () => link.request((api) => api.invoke('config', {}) as Promise<Answer<unknown>>);
  return { worker, timers, link, invoke };
}

describe('WorkerLink', () => {
  it.each(['error', 'messageerror'] as const)(
    'fails everything pending as lost on %s and starts again',
    async (event) => {
      const { worker, link, invoke } = linkTo(() => never);
      const first = invoke();
      const second = invoke();
      await settled();
      worker.current.fail(event);
      await expect(first).resolves.toEqual({ ok: false, why: 'lost' });
      await expect(second).resolves.toEqual({ ok: false, why: 'lost' });
      expect(worker.lives).toHaveLength(2);
      expect(worker.lives[0]?.isTerminated).toBe(true);
      await settled();
      expect(link.onStarted).toHaveBeenCalledTimes(2);
    },
  );

  it('starts again once, and once more only after a request has succeeded', async () => {
    let isWell = false;
    const { worker, link, invoke } = linkTo(() => (isWell ? Promise.resolve(answered(1)) : never));
    await settled();
    await worker.die();
    worker.current.fail();
    expect(worker.lives).toHaveLength(2);
    expect(link.onDown).toHaveBeenCalledOnce();

    isWell = true;
    await expect(invoke()).resolves.toMatchObject({ ok: true });
    expect(worker.lives).toHaveLength(3);
    worker.current.fail();
    expect(worker.lives).toHaveLength(4);
  });

  it('notices a worker that died without a word while a call waits', async () => {
    const { worker, timers, invoke } = linkTo(() => never);
    const pending = invoke();
    await settled();
    worker.current.isSilent = true;
    await timers.advance(HEARTBEAT_MS + 2 * PING_DEADLINE_MS);
    await expect(pending).resolves.toEqual({ ok: false, why: 'lost' });
    expect(worker.lives).toHaveLength(2);
  });

  it('leaves a worker alone that only takes long, until the deadline of the call', async () => {
    const { worker, timers, invoke } = linkTo(() => never);
    const pending = invoke();
    await settled();
    await timers.advance(REQUEST_DEADLINE_MS);
    await expect(pending).resolves.toEqual({ ok: false, why: 'late' });
    expect(worker.lives).toHaveLength(1);
  });

  it('asks after the page was in the background', async () => {
    const { worker, timers, link } = linkTo(() => never);
    await settled();
    worker.current.isSilent = true;
    const checked = link.checkLife();
    await timers.advance(2 * PING_DEADLINE_MS);
    await checked;
    expect(worker.lives).toHaveLength(2);
  });

  it('tells that it is down when the worker cannot start, and tries again when asked to', async () => {
    const { worker, link, invoke } = linkTo(async () => answered(1));
    worker.startFails = true;
    await settled();
    expect(link.onDown).toHaveBeenCalledOnce();
    expect(link.onStarted).not.toHaveBeenCalled();
    worker.startFails = false;
    link.startAgain();
    await expect(invoke()).resolves.toMatchObject({ ok: true });
  });

  it('does not wait for ever for a worker that never loads', async () => {
    const { worker, timers, link } = linkTo(() => never, { isBornSilent: true });
    await timers.advance(START_DEADLINE_MS);
    expect(worker.lives).toHaveLength(2);
    expect(link.onDown).not.toHaveBeenCalled();
    await timers.advance(START_DEADLINE_MS);
    expect(link.onDown).toHaveBeenCalledOnce();
  });

  it('waits for an upgrade for as long as the worker lives, with what is asked meanwhile', async () => {
    const { worker, timers, link, invoke } = linkTo(async () => {
      await worker.startsAfter;
      return answered('hello');
    });
    let done = () => {};
    worker.startsAfter = new Promise((resolve) => (done = resolve));
    const asked = invoke();
    await settled();
    worker.current.emit({ type: 'upgrade', isRunning: true });
    await timers.advance(5 * REQUEST_DEADLINE_MS);
    expect(worker.lives).toHaveLength(1);
    expect(link.onDown).not.toHaveBeenCalled();
    done();
    worker.current.emit({ type: 'upgrade', isRunning: false });
    await expect(asked).resolves.toEqual({ ok: true, value: answered('hello') });
    await settled();
    expect(link.onStarted).toHaveBeenCalledOnce();
  });

  it('notices that a worker has died in the middle of an upgrade', async () => {
    const { worker, timers, link, invoke } = linkTo(() => never);
    worker.startsAfter = never;
    void invoke();
    await settled();
    await worker.tell({ type: 'upgrade', isRunning: true });
    worker.current.isSilent = true;
    await timers.advance(HEARTBEAT_MS + 2 * PING_DEADLINE_MS);
    expect(worker.lives).toHaveLength(2);
    expect(link.onDown).not.toHaveBeenCalled();
  });

  it('hears events of the running worker only', async () => {
    const { worker, link } = linkTo(() => never);
    link.onEvent = vi.fn();
    await settled();
    const old = worker.current;
    old.fail();
    await settled();
    old.emit({ type: 'connection', online: false });
    await worker.tell({ type: 'connection', online: true });
    expect(link.onEvent).toHaveBeenCalledExactlyOnceWith({ type: 'connection', online: true });
  });
});
