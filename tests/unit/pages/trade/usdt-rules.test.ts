import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rateUnits, RATE_SCALE, toUnits, unitsToDecimal } from '../../../../contract/money';
import { timelineCsv } from '../../../../src/pages/trade/TradeDetail/timeline-csv';
import { fiatFor, largestSale, usdtFor } from '../../../../src/pages/trade/usdt/arithmetic';

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
});

describe('the escrow’s timeline', () => {
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
