/** One operator approves up to the limit: of one user in 24 hours, and of all in 24 hours, however it is cut up (docs/rules.md §4, §12). */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { largestDaySum, SUM_MS, type DatedAmount } from '../../../gateway/domain/second-operator';
import { TRADE_PASSWORD } from '../world';
import { describeOnDatabase } from '../support/database';
import { openWithdrawalWorld, type WithdrawalWorld } from './world';

const HOUR_MS = 3_600_000;

describeOnDatabase('approvals by sums', (fixture) => {
  let world: WithdrawalWorld;
  let operators = 0;
  /** Names an operator who has approved nothing. */
  const fresh = () => `fresh-${(operators += 1)}`;
  beforeAll(async () => {
    world = await openWithdrawalWorld(fixture.database);
  });
  const approve = async (id: string, actor: string) => {
    const reply = await world.operator('withdrawal approve', { id }, actor);
    if (!reply.ok) throw new Error(reply.message);
    const { approvals, approvalsNeeded } = reply.data as { approvals: number; approvalsNeeded: number };
    return `${approvals}/${approvalsNeeded}`;
  };

  it("a user's sum counts, of all accounts, whichever is approved first; what came back does not", async () => {
    const who = await world.withdrawer('5000');
    const [one, two] = [await world.requested(who, '600'), await world.requested(who, '600')];
    expect(await approve(one, fresh())).toBe('1/2');
    expect(await approve(two, fresh())).toBe('1/2');
    await world.call(who, 'cancelWithdrawal', { id: two });
    expect(await approve(one, fresh())).toBe('2/2');

    const other = await world.withdrawer('5000');
    const first = await world.requested(other, '600');
    expect(await approve(first, fresh())).toBe('1/1');
    const { id: sub } = await world.call(other, 'createSubAccount', { name: 'Second' });
    const moved = { toAccountId: sub, asset: 'USDT', amount: '700', tradePassword: TRADE_PASSWORD } as const;
    await world.call(other, 'transferToAccount', moved);
    const second = await world.requested({ ...other, accountId: sub }, '400.000001');
    expect(await approve(second, fresh())).toBe('1/2');
    world.time.now += 24 * HOUR_MS;
    expect(await approve(await world.requested(other, '600'), fresh())).toBe('1/1');
    expect(await world.findings()).toEqual([]);
  });

  it("an operator's sum counts, over users, for 24 hours; what two approved does not", async () => {
    const actor = fresh();
    const asked = async (amount: string) => world.requested(await world.withdrawer('5000'), amount);
    expect(await approve(await asked('500'), actor)).toBe('1/1');
    expect(await approve(await asked('500'), actor)).toBe('1/1');
    const third = await asked('10');
    expect(await approve(third, actor)).toBe('1/2');
    expect(await approve(third, fresh())).toBe('2/2');
    world.time.now += 24 * HOUR_MS;
    const large = await asked('1000.000001');
    expect(await approve(large, actor)).toBe('1/2');
    await approve(large, fresh());
    expect(await approve(await asked('1000'), actor)).toBe('1/1');
  });

  it('two approvals of one operator at once do not pass each other', async () => {
    const actor = fresh();
    const ids = await Promise.all(
      Array.from({ length: 4 }, async () => world.requested(await world.withdrawer('5000'), '600')),
    );
    // The operator is there before they run together.
    await world.operator('withdrawal list', { state: 'open', limit: 1 }, actor);
    const ends = await Promise.all(ids.map((id) => approve(id, actor)));
    expect(ends.sort()).toEqual(['1/1', '1/2', '1/2', '1/2']);
  });
});

describe('the largest sum of 24 hours around one', () => {
  const dated = fc.record({ amount: fc.bigInt({ min: 1n, max: 1_000n }), at: fc.integer({ min: 0, max: 4 * SUM_MS }) });

  it('is that of some window of 24 hours which holds it, and no such window holds more', () => {
    fc.assert(
      fc.property(dated, fc.array(dated, { maxLength: 8 }), (one: DatedAmount, others: DatedAmount[]) => {
        const all = [one, ...others];
        const windows = all
          .map(({ at }) => at)
          .filter((from) => from <= one.at && one.at < from + SUM_MS)
          .map((from) =>
            all.filter(({ at }) => at >= from && at < from + SUM_MS).reduce((sum, { amount }) => sum + amount, 0n),
          );
        expect(largestDaySum(one, others)).toBe(windows.reduce((a, b) => (a > b ? a : b), 0n));
      }),
    );
  });
});
