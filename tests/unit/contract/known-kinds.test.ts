/** Parts of an answer that may grow in kind: what a later gateway tells does not make the rest unreadable. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { accountStatement } from '../../../contract/calls/profile';

const ROW = {
  id: '1',
  createdAt: 1_795_000_000_000,
  asset: 'USDT',
  kind: 'custody-place',
  amount: '-1.000000',
  balanceAfter: '9.000000',
  reference: null,
  journalId: '2',
};

describe('kinds of a later version', () => {
  it('leave a statement readable', () => {
    const answer = z.parse(accountStatement.output, {
      items: [ROW, { ...ROW, id: '2', kind: 'of-a-later-version' }],
      nextCursor: null,
    });
    expect(answer.items.map(({ kind }) => kind)).toEqual(['custody-place', 'adjustment']);
  });
});
