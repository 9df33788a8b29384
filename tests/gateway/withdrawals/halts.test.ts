/** Payouts halt; operators end the halt, and explain one by one the transfers that left the wallet (docs/rules.md §4). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../gateway/db/client';
import { JOBS } from '../../../gateway/jobs/list';
import { guardPayouts } from '../../../gateway/jobs/payout-guard';
import { createMigrated, type TestDatabase } from '../support/database';
import { act, actAsTwo } from '../support/operators';
import { openPayoutWorld, raw, type Payout, type PayoutWorld } from './payout-world';
import type { ScriptedWallet } from './scripted-wallet';

const STRANGER = '0x00000000000000000000000000000000000000A1';

describe('halts of payouts', () => {
  let created: TestDatabase;
  let world: PayoutWorld;
  let wallet: ScriptedWallet;

  beforeEach(async () => {
    created = await createMigrated();
    world = await openPayoutWorld(await openDatabase(created.config));
    wallet = world.wallet;
  });
  afterEach(async () => {
    await world.deps.db.close();
    await created.drop();
  });

  /** Whether one operator may do it, and two. */
  const done = async (command: string, input: object, actor?: string) =>
    (await act(world.deps, command, input, actor)).ok;
  const doneByTwo = async (command: string, input: object) => (await actAsTwo(world.deps, command, input)).ok;
  const shown = ({ who, id }: Payout) => world.withdrawalOf(who, id);
  const causes = async () => {
    const reply = await act(world.deps, 'withdrawal status', {});
    return ((reply.ok ? reply.data : null) as { halts: { cause: string }[] }).halts.map(({ cause }) => cause);
  };

  it('are begun by an operator for all, or for one network and no other: nothing is signed, and what is signed is not sent; resumed, it goes on', async () => {
    const first = await world.payout();
    await done('withdrawal halt', { network: 'TRC20', reason: 'not this one' });
    await done('withdrawal halt', { network: 'BEP20', reason: 'the key is being changed' });
    expect(await done('withdrawal halt', { network: 'BEP20', reason: 'again' })).toBe(false);
    await world.rounds(3);
    expect(await world.steps(first)).toBe('requested approved');
    // Without a doubt about what was paid its user may still take it back.
    expect(await shown(first)).toMatchObject({ canCancel: true });
    await done('withdrawal halt', { reason: 'everything' });
    await done('withdrawal resume', { network: 'BEP20' });
    await world.rounds(2);
    expect(await world.steps(first)).toBe('requested approved');
    expect(await done('withdrawal resume', {})).toBe(true);
    expect(await done('withdrawal resume', {})).toBe(false);
    // Signed, and halted before it is sent.
    wallet.death = 'before-broadcast';
    await expect(world.round()).rejects.toThrow('before-broadcast');
    await done('withdrawal halt', { reason: 'right now' });
    await world.rounds(3);
    expect(await world.steps(first)).toBe('requested approved');
    expect(wallet.paidTo(first.who.address)).toEqual([]);
    await done('withdrawal resume', {});
    await world.rounds(6);
    expect(await world.statusOf(first)).toBe('success');
    expect(wallet.paidTo(first.who.address)).toHaveLength(1);
  });

  it('come with maintenance, without an alert', async () => {
    const first = await world.payout();
    await world.set('app.maintenance', true);
    await world.rounds(3);
    expect(await world.steps(first)).toBe('requested approved');
    await world.set('app.maintenance', false);
    wallet.death = 'before-broadcast';
    await expect(world.round()).rejects.toThrow('before-broadcast');
    await world.set('app.maintenance', true);
    await world.rounds(3);
    expect(wallet.paidTo(first.who.address)).toEqual([]);
    await world.set('app.maintenance', false);
    await world.rounds(6);
    expect(await world.statusOf(first)).toBe('success');
    expect(world.alerts()).toEqual([]);
  });

  it('follow a nonce that was spent otherwise: the user gets the amount back from two operators, once that is final', async () => {
    const first = await world.payout();
    await world.round();
    wallet.forgetPool();
    wallet.sendOutside(STRANGER, raw('1'), 0);
    wallet.mine(false);
    await world.rounds(2);
    const give = { id: first.id, returned: true, reason: 'It was not sent. Please ask again.' };
    expect(await done('withdrawal resolve', give)).toBe(false);
    await world.rounds(3);
    expect(await causes()).toEqual(['unexplained']);
    expect(world.alerts()).toContain('withdrawal-nonce-used');
    // One operator alone, or the same one twice, changes nothing.
    const made = await act(world.deps, 'withdrawal resolve', give);
    expect(made).toMatchObject({ ok: true });
    const proposal = String((made as { data: { proposal: string } }).data.proposal);
    const approval = { id: proposal, command: 'withdrawal resolve', input: give };
    expect(await done('proposal approve', approval)).toBe(false);
    expect(await world.statusOf(first)).toBe('pending');
    expect(await done('proposal approve', approval, 'bob')).toBe(true);
    expect(await shown(first)).toMatchObject({ status: 'failed', reason: give.reason });
    expect(await world.steps(first)).toBe('requested approved broadcast failed returned');
    expect(await world.cash(first.who)).toBe('1000.000000');
    // An operator has yet to explain the transfer that took the nonce; then payouts go on.
    const next = await world.payout('50');
    await world.rounds(2);
    expect(wallet.paidTo(next.who.address)).toEqual([]);
    const { data } = (await act(world.deps, 'withdrawal status', {})) as { data: { unknown: { txId: string }[] } };
    expect(data.unknown).toMatchObject([{ to: STRANGER, amount: '1.000000000000000000' }]);
    const named = { network: 'BEP20', tx: data.unknown[0]?.txId, reason: 'sent by hand' };
    expect(await doneByTwo('withdrawal foreign', named)).toBe(true);
    expect(await doneByTwo('withdrawal foreign', named)).toBe(false);
    await world.rounds(6);
    expect(await world.statusOf(next)).toBe('success');
    expect(await world.findings()).toEqual([]);
  });

  it('end with a payment, and nothing given back, where the nonce was spent by a payment of the same withdrawal', async () => {
    const first = await world.payout();
    await world.round();
    wallet.forgetPool();
    const tx = wallet.sendOutside(first.who.address, raw('100'), 0);
    await world.rounds(6);
    const give = { id: first.id, returned: true, reason: 'no' };
    expect(await act(world.deps, 'withdrawal resolve', give)).toMatchObject({
      ok: false,
      message: expect.stringContaining(tx) as string,
    });
    const other = wallet.sendOutside(first.who.address, raw('99'));
    await world.rounds(4);
    const reason = 'Paid by hand after a fault.';
    for (const wrong of [other, `0x${'0'.repeat(64)}`])
      expect(await done('withdrawal resolve', { id: first.id, paid: wrong, reason })).toBe(false);
    const say = { id: first.id, paid: tx, reason };
    expect(await doneByTwo('withdrawal resolve', say)).toBe(true);
    expect(await shown(first)).toMatchObject({ status: 'success', reason, txId: tx });
    expect(await world.cash(first.who)).toBe('898.900000');
    expect(await doneByTwo('withdrawal resolve', say)).toBe(false);
    expect(await world.findings()).toEqual([]);
  });

  it('let nobody resolve a withdrawal that is on its way, however long it takes', async () => {
    const first = await world.payout();
    await world.round();
    const reason = 'no';
    for (const rounds of [0, 2, 6]) {
      await world.rounds(rounds);
      expect(await done('withdrawal resolve', { id: first.id, returned: true, reason })).toBe(false);
    }
    expect(await world.statusOf(first)).toBe('success');
    for (const input of [{}, { paid: `0x${'0'.repeat(64)}`, returned: true }])
      expect(await act(world.deps, 'withdrawal resolve', { id: first.id, reason, ...input })).toMatchObject({
        ok: false,
        fault: 'input',
      });
  });

  it('are begun by a job when the wallet sends what nobody here signed, while nothing waits', async () => {
    const first = await world.payout();
    await world.rounds(6);
    expect(await world.statusOf(first)).toBe('success');
    expect(JOBS.map(({ run }) => run)).toContain(guardPayouts);
    const tx = wallet.sendOutside(STRANGER, 0n);
    await world.rounds(4);
    await guardPayouts(world.deps);
    // The money of this test came neither by deposits nor into the wallet: that is found as well, once for all and once for the network.
    expect(await causes()).toEqual(['disagrees', 'unexplained', 'disagrees']);
    for (const scope of [{}, { network: 'BEP20' }]) {
      const alone = await act(world.deps, 'withdrawal resume', scope);
      expect(alone).toMatchObject({ ok: true, data: { command: 'withdrawal resume' } });
      expect(await doneByTwo('withdrawal resume', scope)).toBe(true);
    }
    // Two operators have accepted this difference: it halts nothing again while it stays the same.
    await guardPayouts(world.deps);
    expect(await causes()).toEqual(['unexplained']);
    const next = await world.payout('50');
    await world.rounds(3);
    expect(wallet.paidTo(next.who.address)).toEqual([]);
    const named = { network: 'BEP20', tx, reason: 'a transaction of nothing' };
    expect(await doneByTwo('withdrawal foreign', named)).toBe(true);
    await world.rounds(7);
    expect(await world.statusOf(next)).toBe('success');
  });
});
