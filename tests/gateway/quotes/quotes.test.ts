/** Market quotes on both databases: what is kept of a source's prices, what devices are told, and a source that cannot be trusted. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { INTERVAL_MS, MAX_CANDLES, productQuote, productQuotes, SIMULATED } from '../../../contract/calls/quotes';
import type { QuoteInterval } from '../../../contract/calls/quotes';
import { httpQuoteSource } from '../../../gateway/adapters/quotes/http-source';
import {
  DEFAULT_PRODUCTS,
  parseProducts,
  priceUnits,
  type QuoteSource,
  type StatedPrice,
} from '../../../gateway/adapters/quotes/source';
import { simulatedMarket } from '../../../gateway/adapters/quotes/simulated';
import { purgeCandles } from '../../../gateway/domain/quotes/keep';
import { quoteHandlers } from '../../../gateway/domain/quotes/handlers';
import { keepQuotes } from '../../../gateway/jobs/quotes';
import type { Deps, UserContext } from '../../../gateway/domain/call-context';
import { testDeps } from '../world';
import { openLiveGateway } from '../live/world';
import { describeOnDatabase } from '../support/database';
import {
  breaksOff,
  dawdles,
  endsEarly,
  floods,
  openPriceServer,
  says,
  stalls,
  states,
  type Behaviour,
  type PriceServer,
} from './price-server';

const START = Date.UTC(2026, 10, 21, 9);
const MINUTE_MS = 60_000;
const DAY_MS = INTERVAL_MS['1d'];
const PRODUCTS = parseProducts('BTC/USD:2, EUR/USD:5') ?? [];

interface Scripted extends QuoteSource {
  stated: StatedPrice[];
}

/** A source that states what the test says. */
const scripted = (name: string): Scripted => {
  const source: Scripted = {
    name,
    products: PRODUCTS,
    everyMs: 0,
    past: null,
    stated: [],
    read: async () => source.stated,
  };
  return source;
};

/** A gateway with a source and a clock of the test's. */
function gatewayOn(database: Deps['db'], source: QuoteSource | null, now = START) {
  const { deps, time } = testDeps(database, now);
  deps.quotes = source;
  const warned: { event: string; code?: string | undefined; count?: number | undefined }[] = [];
  deps.log = { ...deps.log, warn: (event, { code, count } = {}) => void warned.push({ event, code, count }) };
  const context = () => ({ deps, now: time.now }) as UserContext;
  return {
    deps,
    time,
    warned,
    tick: () => keepQuotes(deps),
    list: async () => productQuotes.output.parse(await quoteHandlers.productQuotes(context(), {})).products,
    async chart(id: string, interval: QuoteInterval) {
      const answer = await quoteHandlers.productQuote(context(), { id, interval });
      return productQuote.output.parse(answer);
    },
  };
}
type Gateway = ReturnType<typeof gatewayOn>;

/** Passes the time to `at` and has the source state this price of BTC. */
async function state(gateway: Gateway, source: Scripted, at: number, price: string): Promise<void> {
  gateway.time.now = at;
  source.stated = [{ symbol: 'BTC/USD', price, at }];
  await gateway.tick();
}

describeOnDatabase('market quotes', (fixture) => {
  beforeEach(() =>
    fixture.owner(async ({ pool }) => {
      await pool.query('DELETE FROM product_candles');
      await pool.query('DELETE FROM product_quotes');
      await pool.query('DELETE FROM live_events');
      await pool.query(`DELETE FROM system_jobs WHERE name = 'quotes'`);
    }),
  );

  it('are none without a source, and none of a product that never had a price', async () => {
    const source = scripted('desk');
    expect(await gatewayOn(fixture.database, null).list()).toEqual([]);
    const gateway = gatewayOn(fixture.database, source);
    await state(gateway, source, START, '100');
    expect((await gateway.list()).map(({ id }) => id)).toEqual(['BTC-USD']);
    await expect(gateway.chart('EUR-USD', '1m')).rejects.toMatchObject({ code: 'not-found' });
    await expect(gateway.chart('RAB-USD', '1m')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('tell price, change, high and low of 24 hours, source and the price’s own time', async () => {
    const source = scripted('desk');
    const gateway = gatewayOn(fixture.database, source);
    const course: [number, string][] = [
      [START, '100'],
      [START + 30_000, '104.5'],
      [START + 2 * MINUTE_MS, '98.004'],
      [START + 3 * MINUTE_MS, '101.25'],
    ];
    for (const [at, price] of course) await state(gateway, source, at, price);
    expect(await gateway.list()).toEqual([
      {
        id: 'BTC-USD',
        base: 'BTC',
        counter: 'USD',
        decimals: 2,
        price: '101.25',
        change: '0.012500',
        moved: '1.25',
        open: '100.00',
        high: '104.50',
        low: '98.00',
        at: START + 3 * MINUTE_MS,
        source: 'desk',
        points: ['101.25'],
      },
    ]);
    // A day later the price of then is what it is compared with.
    await state(gateway, source, START + DAY_MS, '101');
    await state(gateway, source, START + DAY_MS + 10 * MINUTE_MS, '90.9');
    expect((await gateway.list())[0]).toMatchObject({
      open: '101.00',
      high: '101.00',
      low: '90.90',
      change: '-0.100000',
      moved: '-10.10',
    });
  });

  it('are folded into candles of every length, each price once', async () => {
    const source = scripted('desk');
    const gateway = gatewayOn(fixture.database, source);
    const beside = gatewayOn(fixture.database, source);
    await state(gateway, source, START, '100');
    await state(gateway, source, START + 20_000, '103');
    beside.time.now = gateway.time.now;
    // The same price again, from two gateways at once.
    await Promise.all([gateway.tick(), beside.tick(), gateway.tick()]);
    await state(gateway, source, START + 50_000, '99');
    await state(gateway, source, START + 60_000, '102');
    const candle = (at: number, ...[open, high, low, close]: string[]) => ({ at, open, high, low, close });
    expect((await gateway.chart('BTC-USD', '1m')).candles).toEqual([
      candle(START, '100.00', '103.00', '99.00', '99.00'),
      candle(START + MINUTE_MS, '102.00', '102.00', '102.00', '102.00'),
    ]);
    for (const interval of ['5m', '1h', '1d'] as const) {
      const at = Math.floor(START / INTERVAL_MS[interval]) * INTERVAL_MS[interval];
      expect((await gateway.chart('BTC-USD', interval)).candles).toEqual([
        candle(at, '100.00', '103.00', '99.00', '102.00'),
      ]);
    }
  });

  it('never mix sources: another one begins anew', async () => {
    const [desk, other] = [scripted('desk'), scripted('other')];
    await state(gatewayOn(fixture.database, desk), desk, START, '100');
    const gateway = gatewayOn(fixture.database, other);
    // Beyond the band of what the first one said, and before its last time.
    await state(gateway, other, START - 1_000, '500');
    const { quote, candles } = await gateway.chart('BTC-USD', '1d');
    expect(quote).toMatchObject({ source: 'other', price: '500.00', open: '500.00', change: '0.000000' });
    expect(candles).toMatchObject([{ open: '500.00', low: '500.00' }]);
  });

  it('keep candles for a bounded time', async () => {
    const source = scripted('desk');
    const gateway = gatewayOn(fixture.database, source);
    await state(gateway, source, START, '100');
    const lengths = async () => {
      const { rows } = await fixture.database.pool.query<{ span_s: number }>(
        'SELECT span_s FROM product_candles ORDER BY span_s',
      );
      return rows.map(({ span_s }) => span_s);
    };
    await purgeCandles(fixture.database.db, START + MAX_CANDLES * MINUTE_MS);
    expect(await lengths()).toEqual([60, 300, 3600, 86_400]);
    await purgeCandles(fixture.database.db, START + DAY_MS);
    expect(await lengths()).toEqual([300, 3600, 86_400]);
    await purgeCandles(fixture.database.db, START + 60 * DAY_MS);
    expect(await lengths()).toEqual([86_400]);
  });

  it('of the simulated market are labelled, full from the first price on, and live', async () => {
    const gateway = gatewayOn(fixture.database, simulatedMarket(parseProducts(DEFAULT_PRODUCTS) ?? []));
    await gateway.tick();
    const list = await gateway.list();
    expect(list).toHaveLength(8);
    for (const { source, points, high, low, at } of list) {
      expect([source, points.length, at]).toEqual([SIMULATED, 48, START]);
      expect(priceUnits(high) > priceUnits(low)).toBe(true);
    }
    for (const interval of Object.keys(INTERVAL_MS) as QuoteInterval[]) {
      const { candles } = await gateway.chart('BTC-USD', interval);
      expect(candles).toHaveLength(MAX_CANDLES);
      // The one that was computed before it and the one that is kept are one candle.
      expect(new Set(candles.map(({ at }) => at)).size).toBe(MAX_CANDLES);
    }
    const before = (await gateway.chart('BTC-USD', '1h')).candles;
    gateway.time.now += 5_000;
    await gateway.tick();
    const { quote, candles } = await gateway.chart('BTC-USD', '1h');
    expect(quote.at).toBe(START + 5_000);
    expect(candles.slice(0, -1)).toEqual(before.slice(0, -1));
    expect(candles.at(-1)).toMatchObject({ open: before.at(-1)?.open, close: quote.price });
  });

  it('go out with the live stream, those that have changed, one page for all', async () => {
    const source = scripted('desk');
    const live = await openLiveGateway(fixture.database);
    live.deps.quotes = source;
    const hear = async (btc: string, eur: string) => {
      const at = live.time.now;
      source.stated = [
        { symbol: 'BTC/USD', price: btc, at },
        ...(eur === '' ? [] : [{ symbol: 'EUR/USD', price: eur, at }]),
      ];
      await keepQuotes(live.deps);
    };
    await hear('100', '1.1');
    const { token } = await live.login();
    const stream = await live.stream(token);
    const prices = async () => {
      // Pages with events come in between.
      for (;;) {
        const page = await stream.next();
        if (page?.data.prices) return page.data.prices;
      }
    };
    expect(await prices()).toMatchObject([{ price: '100.00' }, { price: '1.10000' }]);
    await live.turn(2_000);
    expect(await prices()).toMatchObject([{ id: 'BTC-USD' }, { id: 'EUR-USD' }]);
    live.time.now += 2_000;
    await hear('101', '');
    await live.turn(2_000);
    expect(await prices()).toEqual([
      {
        id: 'BTC-USD',
        price: '101.00',
        change: '0.010000',
        moved: '1.00',
        high: '101.00',
        low: '100.00',
        at: live.time.now - 2_000,
        source: 'desk',
      },
    ]);
    await stream.close();
  });
});

describeOnDatabase('a source over HTTP', (fixture) => {
  let server: PriceServer;
  let gateway: Gateway;
  beforeAll(async () => {
    server = await openPriceServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await fixture.owner(async ({ pool }) => {
      await pool.query('DELETE FROM product_candles');
      await pool.query('DELETE FROM product_quotes');
      await pool.query(`DELETE FROM system_jobs WHERE name = 'quotes'`);
    });
    gateway = gatewayOn(fixture.database, sourceOf(server));
    server.behave(btc('100', START));
    await gateway.tick();
    gateway.time.now += 10_000;
  });
  const sourceOf = (of: PriceServer): QuoteSource => {
    const made = () => {
      const { url, timeoutMs } = of;
      return httpQuoteSource({
        url,
        name: 'desk',
        products: PRODUCTS,
        timeoutMs,
        everyMs: 10_000,
        key: 'k1',
        shape: null,
      });
    };
    return { ...made(), read: (now) => made().read(now) };
  };
  const btc = (price: unknown, time: unknown) => states({ symbol: 'BTC/USD', price, time });
  const shown = async () => (await gateway.list()).map(({ price, at }) => ({ price, at }));
  const GOOD = [{ price: '100.00', at: START }];

  it('is asked with its key, by all gateways together no more often than it is set to be', async () => {
    expect(server.asked.at(-1)).toBe('Bearer k1');
    expect(await shown()).toEqual(GOOD);
    const before = server.asked.length;
    const beside = gatewayOn(fixture.database, sourceOf(server), gateway.time.now);
    await Promise.all([gateway.tick(), beside.tick()]);
    await Promise.all([gateway.tick(), beside.tick()]);
    expect(server.asked.length - before).toBe(1);
  });

  const TIME = START + 10_000;
  const whole = { prices: [{ symbol: 'BTC/USD', price: '101', time: TIME }] };
  it.each<[string, Behaviour, string]>([
    ['is away', says('', 503), 'refused'],
    ['has moved', (response) => void response.writeHead(302, { location: '/elsewhere' }).end(), 'unreachable'],
    ['says nothing', stalls, 'too-slow'],
    ['stops in the middle', dawdles, 'too-slow'],
    ['hangs up in the middle', breaksOff, 'unreachable'],
    ['sends half an answer as if it were whole', endsEarly(whole), 'malformed'],
    ['never ends', floods, 'too-large'],
    ['answers with a page', says('<html>'), 'malformed'],
    ['answers with other JSON', says({ data: [] }), 'malformed'],
    ['states numbers', btc(101, TIME), 'malformed'],
    ['states no time', btc('101', undefined), 'malformed'],
    ['states a time that is none', btc('101', 'now'), 'malformed'],
  ])('that %s is told to the operator, and the last good price stays with its age', async (_name, behaviour, code) => {
    server.behave(behaviour);
    await gateway.tick();
    expect(gateway.warned).toEqual([{ event: 'quotes-unavailable', code, count: undefined }]);
    expect(await shown()).toEqual(GOOD);
    // And it is believed again as soon as it makes sense.
    gateway.time.now += 10_000;
    server.behave(btc('101', gateway.time.now));
    await gateway.tick();
    expect(await shown()).toEqual([{ price: '101.00', at: gateway.time.now }]);
  });

  it.each<[string, unknown, number, string]>([
    ['zero', '0', TIME, 'not-a-price'],
    ['a price of the future', '101', TIME + 60_000, 'from-the-future'],
    ['an old price', '101', TIME - 400_000, 'too-old'],
    ['a jump', '1000', TIME, 'jump'],
  ])('that states %s is not believed, and its other prices are', async (_name, price, time, code) => {
    server.behave(
      states(
        { symbol: 'BTC/USD', price, time },
        { symbol: 'EUR/USD', price: '1.1', time: TIME },
        { symbol: 'X', price, time },
      ),
    );
    await gateway.tick();
    expect(gateway.warned).toEqual([{ event: 'quotes-refused', code, count: 1 }]);
    expect(await shown()).toEqual([...GOOD, { price: '1.10000', at: TIME }]);
  });
});
