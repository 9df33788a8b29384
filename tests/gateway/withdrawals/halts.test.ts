/** Payouts halt; operators end the halt, and explain one by one the transfers that left the wallet (docs/rules.md §4). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toUnits } from '../../../contract/money';
import { watchDeposits } from '../../../gateway/jobs/deposits';
import { JOBS } from '../../../gateway/jobs/list';
import { guardPayouts } from '../../../gateway/jobs/payout-guard';
import { act, actAsTwo } from '../support/operators';
import { createMigrated, databaseKind, type TestDatabase } from '../support/database';
import { openDatabase, type Database } from '../../../gateway/db/client';
import { ScriptedChain, SCALE } from '../chain/scripted-chain';
import { ScriptedWallet } from './scripted-wallet';
import { openWithdrawalWorld, type Withdrawer, type WithdrawalWorld } from './world';

const STRANGER = '0x00000000000000000000000000000000000000A1';
const raw = (amount: string) => toUnits(amount, 'USDT') * SCALE;

describe('halts of payouts', () => {
  const kind = databaseKind();
  let created: TestDatabase;
  let db: Database;
  let world: WithdrawalWorld;
  let wallet: ScriptedWallet;

  beforeEach(async () => {
    created = await createMigrated(kind);
    db = await openDatabase(created.config);
    world = await openWithdrawalWorld(db);
    wallet = new ScriptedWallet(new ScriptedChain(() => world.time.now), raw('5000'));
    world.deps.chains = [wallet.asChain()];
  });
  afterEach(async () => {
    await db.close();
    await created.drop();
  });

  async function round(): Promise<void> {
    world.time.now += 3_000;
    await watchDeposits(world.deps);
    await world.payOut();
  }
  async function rounds(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      await round();
      wallet.mine(false);
    }
  }
  async function approved(amount = '100') {
    const who = await world.withdrawer('1000');
    const id = await world.requested(who, amount);
    await world.approved(id);
    return { who, id };
  }
  const shown = ({ who, id }: { who: Withdrawer; id: string }) => world.withdrawalOf(who, id);
  const steps = async (one: { who: Withdrawer; id: string }) =>
    (await shown(one)).steps.map(({ step }) => step).join(' ');
  const alerts = () =>
    world.logs.filter(({ level }) => level === 'error').map(({ event, code }) => `${event} ${code ?? ''}`.trim());
  const causes = async () => {
    const reply = await act(world.deps, 'withdrawal status', {});
    return ((reply.ok ? reply.data : null) as { halts: { cause: string }[] }).halts.map(({ cause }) => cause);
  };

  it('an operator halts all, or one network: nothing is signed, and what is signed is not sent; resumed, it goes on', async () => {
    const first = await approved();
    await act(world.deps, 'withdrawal halt', { network: 'BEP20', reason: 'the key is being changed' });
    expect(await act(world.deps, 'withdrawal halt', { network: 'BEP20', reason: 'again' })).toMatchObject({
      ok: false,
    });
    await rounds(3);
    expect(await steps(first)).toBe('requested approved');
    // Without a doubt about what was paid its user may still take it back.
    expect(await shown(first)).toMatchObject({ canCancel: true });
    await act(world.deps, 'withdrawal halt', { reason: 'everything' });
    await act(world.deps, 'withdrawal resume', { network: 'BEP20' });
    await rounds(2);
    expect(await steps(first)).toBe('requested approved');
    expect(await act(world.deps, 'withdrawal resume', {})).toMatchObject({ ok: true });
    expect(await act(world.deps, 'withdrawal resume', {})).toMatchObject({ ok: false });
    // Signed, and halted before it is sent.
    wallet.death = 'before-broadcast';
    await expect(round()).rejects.toThrow('before-broadcast');
    await act(world.deps, 'withdrawal halt', { reason: 'right now' });
    await rounds(3);
    expect(await steps(first)).toBe('requested approved');
    expect(wallet.paidTo(first.who.address)).toEqual([]);
    await act(world.deps, 'withdrawal resume', {});
    await rounds(6);
    expect((await shown(first)).status).toBe('success');
    expect(wallet.paidTo(first.who.address)).toHaveLength(1);
  });

  it('a halt of another network halts nothing here', async () => {
    const first = await approved();
    await act(world.deps, 'withdrawal halt', { network: 'TRC20', reason: 'not this one' });
    await rounds(6);
    expect((await shown(first)).status).toBe('success');
  });

  it('maintenance halts signing and sending, without an alert', async () => {
    const first = await approved();
    await world.set('app.maintenance', true);
    await rounds(3);
    expect(await steps(first)).toBe('requested approved');
    await world.set('app.maintenance', false);
    wallet.death = 'before-broadcast';
    await expect(round()).rejects.toThrow('before-broadcast');
    await world.set('app.maintenance', true);
    await rounds(3);
    expect(wallet.paidTo(first.who.address)).toEqual([]);
    await world.set('app.maintenance', false);
    await rounds(6);
    expect((await shown(first)).status).toBe('success');
    expect(alerts()).toEqual([]);
  });

  it('a nonce that was spent otherwise: the user gets it back from two operators, once that is final', async () => {
    const first = await approved();
    await round();
    wallet.forgetPool();
    wallet.sendOutside(STRANGER, raw('1'), 0);
    wallet.mine(false);
    await rounds(2);
    const give = { id: first.id, returned: true, reason: 'It was not sent. Please ask again.' };
    expect(await act(world.deps, 'withdrawal resolve', give)).toMatchObject({ ok: false });
    await rounds(3);
    expect(await causes()).toEqual(['unexplained']);
    expect(alerts()).toContain('withdrawal-nonce-used');
    // One operator alone, or the same one twice, changes nothing.
    const made = await act(world.deps, 'withdrawal resolve', give);
    expect(made).toMatchObject({ ok: true });
    const proposal = String((made as { data: { proposal: string } }).data.proposal);
    const approval = { id: proposal, command: 'withdrawal resolve', input: give };
    expect(await act(world.deps, 'proposal approve', approval)).toMatchObject({ ok: false });
    expect((await shown(first)).status).toBe('pending');
    expect(await act(world.deps, 'proposal approve', approval, 'bob')).toMatchObject({ ok: true });
    expect(await shown(first)).toMatchObject({ status: 'failed', reason: give.reason });
    expect(await steps(first)).toBe('requested approved broadcast failed returned');
    expect(await world.cash(first.who)).toBe('1000.000000');
    // An operator has yet to explain the transfer that took the nonce; then payouts go on.
    const next = await approved('50');
    await rounds(2);
    expect(wallet.paidTo(next.who.address)).toEqual([]);
    const { data } = (await act(world.deps, 'withdrawal status', {})) as { data: { unknown: { txId: string }[] } };
    expect(data.unknown).toMatchObject([{ to: STRANGER, amount: '1.000000000000000000' }]);
    const named = { network: 'BEP20', tx: data.unknown[0]?.txId, reason: 'sent by hand' };
    expect(await actAsTwo(world.deps, 'withdrawal foreign', named)).toMatchObject({ ok: true });
    expect(await actAsTwo(world.deps, 'withdrawal foreign', named)).toMatchObject({ ok: false });
    await rounds(6);
    expect((await shown(next)).status).toBe('success');
    expect(await world.findings()).toEqual([]);
  });

  it('a nonce that was spent by a payment of the same withdrawal: it is paid, not given back', async () => {
    const first = await approved();
    await round();
    wallet.forgetPool();
    const tx = wallet.sendOutside(first.who.address, raw('100'), 0);
    await rounds(6);
    const give = { id: first.id, returned: true, reason: 'no' };
    expect(await act(world.deps, 'withdrawal resolve', give)).toMatchObject({
      ok: false,
      message: expect.stringContaining(tx) as string,
    });
    const other = wallet.sendOutside(first.who.address, raw('99'));
    await rounds(4);
    const reason = 'Paid by hand after a fault.';
    for (const wrong of [other, `0x${'0'.repeat(64)}`])
      expect(await act(world.deps, 'withdrawal resolve', { id: first.id, paid: wrong, reason })).toMatchObject({
        ok: false,
      });
    const say = { id: first.id, paid: tx, reason };
    expect(await actAsTwo(world.deps, 'withdrawal resolve', say)).toMatchObject({ ok: true });
    expect(await shown(first)).toMatchObject({ status: 'success', reason, txId: tx });
    expect(await world.cash(first.who)).toBe('898.900000');
    expect(await actAsTwo(world.deps, 'withdrawal resolve', say)).toMatchObject({ ok: false });
    expect(await world.findings()).toEqual([]);
  });

  it('one that is on its way cannot be resolved, however long it takes', async () => {
    const first = await approved();
    await round();
    const reason = 'no';
    expect(await act(world.deps, 'withdrawal resolve', { id: first.id, returned: true, reason })).toMatchObject({
      ok: false,
    });
    await rounds(2);
    expect(await act(world.deps, 'withdrawal resolve', { id: first.id, returned: true, reason })).toMatchObject({
      ok: false,
    });
    await rounds(6);
    expect((await shown(first)).status).toBe('success');
    expect(await act(world.deps, 'withdrawal resolve', { id: first.id, returned: true, reason })).toMatchObject({
      ok: false,
    });
    for (const input of [{}, { paid: `0x${'0'.repeat(64)}`, returned: true }])
      expect(await act(world.deps, 'withdrawal resolve', { id: first.id, reason, ...input })).toMatchObject({
        ok: false,
        fault: 'input',
      });
  });

  it('the wallet sends what nobody here signed, while nothing waits: halted by the job that runs by itself', async () => {
    const first = await approved();
    await rounds(6);
    expect((await shown(first)).status).toBe('success');
    expect(JOBS.map(({ run }) => run)).toContain(guardPayouts);
    const tx = wallet.sendOutside(STRANGER, 0n);
    await rounds(4);
    await guardPayouts(world.deps);
    // The money of this test came neither by deposits nor into the wallet: that is found as well, once for all and once for the network.
    expect(await causes()).toEqual(['disagrees', 'unexplained', 'disagrees']);
    for (const scope of [{}, { network: 'BEP20' }]) {
      const alone = await act(world.deps, 'withdrawal resume', scope);
      expect(alone).toMatchObject({ ok: true, data: { command: 'withdrawal resume' } });
      expect(await actAsTwo(world.deps, 'withdrawal resume', scope)).toMatchObject({ ok: true });
    }
    // Two operators have accepted this difference: it halts nothing again while it stays the same.
    await guardPayouts(world.deps);
    expect(await causes()).toEqual(['unexplained']);
    const next = await approved('50');
    await rounds(3);
    expect(wallet.paidTo(next.who.address)).toEqual([]);
    const named = { network: 'BEP20', tx, reason: 'a transaction of nothing' };
    expect(await actAsTwo(world.deps, 'withdrawal foreign', named)).toMatchObject({ ok: true });
    await rounds(7);
    expect((await shown(next)).status).toBe('success');
  });
});
