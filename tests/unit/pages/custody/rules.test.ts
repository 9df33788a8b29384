import { describe, expect, it } from 'vitest';
import { isUndoFree } from '../../../../src/pages/custody/order';
import { entryProblem, planState, redeemProblem } from '../../../../src/pages/custody/plan';
import { isFeeOfRate } from '../../../../src/pages/custody/sheets/useRedeemForm';
import { currentOf, handlingOf } from '../../../../src/money/refusals';
import { custodyOrder, createCustodyOrder, redeemCustodyOrder } from '../../../../contract/calls/custody';
import { CONFIG, NOW, orderOf } from '../fixtures';
import { refusal } from '../fake-worker';

const [plan] = CONFIG.plans;
if (!plan) throw new Error('the fixtures have plans');

describe('plans', () => {
  it('are full when not even the smallest order fits, because an order must exceed the minimum', () => {
    expect(planState({ ...plan, freeCapacity: '100.000000' }, '100.000000')).toBe('full');
    expect(planState({ ...plan, freeCapacity: '100.000001' }, '100.000000')).toBe('open');
    expect(planState({ ...plan, isOpen: false }, '100.000000')).toBe('closed');
  });
});

describe('amounts', () => {
  const limits = { minimumExclusive: '100.000000', available: '6310.520000', freeCapacity: '48000.000000' };

  it('are judged by the server figures to the last digit', () => {
    expect(entryProblem('100', limits)).toBe('too-small');
    expect(entryProblem('100.000001', limits)).toBeNull();
    expect(entryProblem('6310.52', limits)).toBeNull();
    expect(entryProblem('6310.520001', limits)).toBe('insufficient');
    expect(entryProblem('48000.000001', { ...limits, available: null })).toBe('over-capacity');
  });

  it('that are not amounts are left to the field', () => {
    for (const text of ['', '1e3', '5.', '-1', '0']) expect(entryProblem(text, limits)).toBeNull();
  });

  it('to redeem leave nothing or more than the minimum', () => {
    expect(redeemProblem('5000', '5000.000000', '100.000000')).toBeNull();
    expect(redeemProblem('4900', '5000.000000', '100.000000')).toBe('remainder-too-small');
    expect(redeemProblem('4899.999999', '5000.000000', '100.000000')).toBeNull();
    expect(redeemProblem('5000.000001', '5000.000000', '100.000000')).toBe('too-large');
  });
});

describe('orders', () => {
  it('are free to undo up to, not at, the moment', () => {
    const order = orderOf({ freeUndoUntil: NOW });
    expect(isUndoFree(order, NOW - 1)).toBe(true);
    expect(isUndoFree(order, NOW)).toBe(false);
    expect(isUndoFree({ ...order, status: 'expired' }, NOW - 1)).toBe(false);
  });
});

describe('refusals', () => {
  it('of placing and redeeming each have a place of their own, never the sheet by accident', () => {
    for (const code of [...createCustodyOrder.errors, ...redeemCustodyOrder.errors])
      expect(handlingOf(code), code).not.toBe('sheet');
  });

  it('bring the order as it is now, or nothing that could be shown', () => {
    const current = orderOf({ version: 9 });
    expect(currentOf(custodyOrder, refusal('stale-version', { current }))).toEqual(current);
    expect(currentOf(custodyOrder, refusal('stale-version', { current: { id: '71' } }))).toBeNull();
    expect(currentOf(custodyOrder, refusal('stale-version'))).toBeNull();
  });
});

describe('the fee formula', () => {
  it('is shown only when it gives the fee, rounded up', () => {
    expect(isFeeOfRate({ principal: '5000.000000', fee: '100.000000' }, '0.02')).toBe(true);
    expect(isFeeOfRate({ principal: '0.000049', fee: '0.000001' }, '0.02')).toBe(true);
    expect(isFeeOfRate({ principal: '5000.000000', fee: '50.000000' }, '0.02')).toBe(false);
  });
});
