import { beforeEach, describe, expect, it } from 'vitest';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import Slips from '../../../../src/pages/records/Slips';
import { rangeOf } from '../../../../src/pages/records/Slips/filters';
import { sumsOf } from '../../../../src/pages/records/Slips/slip';
import { refusal, type Handlers } from '../fake-worker';
import { opened, tap, untilText } from '../support';

const CLOSED = Date.UTC(2026, 10, 20, 11);
const SLIP = {
  id: '2',
  tradeNumber: 'T-2',
  direction: 'short',
  openPrice: '1.085',
  openedAt: CLOSED - 5_400_000,
  closePrice: '1.0862',
  closedAt: CLOSED,
} as const;
const GROUPS = [
  { direction: 'long' as const, result: 'profit' as const, count: 2, amount: '70.500000' },
  { direction: 'short' as const, result: 'loss' as const, count: 1, amount: '-3.250000' },
  { direction: 'short' as const, result: 'even' as const, count: 4, amount: '0.000000' },
];

function show(more: Handlers): void {
  opened(Slips, { deliverySlips: () => ({ items: [SLIP] }), deliverySlipTotals: () => ({}), ...more });
}

describe('delivery slips', () => {
  beforeEach(() => appHistory.replace(paths.deliverySlips));

  it('draw the way from opening to closing where the path cannot be read', async () => {
    show({ deliverySlip: () => refusal('network') });
    await untilText('T-2');
    await tap('T-2');
    await untilText('Trade order number');
    expect(document.querySelectorAll('tbody')).toHaveLength(2);
  });

  it('are empty at first, and an error stands in the place of what failed', async () => {
    show({ deliverySlips: () => ({}), deliverySlipTotals: () => refusal('network') });
    await untilText('What the trading desk reports of your account appears here.', 'Retry');
  });
});

describe('sums of slips', () => {
  it('are exact, of what passes the filters', () => {
    expect(sumsOf(GROUPS, { direction: 'all', result: 'all' })).toEqual({
      count: 7,
      profit: '70.500000',
      loss: '-3.250000',
      net: '67.250000',
    });
    expect(sumsOf(GROUPS, { direction: 'short', result: 'even' })).toMatchObject({ count: 4, net: '0.000000' });
  });

  it('are of whole calendar months and years of the device', () => {
    const now = new Date(2026, 2, 31, 15);
    const local = (...parts: [number, number, number]) => new Date(...parts).getTime();
    expect(rangeOf('all', now)).toEqual({});
    expect(rangeOf('this-month', now)).toEqual({ from: local(2026, 2, 1), until: local(2026, 3, 1) });
    expect(rangeOf('last-month', now)).toEqual({ from: local(2026, 1, 1), until: local(2026, 2, 1) });
    expect(rangeOf('this-year', now)).toEqual({ from: local(2026, 0, 1), until: local(2027, 0, 1) });
  });
});
