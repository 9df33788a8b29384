import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { toAmount } from '../../../contract/money';
import { systemBalance } from '../../../gateway/ledger/balances';
import { openGatewayWorld, type GatewayWorld } from '../world';
import { describeOnDatabase } from '../support/database';
import { act, actAsTwo } from '../support/operators';

const HOUR_MS = 3_600_000;

describeOnDatabase('what needs two operators', (fixture) => {
  let world: GatewayWorld;
  beforeAll(async () => {
    world = await openGatewayWorld(fixture.database);
  });

  const funding = (amount = '100') => ({
    pool: 'yield',
    asset: 'USDT',
    amount,
    from: 'operator-capital',
    reason: 'more',
    runId: randomUUID(),
  });
  /** @returns the proposal's id */
  const proposed = async (input: object, actor?: string) => {
    const reply = await act(world.deps, 'fund-pool', input, actor);
    if (!reply.ok) throw new Error(reply.message);
    return (reply.data as { proposal: string }).proposal;
  };
  const approve = (id: string, input: object, actor = 'bob') =>
    act(world.deps, 'proposal approve', { id, command: 'fund-pool', input }, actor);
  const lastAct = async () => {
    const reply = await act(world.deps, 'audit list', { limit: 1 });
    return reply.ok ? (reply.data as { actor: string; act: string; detail: object }[])[0] : undefined;
  };

  it('is a proposal first, which moves nothing, and is executed by another operator with both names in the audit', async () => {
    const before = await world.poolFree();
    const input = funding();
    const reply = await act(world.deps, 'fund-pool', input);
    expect(reply).toMatchObject({
      ok: true,
      data: { command: 'fund-pool', preview: [expect.stringMatching(/received 100/)] },
    });
    expect(await world.poolFree()).toBe(before);
    const { proposal: id } = (reply as { data: { proposal: string } }).data;
    expect(await lastAct()).toMatchObject({ actor: 'ann', act: 'proposal made', detail: { proposal: id, input } });
    expect(await act(world.deps, 'proposal list', { state: 'open', limit: 10 })).toMatchObject({
      data: [{ id, state: 'open', command: 'fund-pool', input, proposedBy: 'ann' }],
    });
    expect(await approve(id, input)).toMatchObject({ ok: true });
    expect(await world.poolFree()).toBe(before + 100_000_000n);
    expect(await lastAct()).toMatchObject({
      actor: 'bob',
      act: 'fund-pool',
      detail: { proposal: id, proposedBy: 'ann', amount: '100.000000' },
    });
    expect(await act(world.deps, 'proposal show', { id })).toMatchObject({
      data: { state: 'executed', decidedBy: 'bob' },
    });
  });

  it('is not approved by its proposer, nor twice, nor as another command', async () => {
    const before = await world.poolFree();
    const input = funding();
    const id = await proposed(input);
    expect(await approve(id, input, 'ann')).toMatchObject({ ok: false, message: expect.stringMatching(/yourself/) });
    expect(await approve(id, { ...input, amount: '1' })).toMatchObject({ ok: false, fault: 'input' });
    expect(await world.poolFree()).toBe(before);
    const both = await Promise.all([approve(id, input, 'bob'), approve(id, input, 'cleo')]);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await world.poolFree()).toBe(before + 100_000_000n);
  });

  it('is refused at once where it could not be done, and judged anew when it is approved', async () => {
    const treasury = await systemBalance(fixture.database.db, 'treasury', 'RAB');
    const part = (percent: bigint) => ({
      ...funding(toAmount((treasury * percent) / 100n, 'RAB')),
      asset: 'RAB',
      pool: 'mining',
    });
    const refusal = { ok: false, fault: 'state', message: expect.stringMatching(/not enough|enough RAB/) };
    expect(await act(world.deps, 'fund-pool', part(101n))).toMatchObject(refusal);
    const [first, other] = [part(60n), part(60n)];
    const ids = [await proposed(first), await proposed(other)];
    expect(await approve(ids[0] ?? '', first)).toMatchObject({ ok: true });
    expect(await approve(ids[1] ?? '', other)).toMatchObject(refusal);
    expect(await act(world.deps, 'proposal show', { id: ids[1] })).toMatchObject({ data: { state: 'open' } });
  });

  it('ends after a day, or when somebody rejects it', async () => {
    const input = funding();
    const [late, rejected] = [await proposed(input), await proposed(funding())];
    expect(await act(world.deps, 'proposal reject', { id: rejected, reason: 'not now' }, 'bob')).toMatchObject({
      ok: true,
    });
    expect(await approve(rejected, input)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/rejected by bob/),
    });
    world.time.now += 24 * HOUR_MS;
    expect(await approve(late, input)).toMatchObject({ ok: false, message: expect.stringMatching(/expired/) });
    expect(await act(world.deps, 'proposal show', { id: late })).toMatchObject({ data: { state: 'expired' } });
    expect(await actAsTwo(world.deps, 'fund-pool', input)).toMatchObject({ ok: true });
  });

  it.each([
    [`UPDATE operator_proposals SET input = '{}'`],
    [
      `UPDATE operator_proposals SET state = 'executed', decided_by = proposed_by, decided_at = now() WHERE state = 'open'`,
    ],
  ])('is kept by the database: %s', async (statement) => {
    await proposed(funding());
    await expect(fixture.owner(({ pool }) => pool.query(statement))).rejects.toThrow(/immutable|violates check/);
  });
});
