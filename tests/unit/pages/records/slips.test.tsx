import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import Slips from '../../../../src/pages/records/Slips';
import { rangeOf } from '../../../../src/pages/records/Slips/filters';
import { sumsOf, type Slip } from '../../../../src/pages/records/Slips/slip';
import { FakeWorker, refusal, type Handlers } from '../fake-worker';
import { open, tap, text, untilText } from '../support';

const CLOSED = Date.UTC(2026, 10, 20, 11);
const slip = (more: Partial<Slip>): Slip => ({
  id: '1',
  listedAt: CLOSED,
  tradeNumber: 'T-1',
  product: 'EURUSD',
  direction: 'long',
  result: 'profit',
  profit: '60.500000',
  margin: '120.000000',
  lots: '0.5',
  spread: '0.0002',
  leverage: '100',
  openPrice: '1.085',
  openedAt: CLOSED - 5_400_000,
  closePrice: '1.0862',
  closedAt: CLOSED,
  high: '1.087',
  low: null,
  ...more,
});
const SLIPS = [
  slip({}),
  slip({ id: '2', tradeNumber: 'T-2', product: null, direction: 'short', result: 'loss', profit: '-3.250000' }),
];
const GROUPS = [
  { direction: 'long' as const, result: 'profit' as const, count: 2, amount: '70.500000' },
  { direction: 'short' as const, result: 'loss' as const, count: 1, amount: '-3.250000' },
  { direction: 'short' as const, result: 'even' as const, count: 4, amount: '0.000000' },
];

function show(more: Handlers = {}): FakeWorker {
  const worker = new FakeWorker({
    deliverySlips: () => ({ items: SLIPS, nextCursor: null }),
    deliverySlipTotals: ({ from }) => ({ groups: from === undefined ? GROUPS : [] }),
    deliverySlip: ({ id }) => ({
      slip: SLIPS.find((one) => one.id === id) ?? slip({}),
      path: [
        { at: CLOSED - 5_400_000, price: '1.085' },
        { at: CLOSED - 60_000, price: '1.0846' },
        { at: CLOSED, price: '1.0862' },
      ],
    }),
    ...more,
  });
  open(Slips, worker);
  return worker;
}

async function choose(label: string): Promise<void> {
  const chip = [...document.querySelectorAll('label')].find((one) => one.textContent === label);
  await act(async () => chip?.querySelector('input')?.click());
}

describe('delivery slips', () => {
  beforeEach(() => appHistory.replace(paths.deliverySlips));

  it('are listed with their totals, and it is said that they move no money', async () => {
    show();
    await untilText('EURUSD', 'T-2', '+60.5', 'Short · 0.5 lots', 'no money moves by them');
    await untilText('67.250000', '70.500000', '3.250000', '7 slips');
  });

  it('are narrowed by direction, result and period, and the address says so', async () => {
    show();
    await untilText('T-2');
    await choose('Short');
    await untilText('5 slips');
    expect(text()).not.toContain('EURUSD');
    await choose('Loss');
    await untilText('1 slip');
    await choose('Last month');
    await untilText('0 slips');
    expect(Object.fromEntries(new URLSearchParams(appHistory.address.search))).toEqual({
      direction: 'short',
      result: 'loss',
      period: 'last-month',
    });
  });

  it('show every figure and the price path, as a drawing, a sentence and a table', async () => {
    show();
    await untilText('EURUSD');
    await tap('EURUSD');
    await untilText('Trade order number', 'T-1', '100 : 1', 'Open price', 'Price high', '1.0870', '1.0846');
    expect(document.querySelector('[role=img]')?.getAttribute('aria-label')).toMatch(
      /^Price from .* to .*: from 1\.0850 to 1\.0862, lowest 1\.0846, highest 1\.0870$/,
    );
    expect(document.querySelectorAll('tbody')).toHaveLength(3);
  });

  it('draw the way from opening to closing where the path cannot be read', async () => {
    show({ deliverySlip: () => refusal('network') });
    await untilText('EURUSD');
    await tap('T-2');
    await untilText('Trade order number');
    expect(document.querySelectorAll('tbody')).toHaveLength(2);
  });

  it('are empty at first, and an error stands in the place of what failed', async () => {
    show({ deliverySlips: () => ({ items: [], nextCursor: null }), deliverySlipTotals: () => refusal('network') });
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
