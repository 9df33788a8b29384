import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rateUnits, RATE_SCALE, toUnits, unitsToDecimal } from '../../../../contract/money';
import { timelineCsv } from '../../../../src/pages/trade/TradeDetail/timeline-csv';
import { escrowRows, shareOf, stateSince } from '../../../../src/pages/trade/trade';
import { fiatFor, largestSale, usdtFor } from '../../../../src/pages/trade/usdt/arithmetic';
import { paidOf, START, tradeOf } from './usdt-fixtures';

const names = (trade: Parameters<typeof escrowRows>[0]) => escrowRows(trade).map(({ name, look }) => `${name} ${look}`);

describe('amounts of the USDT market', () => {
  it('gives back the fiat that was typed: what it buys costs exactly that', () => {
    const fiat = fc.bigInt({ min: 1n, max: 10n ** 12n }).map((units) => unitsToDecimal(units, 2));
    // Below 10,000 a unit of USDT costs less than a cent.
    const price = fc.bigInt({ min: 1n, max: 10n ** 8n - 1n }).map((units) => unitsToDecimal(units, 4));
    fc.assert(
      fc.property(fiat, price, (amount, each) => {
        expect(fiatFor(usdtFor(amount, each), each)).toBe(amount);
      }),
    );
  });

  it('sells as much as the fee on top leaves, and not a unit less', () => {
    const available = fc.bigInt({ min: 0n, max: 10n ** 15n });
    const rate = fc.bigInt({ min: 0n, max: RATE_SCALE / 2n });
    const cost = (quantity: bigint, share: bigint) => quantity + (quantity * share + RATE_SCALE - 1n) / RATE_SCALE;
    fc.assert(
      fc.property(available, rate, (all, share) => {
        const feeRate = unitsToDecimal(share, 10);
        const most = toUnits(largestSale(unitsToDecimal(all, 6), feeRate), 'USDT');
        expect(rateUnits(feeRate)).toBe(share);
        expect(cost(most, share) <= all).toBe(true);
        expect(cost(most + 1n, share) > all).toBe(true);
      }),
    );
  });

  it('shares for bars: nothing of nothing is nothing', () => {
    expect([shareOf('50', '200'), shareOf('0', '0'), shareOf('200.000000', '200')]).toEqual([0.25, 0, 1]);
  });
});

describe('the escrow’s timeline', () => {
  it('has the five steps of an order, the third awaited', () => {
    expect(names(tradeOf())).toEqual(['taken done', 'locked done', 'pay now', 'confirm next', 'end next']);
  });

  it('has all five behind it when the seller has confirmed', () => {
    const { timeline } = paidOf();
    const completed = { step: 'completed', by: 'me', reason: null, at: START } as const;
    expect(names(paidOf({ state: 'completed', timeline: [...timeline, completed] }))).toEqual([
      'taken done',
      'locked done',
      'paid done',
      'confirmed done',
      'completed done',
    ]);
  });

  it('goes to the platform’s decision in a dispute', () => {
    const { timeline } = paidOf();
    const disputed = { step: 'disputed', by: 'them', reason: null, at: START } as const;
    expect(names(paidOf({ state: 'dispute', timeline: [...timeline, disputed] })).slice(2)).toEqual([
      'paid done',
      'disputed bad',
      'ruling now',
      'end next',
    ]);
  });

  it('ends with a cancelling and its reason; nothing is awaited then', () => {
    const cancelled = { step: 'cancelled', by: 'platform', reason: 'not-paid', at: START } as const;
    const rows = escrowRows(tradeOf({ state: 'cancelled', timeline: [...tradeOf().timeline, cancelled] }));
    expect(rows.at(-1)).toMatchObject({ name: 'cancelled', look: 'bad', reason: 'not-paid' });
  });

  it('knows since when a state is: the ring’s whole is from there to the deadline', () => {
    expect([stateSince(tradeOf()), stateSince(paidOf())]).toEqual([START - 180_000, START - 60_000]);
  });

  it('is saved with quotes doubled, in UTC, and a mark for spreadsheets', async () => {
    const columns = { time: 'Time (UTC)', step: 'Step', note: 'Note', order: 'Order number' };
    const file = timelineCsv('55', [{ at: Date.UTC(2026, 10, 22, 1, 2, 3), text: 'Tap “x”, "y"' }], columns);
    expect([file.name, [...new Uint8Array(await file.arrayBuffer())].slice(0, 3)]).toEqual([
      'otc-55.csv',
      [0xef, 0xbb, 0xbf],
    ]);
    expect((await file.text()).split('\r\n')[1]).toBe('55,2026-11-22T01:02:03.000Z,"Tap “x”, ""y""",');
  });
});
