import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCustodyOrder, custodyOrders } from '../../../contract/calls/custody';
import { assets, bindTradePassword } from '../../../contract/calls/profile';
import { config } from '../../../contract/calls/content';
import { BACK_WITHIN_MS, Bridge } from '../../../src/bridge/bridge';
import { ListEntry } from '../../../src/bridge/lists';
import { systemTimers } from '../../../src/bridge/timers';
import { answered, MortalWorker, never, settled, TestTimers, watched, type Respond } from './mortal-worker';

vi.stubGlobal('isSecureContext', true);
const FIRST = { state: 'open', userId: '1', accountId: '10' } as const;
const INTENT = '11111111-1111-4111-8111-111111111111';
const ORDER = { planId: 'p7', amount: '200', tradePassword: '246810' };

afterEach(() => void vi.useRealTimers());

async function bridgeTo(respond: Respond) {
  const worker = new MortalWorker(respond);
  const timers = new TestTimers();
  const bridge = new Bridge({ spawn: worker.spawn, timers });
  bridge.onRefusal = vi.fn();
  bridge.start({ origin: 'https://app.example', lang: 'EN' });
  await settled();
  return { worker, timers, bridge };
}

/** Answers the cache with nothing and the network with the next of these. */
function network(...answers: unknown[]): Respond {
  let turn = 0;
  return async (_name, _input, { source }) => {
    if (source === 'cache') return { ok: false, error: { code: 'offline', retryable: true } };
    return answered(answers[Math.min(turn, answers.length - 1)], { asOf: ++turn });
  };
}

describe('reads', () => {
  it('replays a read that the worker died under', async () => {
    const { worker, bridge } = await bridgeTo((name, input, options, life) =>
      worker.lives.indexOf(life) === 0 ? never : network('after')(name, input, options, life),
    );
    const result = bridge.read(config, {});
    await settled();
    worker.current.fail();
    await expect(result).resolves.toMatchObject({ ok: true, data: 'after' });
  });

  it('end in the language that was chosen last, though an answer in the one before was on its way', async () => {
    const waiting: ((text: string) => void)[] = [];
    const { bridge } = await bridgeTo(async (_name, _input, { source }) => {
      if (source === 'cache') return { ok: false, error: { code: 'offline', retryable: true } };
      return answered(await new Promise<string>((resolve) => waiting.push(resolve)), { asOf: 5 });
    });
    const entry = bridge.readEntry(config, {});
    await watched(entry);
    void bridge.setLang('DE');
    await settled();
    waiting[1]?.('Deutsch');
    waiting[0]?.('English');
    await settled();
    expect(entry.snapshot()).toMatchObject({ data: 'Deutsch', isLoading: false, isRefreshing: false });
  });

  it('paints the copy first, then the answer', async () => {
    let answerNetwork = () => {};
    const { bridge } = await bridgeTo(async (_name, _input, { source }) => {
      if (source === 'cache') return answered('old', { asOf: 5, source: 'cache', isStale: true });
      await new Promise<void>((resolve) => (answerNetwork = resolve));
      return answered('new', { asOf: 9 });
    });
    const entry = bridge.readEntry(assets, {});
    expect(entry.snapshot()).toMatchObject({ data: undefined, isLoading: true });
    await watched(entry);
    expect(entry.snapshot()).toMatchObject({
      data: 'old',
      asOf: 5,
      source: 'cache',
      isStale: true,
      isRefreshing: true,
    });
    answerNetwork();
    await settled();
    expect(entry.snapshot()).toMatchObject({
      data: 'new',
      asOf: 9,
      source: 'network',
      isRefreshing: false,
      error: null,
    });
  });

  it('keeps what is shown when a refresh fails', async () => {
    const answers = [
      answered('kept', { asOf: 3 }),
      { ok: false, error: { code: 'network', retryable: true } } as const,
    ];
    const { bridge } = await bridgeTo(async (_name, _input, { source }) =>
      source === 'cache' ? { ok: false, error: { code: 'offline', retryable: true } } : (answers.shift() ?? never),
    );
    const entry = bridge.readEntry(assets, {});
    await watched(entry);
    await entry.refresh();
    expect(entry.snapshot()).toMatchObject({ data: 'kept', asOf: 3, error: { code: 'network' } });
  });

  it('asks again when a write made the copy stale, and not for its own answer', async () => {
    let isStale = false;
    const { worker, timers, bridge } = await bridgeTo(async (_name, _input, { source }) =>
      source === 'cache' ? answered('x', { asOf: 1, source: 'cache', isStale }) : answered('x', { asOf: 1 }),
    );
    const asked = () => worker.calls.filter(({ source }) => source === 'network').length;
    await watched(bridge.readEntry(assets, {}));
    expect(asked()).toBe(1);
    await worker.tell({ type: 'changed', calls: ['assets'] });
    expect(asked()).toBe(1);
    isStale = true;
    worker.current.emit({ type: 'changed', calls: ['userInfo'] });
    await timers.advance(1_000);
    expect(asked()).toBe(1);
    await worker.tell({ type: 'changed', calls: ['assets'] });
    expect(asked()).toBe(2);
  });

  it('asks once more when something changed while the answer was on its way', async () => {
    let keptAsOf = 1;
    const answers: ((answer: Awaited<ReturnType<Respond>>) => void)[] = [];
    const { worker, timers, bridge } = await bridgeTo(async (_name, _input, { source }) => {
      if (source === 'cache') return answered('old', { asOf: keptAsOf, source: 'cache', isStale: true });
      return new Promise((resolve) => answers.push(resolve));
    });
    const entry = bridge.readEntry(assets, {});
    await watched(entry);
    await worker.tell({ type: 'changed', calls: ['assets'] });
    expect(answers).toHaveLength(1);
    // The worker keeps it, marked stale.
    keptAsOf = 2;
    answers[0]?.(answered('outdated', { asOf: 2, isStale: true }));
    await settled();
    await timers.advance(1_000);
    expect(answers).toHaveLength(2);
    answers[1]?.(answered('new', { asOf: 3 }));
    await settled();
    await timers.advance(1_000);
    expect([entry.snapshot().data, answers.length]).toEqual(['new', 2]);
  });

  it('answers a change at once though the clock was set back by an hour', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    const worker = new MortalWorker(async (_name, _input, { source }) =>
      source === 'cache' ? answered('x', { asOf: 1, source: 'cache', isStale: true }) : answered('x', { asOf: 1 }),
    );
    const bridge = new Bridge({ spawn: worker.spawn, timers: systemTimers });
    bridge.start({ origin: 'https://app.example', lang: 'EN' });
    await settled();
    const asked = () => worker.calls.filter(({ source }) => source === 'network').length;
    await watched(bridge.readEntry(assets, {}));
    await worker.tell({ type: 'changed', calls: ['assets'] });
    expect(asked()).toBe(2);
    vi.advanceTimersByTime(2_000);
    vi.setSystemTime(Date.now() - 3_600_000);
    await worker.tell({ type: 'changed', calls: ['assets'] });
    expect(asked()).toBe(3);
  });

  it.each([
    ['an answer', 'records'],
    ['a list', 'lists'],
  ])('takes %s for the later one by its number, whatever time it is from', async (_what, kind) => {
    const row = (text: string) => ({ items: [{ id: text }], nextCursor: null });
    const shownAs = (text: string) => (kind === 'lists' ? row(text) : text);
    let kept = answered(shownAs('kept'), { asOf: 240_000, sequence: 1, source: 'cache' });
    const { worker, timers, bridge } = await bridgeTo(async (_name, _input, { source }) =>
      source === 'cache' ? kept : answered(shownAs('first'), { asOf: 240_001, sequence: 2 }),
    );
    const list = bridge.entry('list', ({ ask, timers: own }) => new ListEntry(custodyOrders, {}, ask, own));
    const record = bridge.readEntry(assets, {});
    const entry = kind === 'lists' ? list : record;
    const shown = () => (kind === 'lists' ? list.snapshot().items?.[0]?.id : record.snapshot().data);
    const changed = async () => {
      await timers.advance(1_000);
      await worker.tell({ type: 'changed', calls: ['assets', 'custodyOrders'] });
    };
    await watched(entry);
    expect(shown()).toBe('first');
    // The clock was right again when another tab read this.
    kept = answered(shownAs('newer'), { asOf: 2_000, sequence: 3, source: 'cache' });
    await changed();
    expect(shown()).toBe('newer');
    kept = answered(shownAs('older'), { asOf: 900_000, sequence: 1, source: 'cache' });
    await changed();
    expect(shown()).toBe('newer');
    // A worker that starts anew may count from the beginning.
    await worker.die();
    await changed();
    expect(shown()).toBe('older');
  });

  it('forgets everything of one person before another one, and asks nothing for nobody', async () => {
    const { worker, bridge } = await bridgeTo(network('mine'));
    const entry = bridge.readEntry(assets, {});
    await watched(entry);
    await worker.tell({ type: 'session', session: { state: 'anonymous' }, because: 'refused' });
    expect(bridge.session.get()).toEqual({ state: 'anonymous' });
    expect(entry.snapshot()).toMatchObject({ data: undefined, error: { code: 'session-closed' } });
    expect(worker.calls.filter(({ source }) => source === 'network')).toMatchObject([{ accountId: FIRST.accountId }]);
  });

  it.each(['there', 'still on its way'])(
    'forgets what was read ahead for another person, when it is %s',
    async (when) => {
      let answer = () => {};
      const { worker, bridge } = await bridgeTo(async () => {
        await new Promise<void>((resolve) => (answer = resolve));
        return answered('of the first one', { asOf: 5, source: 'cache' });
      });
      await worker.tell({ type: 'session', session: FIRST, because: 'opened' });
      bridge.readEntry(assets, {}).readAhead();
      const before = bridge.readEntry(assets, {});
      await settled();
      if (when === 'there') answer();
      await settled();
      expect(before.snapshot().data).toBe(when === 'there' ? 'of the first one' : undefined);
      worker.current.emit({ type: 'session', session: { ...FIRST, accountId: 'another' }, because: 'opened' });
      answer();
      await settled();
      expect(before.snapshot().data).toBeUndefined();
      expect(bridge.readEntry(assets, {}).snapshot().data).toBeUndefined();
    },
  );

  it('asks again when the connection is back, out of step with other devices, and at once when the person taps', async () => {
    const { worker, timers, bridge } = await bridgeTo(network('a', 'b', 'c', 'd'));
    const entry = bridge.readEntry(assets, {});
    const lose = async () => {
      await worker.tell({ type: 'connection', online: false });
      expect(bridge.isOnline.get()).toBe(false);
      await worker.tell({ type: 'connection', online: true });
    };
    await watched(entry);
    timers.luck = 0.25;
    await lose();
    await timers.advance(BACK_WITHIN_MS / 4 - 1);
    expect(entry.snapshot().data).toBe('a');
    await timers.advance(1);
    expect(entry.snapshot().data).toBe('b');
    timers.luck = 0.9;
    await lose();
    expect(entry.snapshot().data).toBe('b');
    void bridge.refreshShown();
    await settled();
    expect(entry.snapshot().data).toBe('c');
  });
});

describe('writes', () => {
  it('are not repeated when the worker dies', async () => {
    const { worker, bridge } = await bridgeTo(() => never);
    const result = bridge.write(bindTradePassword, { tradePassword: '135790', password: 'Tr1cky-Kelp' });
    await settled();
    worker.current.fail();
    await expect(result).resolves.toMatchObject({ ok: false, error: { code: 'worker-lost' } });
    expect(worker.calls.filter(({ name }) => name === 'bindTradePassword')).toHaveLength(1);
  });
});

describe('log-out', () => {
  const mark = () => localStorage.getItem('rab.leaving');

  it('is marked until the worker says that nothing is left', async () => {
    const { worker, bridge } = await bridgeTo(() => never);
    let finish = (_isGone: boolean) => {};
    worker.leave = () => new Promise((resolve) => (finish = resolve));
    const left = bridge.logout();
    expect(mark()).not.toBeNull();
    await settled();
    finish(true);
    await left;
    expect(mark()).toBeNull();
    expect(worker.starts).toMatchObject([{ mustLeave: false }]);
  });

  it('under which the worker dies is what its next start begins with', async () => {
    const { worker, bridge } = await bridgeTo(() => never);
    worker.leave = async (life) => {
      life.fail();
      return never;
    };
    // The session is still there when the next worker starts, and the one after.
    await bridge.logout();
    await settled();
    expect(worker.starts).toMatchObject([{ mustLeave: false }, { mustLeave: true }]);
    expect(mark()).not.toBeNull();
    worker.session = { state: 'anonymous' };
    worker.current.fail();
    bridge.startAgain();
    await settled();
    expect(worker.starts.at(-1)).toMatchObject({ mustLeave: true });
    expect(mark()).toBeNull();
    expect(bridge.session.get()).toEqual({ state: 'anonymous' });
  });
});

describe('money', () => {
  const sent = (worker: MortalWorker) => worker.calls.filter(({ name }) => name === 'createCustodyOrder');

  it('names the account that was shown when the confirmation opened, and says whose switch it was', async () => {
    const { worker, bridge } = await bridgeTo(network('order'));
    const intentId = bridge.beginIntent();
    await worker.tell({ type: 'session', session: { ...FIRST, accountId: '11' }, because: 'opened' });
    expect(bridge.sessionCause).toBe('followed');
    await bridge.money(createCustodyOrder, ORDER, intentId, () => {});
    await bridge.money(createCustodyOrder, ORDER, bridge.beginIntent(), () => {});
    expect(sent(worker).map(({ accountId }) => accountId)).toEqual(['10', '11']);
  });

  it('is not sent again when the worker died and the gateway has done it', async () => {
    const { worker, bridge } = await bridgeTo(() => never);
    worker.settlement = async () => ({ state: 'done', answer: 'done before' as never });
    const onChecking = vi.fn();
    const result = bridge.money(createCustodyOrder, ORDER, INTENT, onChecking);
    await settled();
    worker.current.fail();
    await expect(result).resolves.toEqual({ ok: true, data: 'done before' });
    expect(sent(worker)).toHaveLength(1);
    expect(onChecking).toHaveBeenCalledOnce();
  });

  it('goes on under a new intent when the worker died and nothing came of the first, which is final', async () => {
    const { worker, bridge } = await bridgeTo((name, input, options, life) =>
      worker.lives.indexOf(life) === 0 ? never : network('order')(name, input, options, life),
    );
    const settle = vi.fn(async () => ({ state: 'absent' as const }));
    worker.settlement = settle;
    const result = bridge.money(createCustodyOrder, ORDER, INTENT, () => {});
    await settled();
    worker.current.fail();
    await expect(result).resolves.toMatchObject({ ok: true, data: 'order' });
    expect(settle).toHaveBeenCalledOnce();
    const [first, second] = sent(worker);
    expect([first?.life, first?.intentId, second?.life]).toEqual([0, INTENT, 1]);
    expect(second?.intentId).toMatch(/^[0-9a-f-]{36}$/);
    expect(second?.intentId).not.toBe(INTENT);
    expect(bridge.intents.newestOf(INTENT)).toBe(second?.intentId);
  });

  it.each(['idempotency-closed', 'not-carried-out'] as const)(
    'refused as %s goes on without a question',
    async (code) => {
      let times = 0;
      const { worker, bridge } = await bridgeTo((name, input, options, life) => {
        times += 1;
        const refused = { ok: false as const, error: { code, retryable: true } };
        return times === 1 ? Promise.resolve(refused) : network('order')(name, input, options, life);
      });
      const settle = vi.fn(worker.settlement);
      worker.settlement = settle;
      await expect(bridge.money(createCustodyOrder, ORDER, INTENT, () => {})).resolves.toMatchObject({ data: 'order' });
      expect(settle).not.toHaveBeenCalled();
      expect(new Set(sent(worker).map(({ intentId }) => intentId)).size).toBe(2);
    },
  );

  it('that the person confirms once more goes on under its newest intent only', async () => {
    const { worker, bridge } = await bridgeTo(async () => ({
      ok: false,
      error: { code: 'outcome-unknown', retryable: true },
    }));
    const fates = ['absent', 'unknown'] as const;
    let asked = 0;
    worker.settlement = async () => {
      const state = fates[asked++] ?? 'unknown';
      return state === 'absent' ? { state } : { state, error: { code: 'network', retryable: true } };
    };
    await bridge.money(createCustodyOrder, ORDER, INTENT, () => {});
    await bridge.money(createCustodyOrder, ORDER, INTENT, () => {});
    const [first, second, third] = sent(worker).map(({ intentId }) => intentId);
    // The second may have been carried out: the third try is of the same intent.
    expect([first, third]).toEqual([INTENT, second]);
    expect(second).not.toBe(INTENT);
  });

  it('stays unknown, and is not sent again, while nobody can tell', async () => {
    const { worker, bridge } = await bridgeTo(async () => ({
      ok: false,
      error: { code: 'outcome-unknown', retryable: true },
    }));
    worker.settlement = async () => ({ state: 'unknown', error: { code: 'network', retryable: true } });
    const result = await bridge.money(createCustodyOrder, ORDER, INTENT, () => {});
    expect(result).toMatchObject({ ok: false, error: { code: 'outcome-unknown' } });
    expect(sent(worker)).toHaveLength(1);
  });

  it('is refused without a question when nothing was sent', async () => {
    const { worker, bridge } = await bridgeTo(async () => ({ ok: false, error: { code: 'offline', retryable: true } }));
    const settle = vi.fn(worker.settlement);
    worker.settlement = settle;
    const result = await bridge.money(createCustodyOrder, ORDER, INTENT, () => {});
    expect(result).toMatchObject({ ok: false, error: { code: 'offline' } });
    expect(settle).not.toHaveBeenCalled();
  });

  it('ends after a few rounds even when every try is lost', async () => {
    const { worker, bridge } = await bridgeTo(async () => ({
      ok: false,
      error: { code: 'outcome-unknown', retryable: true },
    }));
    const result = await bridge.money(createCustodyOrder, ORDER, INTENT, () => {});
    expect(result).toMatchObject({ ok: false, error: { code: 'not-carried-out' } });
    expect(new Set(sent(worker).map(({ intentId }) => intentId)).size).toBe(3);
  });
});
