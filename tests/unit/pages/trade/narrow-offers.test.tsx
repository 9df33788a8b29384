/** A market's offers narrowed on the device, as in airplane mode (src/pages/trade/parts/narrow-offers.ts). */
import { describe, expect, it } from 'vitest';
import { narrowOffers } from '../../../../src/pages/trade/parts/narrow-offers';
import { GOOD_RATE } from '../../../../src/pages/trade/parts/useMarketFilters';

const offer = (id: string, remaining: string, createdAt: number, completionRate: string | null) => ({
  id,
  remaining,
  createdAt,
  trader: { completionRate },
});
/** The best price first. */
const OFFERS = [
  offer('a', '9.000000', 3, GOOD_RATE),
  offer('b', '100.000000', 1, '0.5'),
  offer('c', '20.000001', 2, null),
  offer('d', '20.000000', 4, '1'),
];
const all = () => true;

describe('offers on the device', () => {
  const narrowed = (filters: Parameters<typeof narrowOffers>[1], fits: (one: { id: string }) => boolean = all) =>
    narrowOffers(OFFERS, filters, 'USDT', fits)
      .map(({ id }) => id)
      .join('');

  it('stay in the order of the price', () => {
    expect(narrowed({ isGood: false, sort: 'price' })).toBe('abcd');
  });

  it('are ordered by quantity, not by its text', () => {
    expect(narrowed({ isGood: false, sort: 'quantity' })).toBe('bcda');
  });

  it('are ordered by age, newest first', () => {
    expect(narrowed({ isGood: false, sort: 'newest' })).toBe('dacb');
  });

  it('are of good traders alone: from the rate on, and of nobody without one', () => {
    expect(narrowed({ isGood: true, sort: 'price' })).toBe('ad');
  });

  it('pass the market’s own filters, too', () => {
    expect(narrowed({ isGood: true, sort: 'newest' }, ({ id }) => id !== 'a')).toBe('d');
  });

  it('leave the list as it was', () => {
    narrowed({ isGood: false, sort: 'newest' });
    expect(OFFERS.map(({ id }) => id).join('')).toBe('abcd');
  });
});
