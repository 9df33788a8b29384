/** Sources of another shape, which the operator describes by JSON pointers; over a real HTTP server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseShape } from '../../../gateway/adapters/quotes/answer-shape';
import { httpQuoteSource } from '../../../gateway/adapters/quotes/http-source';
import { parseProducts } from '../../../gateway/adapters/quotes/source';
import { endsEarly, openPriceServer, says, type Behaviour, type PriceServer } from './price-server';

const AT = 1_795_000_000_000;
const ISO = new Date(AT).toISOString();
const PRODUCTS = parseProducts('EUR/USD:5=EUR/USD, XAU/USD:2=gold~1') ?? [];
const LIST = { list: '/data/ticks', symbol: '/s', price: '/last', time: '/t' };
const PLACES = { price: '/rates/{symbol}/last', time: '/updated' };

let server: PriceServer;
beforeAll(async () => {
  server = await openPriceServer();
});
afterAll(() => server.close());

function read(shape: object, behaviour: Behaviour) {
  server.behave(behaviour);
  const { url, timeoutMs } = server;
  const given = { url, name: 'desk', products: PRODUCTS, timeoutMs, everyMs: 1, key: null };
  return httpQuoteSource({ ...given, shape: parseShape(JSON.stringify(shape)) }).read(AT);
}
const ticks = (...all: unknown[]) => says({ data: { ticks: all } });
const tick = (over: object = {}) => ({ s: 'EUR/USD', last: '1.08457', t: AT, ...over });
const rates = (all: object, updated: unknown = AT) => says({ updated, rates: all });

describe('prices in a list', () => {
  it.each<[string, object, unknown]>([
    ['texts', {}, tick()],
    ['numbers', {}, tick({ last: 1.08457 })],
    ['seconds', { timeUnit: 's' }, tick({ t: AT / 1_000 })],
    ['an ISO time', { timeUnit: 'iso' }, tick({ t: ISO })],
  ])('are read: %s', async (_name, unit, entry) => {
    expect(await read({ ...LIST, ...unit }, ticks(entry))).toEqual([{ symbol: 'EUR/USD', price: '1.08457', at: AT }]);
  });

  it.each<[string, Behaviour]>([
    ['no list', says({ data: { ticks: {} } })],
    ['a list elsewhere', says({ ticks: [] })],
    ['an entry without its symbol', ticks(tick(), { last: '1', t: AT })],
    ['a price that is an object', ticks(tick({ last: {} }))],
    [
      'a number with more digits than a float has',
      says('{"data":{"ticks":[{"s":"EUR/USD","last":1.0845712345678912,"t":1}]}}'),
    ],
    ['a time of another unit', ticks(tick({ t: ISO }))],
    ['no time', ticks(tick({ t: undefined }))],
    ['a time beyond all', ticks(tick({ t: 9e15 }))],
    ['more prices than anybody shows', ticks(...Array.from({ length: 501 }, () => tick()))],
    ['a name of every object', ticks(Object.create({ s: 'EUR/USD' }) as object)],
    ['half an answer', endsEarly({ data: { ticks: [tick()] } })],
  ])('are refused as a whole: %s', async (_name, behaviour) => {
    await expect(read(LIST, behaviour)).rejects.toMatchObject({ code: 'malformed' });
  });
});

describe('prices at places of their own', () => {
  it('are read by the name that the source gives each product', async () => {
    const all = { 'EUR/USD': { last: '1.08457' }, 'gold~1': { last: 4066.12 }, other: 'x' };
    expect(await read({ ...PLACES, timeUnit: 's' }, rates(all, AT / 1_000))).toEqual([
      { symbol: 'EUR/USD', price: '1.08457', at: AT },
      { symbol: 'gold~1', price: '4066.12', at: AT },
    ]);
  });

  it('leave out what is not there, and are refused where nothing is', async () => {
    expect(await read(PLACES, rates({ 'EUR/USD': { last: '1' } }))).toHaveLength(1);
    await expect(read(PLACES, rates({ EURUSD: { last: '1' } }))).rejects.toMatchObject({ code: 'malformed' });
    await expect(read({ ...PLACES, price: '/{symbol}/constructor/name' }, rates({}))).rejects.toMatchObject({
      code: 'malformed',
    });
  });
});
