import { act } from 'react';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { INTERVAL_MS, MAX_CANDLES, type QuoteCandle } from '../../../../contract/calls/quotes';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import Home from '../../../../src/pages/home/Home';
import Markets from '../../../../src/pages/quotes/Markets';
import type { ChartSettings } from '../../../../src/pages/quotes/Markets/candle-chart';
import { rangeOf, withLive, withPrice } from '../../../../src/pages/quotes/quote';
import { setUpdown } from '../../../../src/theme/theme';
import { find } from '../../support/render';
import { FakeWorker, refusal, type Handlers } from '../fake-worker';
import { goodHandlers } from '../fixtures';
import { named, open, tap, text, until, untilText } from '../support';
import { candlesUntil, liveOf, quoteOf } from './quotes-fixtures';

/** The drawing needs a canvas, which this environment lacks: here it is what it was asked to draw. */
const drawing = vi.hoisted(() => ({
  settings: [] as unknown[],
  shown: [] as unknown[],
  recoloured: 0,
  removed: 0,
  fails: false,
}));
vi.mock('../../../../src/pages/quotes/Markets/candle-chart', () => ({
  drawChart(_box: HTMLElement, settings: unknown) {
    if (drawing.fails) throw new Error('no chart');
    drawing.settings.push(settings);
    return {
      show: (candles: unknown) => void drawing.shown.push(candles),
      recolour: () => void (drawing.recoloured += 1),
      remove: () => void (drawing.removed += 1),
    };
  },
}));

const lastDrawn = () => drawing.shown.at(-1) as QuoteCandle[];
const lastSettings = () => drawing.settings.at(-1) as ChartSettings;

let now = 0;
beforeEach(() => {
  now = Date.now();
  Object.assign(drawing, { settings: [], shown: [], recoloured: 0, removed: 0, fails: false });
  appHistory.replace(paths.markets);
});

function show(changes: Handlers = {}): FakeWorker {
  const worker = new FakeWorker({
    productQuotes: () => ({
      products: [
        quoteOf(now - 2_000),
        quoteOf(now - 300_000, {
          id: 'EUR-USD',
          base: 'EUR',
          decimals: 5,
          price: '1.08457',
          change: '0.001200',
          moved: '0.00130',
          source: 'Desk',
          points: ['1.08327'],
        }),
      ],
    }),
    productQuote: ({ interval }) => ({ quote: quoteOf(now - 2_000), interval, candles: candlesUntil(now) }),
    ...changes,
  });
  open(Markets, worker);
  return worker;
}

describe('the list of products', () => {
  it('shows price, change, source and age of each, and leads to its chart', async () => {
    show();
    await untilText(
      'BTC/USD',
      '91,284.50',
      '−0.64%',
      'Simulated · ',
      ' s ago',
      'EUR/USD',
      '1.08457',
      '+0.12%',
      'Desk · as of',
    );
    expect(named('BTC/USD').getAttribute('href')).toBe(`#${paths.markets}?id=BTC-USD`);
    expect(text()).toContain('no money moves at these prices');
  });

  it('greys what is older than a minute, and nothing else', async () => {
    show();
    await untilText('EUR/USD');
    expect([named('BTC/USD'), named('EUR/USD')].map((row) => row.dataset['old'])).toEqual([undefined, 'true']);
  });

  it('follows the live stream, and never goes back', async () => {
    const worker = show();
    await untilText('91,284.50');
    await until(() => expect(worker.isSubscribed).toBe(true));
    act(() =>
      worker.emit({ type: 'prices', prices: [liveOf(now + 3_000, { price: '91300.00', change: '-0.006232' })] }),
    );
    await untilText('91,300.00', '−0.62%');
    act(() => worker.emit({ type: 'prices', prices: [liveOf(now - 60_000, { price: '80000.00' })] }));
    act(() => worker.emit({ type: 'prices', prices: [liveOf(now + 4_000, { id: 'EUR-USD', price: '1.20000' })] }));
    // Both have been heard by then.
    await untilText('1.20000');
    expect(text()).toContain('91,300.00');
    expect(text()).not.toContain('80,000.00');
  });

  it('says so where there is no source', async () => {
    show({ productQuotes: () => ({ products: [] }) });
    await untilText('Products appear here as soon as there is a source of prices.');
  });

  it('tells in place what failed', async () => {
    show({ productQuotes: () => refusal('network') });
    await untilText('The server cannot be reached', 'Retry');
  });
});

describe('one product', () => {
  beforeEach(() => appHistory.replace(`${paths.markets}?id=BTC-USD`));

  it('shows price, change in both ways, the day, source and age', async () => {
    show();
    await untilText('BTC/USD', '91,284.50', '−0.64%', '−588.00', 'Simulated', ' s ago');
    await untilText('24 h ago', '91,872.50', '24 h high', '92,001.10', '24 h low', '90,950.05');
  });

  it('draws the candles, hourly at first, and says them in a sentence', async () => {
    const worker = show();
    await until(() => expect(drawing.shown.length).toBeGreaterThan(0));
    expect(lastDrawn()).toEqual(candlesUntil(now));
    expect(lastSettings()).toMatchObject({ decimals: 2, locale: 'en' });
    expect(lastSettings().priceText('1234.5')).toBe('1,234.50');
    expect(find('[role=img][aria-label*="lowest"]').getAttribute('aria-label')).toMatch(
      /^BTC\/USD from .+ to .+: from 91,872\.50 to 91,284\.50, lowest 90,950\.05, highest 92,001\.10$/,
    );
    expect(worker.inputsOf('productQuote')).toEqual([{ id: 'BTC-USD', interval: '1h' }]);
  });

  it('asks for the interval that is chosen, and keeps it in the address', async () => {
    const worker = show();
    await untilText('91,284.50');
    await act(async () => find<HTMLInputElement>('input[value="5m"]').click());
    await until(() => expect(worker.inputsOf('productQuote').at(-1)).toEqual({ id: 'BTC-USD', interval: '5m' }));
    expect(location.hash).toContain('interval=5m');
    await until(() => expect(lastSettings().markText(Date.UTC(2026, 10, 21, 9), 'year')).toBe('2026'));
  });

  it('reads out the candle under the crosshair, else the last one', async () => {
    show();
    await until(() => expect(drawing.shown.length).toBeGreaterThan(0));
    const [first, , last] = candlesUntil(now);
    const readOut = () => [...document.querySelectorAll('dl')].at(-1)?.textContent;
    expect(readOut()).toContain(`Closing91,284.50`);
    act(() => lastSettings().onPoint(first?.at ?? 0));
    expect(readOut()).toBe('Opening91,872.50High92,001.10Low91,500.00Closing91,600.00');
    act(() => lastSettings().onPoint(null));
    expect(readOut()).toContain(`Opening91,000.00`);
    expect(last).toBeDefined();
  });

  it('has every figure in a table, newest first', async () => {
    show();
    await untilText('View as table');
    await tap('View as table');
    await until(() => expect(document.querySelectorAll('dialog tbody tr')).toHaveLength(3));
    const rows = [...document.querySelectorAll('dialog tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map((cell) => cell.textContent),
    );
    expect(rows[0]).toEqual(['91,000.00', '91,284.50', '90,990.00', '91,284.50']);
    expect(rows[2]).toEqual(['91,872.50', '92,001.10', '91,500.00', '91,600.00']);
  });

  it('moves its last candle with the live price', async () => {
    const worker = show();
    await until(() => expect(drawing.shown.length).toBeGreaterThan(0));
    await until(() => expect(worker.isSubscribed).toBe(true));
    const at = Math.floor(now / INTERVAL_MS['1h']) * INTERVAL_MS['1h'] + INTERVAL_MS['1h'] - 1;
    act(() => worker.emit({ type: 'prices', prices: [liveOf(at, { price: '92500.00' })] }));
    await until(() =>
      expect(lastDrawn().at(-1)).toMatchObject({ high: '92500.00', close: '92500.00', open: '91000.00' }),
    );
  });

  it('takes the colours anew when their direction changes', async () => {
    show();
    await until(() => expect(drawing.recoloured).toBeGreaterThan(0));
    const before = drawing.recoloured;
    act(() => setUpdown('green-up'));
    await until(() => expect(drawing.recoloured).toBe(before + 1));
    act(() => setUpdown(null));
  });

  it('tells when the drawing cannot be loaded: the figures are there, and it can be tried again', async () => {
    drawing.fails = true;
    show();
    await untilText('The chart could not be loaded.', 'The table has every figure.', 'View as table');
    drawing.fails = false;
    await tap('Retry');
    await until(() => expect(drawing.shown.length).toBeGreaterThan(0));
  });

  it('has an empty chart before there are candles', async () => {
    show({ productQuote: ({ interval }) => ({ quote: quoteOf(now), interval, candles: [] }) });
    await untilText('Candles appear here as prices come in.');
  });
});

describe('Home', () => {
  beforeEach(() => appHistory.replace(paths.home));

  it('shows the first three products, with the way to all', async () => {
    const ids = ['BTC', 'ETH', 'XAU', 'EUR'];
    const products = ids.map((base) => quoteOf(now, { id: `${base}-USD`, base }));
    open(Home, new FakeWorker({ ...goodHandlers(), productQuotes: () => ({ products }) }));
    await untilText('BTC/USD', 'ETH/USD', 'XAU/USD');
    expect(text()).not.toContain('EUR/USD');
    expect(named('All').getAttribute('href')).toBe(`#${paths.markets}`);
  });

  it('has no such part without a source', async () => {
    open(Home, new FakeWorker(goodHandlers()));
    await untilText('28,640');
    expect(document.querySelector(`a[href^="#${paths.markets}?id="]`)).toBeNull();
  });
});

describe('a live price', () => {
  const START = Date.UTC(2026, 10, 21, 9);

  it('is the later of the two', () => {
    const quote = quoteOf(START);
    expect(withLive(quote, undefined)).toBe(quote);
    expect(withLive(quote, liveOf(START, { price: '1.00' }))).toBe(quote);
    expect(withLive(quote, liveOf(START + 1, { price: '1.00' }))).toEqual({ ...quote, at: START + 1, price: '1.00' });
  });

  it('goes into the candle of its time, or begins the next one', () => {
    const candles = candlesUntil(START);
    const last = candles.at(-1);
    expect(withPrice(candles, { at: START + 1, price: '90000.00' }, '1h').at(-1)).toEqual({
      ...last,
      low: '90000.00',
      close: '90000.00',
    });
    const next = withPrice(candles, { at: START + INTERVAL_MS['1h'], price: '9.00' }, '1h');
    expect(next.at(-1)).toEqual({
      at: START + INTERVAL_MS['1h'],
      open: '9.00',
      high: '9.00',
      low: '9.00',
      close: '9.00',
    });
    expect(withPrice(candles, { at: START - 1, price: '9.00' }, '1h')).toBe(candles);
    expect(withPrice([], { at: START, price: '9.00' }, '1h')).toEqual([]);
  });

  it('never makes more candles than there may be, nor one whose figures do not fit together', () => {
    const price = fc.integer({ min: 1, max: 99_999_999 }).map((cents) => (cents / 100).toFixed(2));
    const steps = fc.array(fc.record({ passedMs: fc.integer({ min: 1, max: 100_000 }), price }), { maxLength: 250 });
    fc.assert(
      fc.property(steps, (course) => {
        let candles: readonly QuoteCandle[] = [{ at: START, open: '5.00', high: '5.00', low: '5.00', close: '5.00' }];
        let at = START;
        for (const { passedMs, price: stated } of course) {
          at += passedMs;
          candles = withPrice(candles, { at, price: stated }, '1m');
          const last = candles.at(-1);
          const figures = [last?.open, last?.high, last?.low, last?.close].map(Number);
          const [, high, low, close] = figures;
          expect([high, low]).toEqual([Math.max(...figures), Math.min(...figures)]);
          expect(close).toBe(Number(stated));
        }
        expect(candles.length).toBeLessThanOrEqual(MAX_CANDLES);
        expect(rangeOf(candles)?.high).toBeDefined();
      }),
      { numRuns: 20 },
    );
  });
});
