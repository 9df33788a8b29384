import { describe, expect, it } from 'vitest';
import { sumsOf } from '../../../../src/pages/records/Slips/slip';

const GROUPS = [
  { direction: 'long' as const, result: 'profit' as const, count: 2, amount: '70.500000' },
  { direction: 'short' as const, result: 'loss' as const, count: 1, amount: '-3.250000' },
  { direction: 'short' as const, result: 'even' as const, count: 4, amount: '0.000000' },
];

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
});
