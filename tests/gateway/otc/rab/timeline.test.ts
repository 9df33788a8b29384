/** The timeline of an order, at its longest. */
import { expect, it } from 'vitest';
import { calls } from '../../../../contract/index';
import type { Fill } from '../../../../gateway/domain/otc/rab/fills-repo';
import { MAX_FILLS } from '../../../../gateway/domain/otc/rab/matching';
import type { Order } from '../../../../gateway/domain/otc/rab/orders-repo';
import { timelineOf } from '../../../../gateway/domain/otc/rab/view';

it('an order of as many matches as there can be, each settled by its rest, can be told of', () => {
  const order = { createdAt: 1, quantity: 200n, withdrawnAt: null, endedBy: 'filled' } as Order;
  const fill = { deposit: 1n, status: 'settled', quantity: 1n, at: 1, closedAt: 2 } as Fill;
  const timeline = timelineOf(
    order,
    Array.from({ length: MAX_FILLS }, () => fill),
  );
  expect(timeline.filter(({ step }) => step === 'settled')).toHaveLength(MAX_FILLS);
  expect(calls.rabOrder.output.shape.timeline.safeParse(timeline).error).toBeUndefined();
});
