import { act, useLayoutEffect } from 'react';
import { describe, expect, it } from 'vitest';
import { custodyQuote } from '../../../contract/calls/custody';
import { exchangeQuote, type ExchangeQuote } from '../../../contract/calls/wallet';
import type { AnyCall, Input, Output } from '../../../src/bridge/types';
import { useQuote, type Quote } from '../../../src/money/useQuote';
import { FakeWorker, refusal, type Handlers } from '../pages/fake-worker';
import { EXCHANGE_QUOTE as QUOTE, goodHandlers } from '../pages/fixtures';
import { install, until } from '../pages/support';
import { render } from '../support/render';

const PAY = { from: 'USDT', to: 'RAB', amount: '80' } as const;

interface Shown<C extends AnyCall> {
  quote: () => Quote<Output<C>>;
  enter: (input: Input<C> | null, isConfirmed?: boolean) => void;
}

/** A form without fields: what stands in it is entered by the test. */
function show<C extends AnyCall>(call: C, worker: FakeWorker): Shown<C> {
  install(worker);
  let last: Quote<Output<C>> | null = null;
  function Form({ input, isConfirmed }: { input: Input<C> | null; isConfirmed: boolean }) {
    const quote = useQuote(call, input, isConfirmed);
    useLayoutEffect(() => {
      last = quote;
    });
    return null;
  }
  const { rerender } = render(<Form input={null} isConfirmed={false} />);
  return {
    quote: () => last as Quote<Output<C>>,
    enter: (input, isConfirmed = false) => rerender(<Form input={input} isConfirmed={isConfirmed} />),
  };
}
/** Each answer once, then refusals. */
const inTurn = (...answers: ExchangeQuote[]): Handlers => ({
  exchangeQuote: () => answers.shift() ?? refusal('internal'),
});

describe('a quote', () => {
  it('is asked for once the person pauses, about what stands there then', async () => {
    const worker = new FakeWorker({ ...goodHandlers() });
    const { quote, enter } = show(custodyQuote, worker);
    enter({ planId: 'p7', amount: '100' });
    enter({ planId: 'p7', amount: '1000' });
    expect([quote().isAsking, quote().held]).toEqual([true, null]);
    await until(() => expect(quote().quote).not.toBeNull());
    expect(quote().held?.untilMs).toBeNull();
    expect(worker.inputsOf('custodyQuote')).toEqual([{ planId: 'p7', amount: '1000' }]);
    enter({ planId: 'p7', amount: '1001' });
    expect(quote().held).toBeNull();
  });

  it('that has a term is renewed before it ends, and holds by the time at which it was asked for', async () => {
    const worker = new FakeWorker(inTurn({ ...QUOTE, validMs: 1 }, { ...QUOTE, id: '8' }));
    const { quote, enter } = show(exchangeQuote, worker);
    const earliestMs = Date.now();
    enter(PAY);
    await until(() => expect(quote().quote?.id).toBe('8'));
    const untilMs = quote().held?.untilMs ?? 0;
    expect(untilMs).toBeGreaterThanOrEqual(earliestMs + QUOTE.validMs);
    expect(untilMs).toBeLessThanOrEqual(Date.now() + QUOTE.validMs);
    expect(worker.inputsOf('exchangeQuote')).toHaveLength(2);
  });

  it('is not renewed while it is confirmed, and is asked for anew on demand', async () => {
    const worker = new FakeWorker(inTurn(QUOTE, { ...QUOTE, id: '8', validMs: 1 }));
    const { quote, enter } = show(exchangeQuote, worker);
    enter(PAY);
    await until(() => expect(quote().quote?.id).toBe('7'));
    enter(PAY, true);
    let asked: Awaited<ReturnType<Quote<ExchangeQuote>['ask']>> = null;
    await act(async () => {
      asked = await quote().ask();
    });
    expect(asked).toMatchObject({ quote: { id: '8' } });
    // The quote has ended and the form would renew it at once; while the person confirms, it is still not renewed.
    enter(PAY, true);
    expect(worker.inputsOf('exchangeQuote')).toHaveLength(2);
    enter(PAY, false);
    await until(() => expect(worker.inputsOf('exchangeQuote').length).toBeGreaterThan(2));
  });

  it('is of no use to who has typed something else meanwhile', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const answers = [QUOTE];
    const worker = new FakeWorker({
      exchangeQuote: async () => {
        const answer = answers.shift();
        if (answer) return answer;
        await gate;
        return QUOTE;
      },
    });
    const { quote, enter } = show(exchangeQuote, worker);
    enter(PAY);
    await until(() => expect(quote().held).not.toBeNull());
    let asked: ReturnType<Quote<ExchangeQuote>['ask']> | null = null;
    act(() => {
      asked = quote().ask();
    });
    enter({ ...PAY, amount: '81' });
    release();
    await act(async () => expect(await asked).toBeNull());
  });

  it('says why there is none, asks nothing without a connection, and asks again when it is back', async () => {
    const worker = new FakeWorker({ custodyQuote: () => refusal('network') });
    const { quote, enter } = show(custodyQuote, worker);
    await until(() => expect(worker.isSubscribed).toBe(true));
    enter({ planId: 'p7', amount: '1000' });
    await until(() => expect(quote().error?.code).toBe('network'));
    worker.emit({ type: 'connection', online: false });
    enter({ planId: 'p7', amount: '2000' });
    await until(() => expect(quote().error?.code).toBe('offline'));
    expect(worker.inputsOf('custodyQuote')).toEqual([{ planId: 'p7', amount: '1000' }]);
    worker.handlers = goodHandlers();
    worker.emit({ type: 'connection', online: true });
    await until(() => expect(quote().held).not.toBeNull());
  });
});
