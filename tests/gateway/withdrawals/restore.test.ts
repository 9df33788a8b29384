/** Payouts on a database that was restored or promoted: nothing is paid twice (docs/rules.md §4). */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileMark } from '../../../gateway/adapters/payout-mark';
import { checkMark } from '../../../gateway/domain/withdrawals/mark';
import { payWithdrawals } from '../../../gateway/jobs/withdrawals';
import { madeFolder } from '../../support/made-folder';
import { asOwner } from '../support/database';
import { actAsTwo } from '../support/operators';
import { createRestorable, type Restorable } from '../support/restorable';
import { openPayoutWorld, type PayoutWorld } from './payout-world';
import type { ScriptedWallet } from './scripted-wallet';

describe('payouts after a restore', () => {
  let restorable: Restorable;
  let world: PayoutWorld;
  let wallet: ScriptedWallet;
  let path: string;

  beforeEach(async () => {
    restorable = await createRestorable();
    path = join(madeFolder('beside'), 'payouts.mark');
    world = await openPayoutWorld(restorable.database);
    wallet = world.wallet;
    world.deps.payoutMark = fileMark(path);
  });
  afterEach(() => restorable.close());

  /** A gateway begins on the database as it is now. @param beside the file of its mark */
  async function start(beside = path): Promise<void> {
    world = await openPayoutWorld(restorable.database, world);
    world.deps.payoutMark = fileMark(beside);
  }
  const done = async (command: string, input: object) => {
    const reply = await actAsTwo(world.deps, command, input);
    if (!reply.ok) throw new Error(reply.message);
    return reply;
  };
  /** Makes the restore look like one of a disk's snapshot: the server does not tell that it was put back. */
  const hideLineage = (as: string) =>
    asOwner(restorable.database, ({ pool }) =>
      pool.query(
        `CREATE OR REPLACE FUNCTION payout_lineage() RETURNS text LANGUAGE sql STABLE AS $$ SELECT '${as}' $$`,
      ),
    );

  it('a first start on an empty database is not halted, nor is a restart, nor one that died while it signed', async () => {
    const first = await world.payout('20');
    await world.rounds(6);
    expect(await world.statusOf(first)).toBe('success');
    await start();
    const second = await world.payout('30');
    wallet.death = 'signing';
    await expect(world.rounds(1)).rejects.toThrow('signing');
    await start();
    await world.rounds(6);
    expect(await world.statusOf(second)).toBe('success');
    expect(world.alerts()).toEqual([]);
  });

  it.each(['as the server tells it', 'as a snapshot'])(
    'approved in the copy, paid after it (%s): not paid again, not given back, and explained by two operators',
    async (how) => {
      if (how === 'as a snapshot') await hideLineage('one and the same');
      const earlier = await world.payout('20');
      await world.rounds(6);
      const one = await world.payout('100');
      await restorable.backup();
      await start();
      await world.rounds(7);
      expect(await world.statusOf(one)).toBe('success');
      const lost = await world.payout('70');
      await world.rounds(7);
      expect(wallet.paidTo(lost.who.address)).toHaveLength(1);

      await restorable.restore();
      await start();
      await world.rounds(7);
      expect(await world.statusOf(one)).toBe('pending');
      expect(wallet.paidTo(one.who.address)).toHaveLength(1);
      expect(world.alerts()).toContain('withdrawals-halted restored');
      // The withdrawal was paid: nobody gets the amount back as well.
      expect(await world.refused(one.who, 'cancelWithdrawal', { id: one.id })).toMatchObject({ code: 'unavailable' });
      expect(await world.operator('withdrawal reject', { id: one.id, reason: 'no' })).toMatchObject({ ok: false });

      // Raising the epoch is not enough: the transfer that left the wallet is still unknown.
      await done('withdrawal raise-epoch', { reason: 'restored the copy of Monday' });
      await world.rounds(3);
      expect(wallet.paidTo(one.who.address)).toHaveLength(1);
      const status = await world.operator('withdrawal status', {});
      expect(status).toMatchObject({ ok: true, failed: true });
      const { unknown, halts } = (status.ok ? status.data : null) as {
        halts: { cause: string }[];
        unknown: { txId: string; to: string; amount: string; candidates: string[] }[];
      };
      expect(halts.map(({ cause }) => cause)).toEqual(['unexplained']);
      expect(unknown.map(({ to, candidates }) => [to, candidates])).toEqual([
        [one.who.address, [`${one.id} (approved)`]],
        [lost.who.address, []],
      ]);
      const [first, second] = unknown;
      const reason = 'paid before the restore';
      await done('withdrawal match', { id: one.id, tx: first?.txId, reason });
      await world.rounds(1);
      expect(await world.withdrawalOf(one.who, one.id)).toMatchObject({
        status: 'success',
        txId: first?.txId,
        reason,
      });
      const next = await world.payout('50');
      await world.rounds(3);
      expect(wallet.paidTo(next.who.address)).toHaveLength(0);
      await done('withdrawal foreign', { network: 'BEP20', tx: second?.txId, reason: 'its request was lost' });
      await world.rounds(8);
      expect(await world.statusOf(next)).toBe('success');
      for (const { who } of [earlier, one, next]) expect(wallet.paidTo(who.address)).toHaveLength(1);
      expect((await world.operator('withdrawal status', {})) as object).toMatchObject({ failed: false });
      expect(await world.findings()).toEqual([]);
    },
  );

  it('a copy from before the first payout is not taken for a new database', async () => {
    const one = await world.payout('100');
    await restorable.backup();
    await start();
    await world.rounds(7);
    await restorable.restore();
    await start();
    await world.rounds(7);
    expect(wallet.paidTo(one.who.address)).toHaveLength(1);
    expect(await world.statusOf(one)).toBe('pending');
  });

  it('a gateway without a mark of its own pays nothing until it sees the mark rise, or operators say so', async () => {
    const first = await world.payout('20');
    await world.rounds(6);
    expect(await world.statusOf(first)).toBe('success');
    const [known, path2] = [world.deps, join(madeFolder('another'), 'payouts.mark')];
    await start(path2);
    const second = await world.payout('30');
    await world.rounds(4);
    expect(wallet.paidTo(second.who.address)).toHaveLength(0);
    await world.rounds(20);
    expect(world.alerts()).toEqual(['withdrawals-not-trusted']);
    expect(await checkMark(world.deps)).toBe('unsure');
    // The one that is trusted pays, and vouches by it.
    const other = world.deps;
    await payWithdrawals(known);
    expect(await checkMark(known)).toBe('trusted');
    expect(await checkMark(other)).toBe('trusted');
    // A third one, while nobody signs: operators raise the epoch.
    await start(join(madeFolder('third'), 'payouts.mark'));
    await world.rounds(1);
    expect(await checkMark(world.deps)).toBe('unsure');
    await done('withdrawal raise-epoch', { reason: 'the other machines are gone' });
    expect(await checkMark(world.deps)).toBe('trusted');
    await world.rounds(7);
    expect(wallet.paidTo(second.who.address)).toHaveLength(1);
    expect(await world.statusOf(second)).toBe('success');
  });

  it('a promoted database: halted in the signing itself, while the gateway runs', async () => {
    expect((await restorable.database.pool.query('SELECT payout_lineage() AS is')).rows).toMatchObject([
      { is: expect.stringMatching(/^[0-9]+:[0-9A-F]{8}:[0-9]+:[0-9]+$/) as string },
    ]);
    await hideLineage('timeline 1');
    const first = await world.payout('20');
    await world.rounds(6);
    expect(await world.statusOf(first)).toBe('success');
    const second = await world.payout('30');
    await hideLineage('timeline 2');
    await world.rounds(4);
    expect(wallet.paidTo(second.who.address)).toHaveLength(0);
    expect(world.alerts()).toEqual(['withdrawals-halted restored']);
    await done('withdrawal raise-epoch', { reason: 'promoted' });
    await world.rounds(7);
    expect(wallet.paidTo(second.who.address)).toHaveLength(1);
  });
});
