/**
 * Any sequence of requests, decisions, rounds, blocks, reorganisations, halts, wrong counts of endpoints and deaths of the process:
 * nobody is paid twice, nobody loses what was not paid, nothing is signed or sent during a halt, a hold is open exactly while a withdrawal is pending, and each success has its one journal.
 */
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toUnits } from '../../../contract/money';
import type { Withdrawal } from '../../../contract/calls/withdrawals';
import { openDatabase, type Database } from '../../../gateway/db/client';
import { fileMark } from '../../../gateway/adapters/payout-mark';
import { Refusal } from '../../../gateway/domain/call-context';
import { ScriptedChain, SCALE } from '../chain/scripted-chain';
import { ModelRun } from '../../support/model-run';
import { madeFolder } from '../../support/made-folder';
import { createMigrated } from '../support/database';
import { DEATHS, Killed, ScriptedWallet, type WalletFaults } from './scripted-wallet';
import { openWithdrawalWorld, type Withdrawer, type WithdrawalWorld } from './world';

const model = new ModelRun('withdrawals', 7);

/** Average count of each in a sequence, rather too low than too high; `ModelRun.expectMet` holds the run to it. */
const COVERAGE = {
  round: 3,
  mine: 1.9,
  approve: 1.6,
  request: 1.5,
  send: 1.5,
  reorganise: 1.5,
  lie: 1.2,
  reject: 0.4,
  cancel: 0.3,
  halt: 0.4,
  resume: 0.4,
  death: 0.5,
  'withdrawal success': 1.2,
  'withdrawal pending': 1,
  'withdrawal failed': 0.2,
};

const which = fc.nat(5);
/** An act of this name with these values, as often as `weight` says. */
const often = <N extends string, V extends object>(
  weight: number,
  name: N,
  values: { [K in keyof V]: fc.Arbitrary<V[K]> },
) => ({
  weight,
  arbitrary: fc.record(values).map((given) => ({ ...given, act: name })),
});
const AMOUNTS = ['10', '99.999999', '400'];
const acts = fc.array(
  fc.oneof(
    // The straight way, so that most sequences come to a chain with something on it.
    often(3, 'send', { amount: fc.constantFrom(...AMOUNTS) }),
    often(3, 'request', { amount: fc.constantFrom(...AMOUNTS, '1500') }),
    often(4, 'approve', { which, actor: fc.constantFrom('ann', 'bob') }),
    often(1, 'cancel', { which }),
    often(1, 'reject', { which }),
    often(6, 'round', { death: fc.option(fc.constantFrom(...DEATHS)), waits: fc.boolean() }),
    often(4, 'mine', { blocks: fc.integer({ min: 1, max: 3 }), reverts: fc.boolean() }),
    often(1, 'halt', {}),
    often(1, 'resume', {}),
    often(2, 'lie', { by: fc.constantFrom(-1, 1, 50), always: fc.boolean() }),
    often(3, 'reorganise', { depth: fc.integer({ min: 1, max: 3 }) }),
  ),
  { minLength: 8, maxLength: 24 },
);
type Act = (typeof acts extends fc.Arbitrary<infer A> ? A : never) extends readonly (infer One)[] ? One : never;

describe('a gateway that pays withdrawals', () => {
  let db: Database;
  let world: WithdrawalWorld;
  let who: Withdrawer;
  let wallet: ScriptedWallet;
  /** Faults of the first of two endpoints. */
  let faults: WalletFaults = {};
  const mark = join(madeFolder('model'), 'payouts.mark');

  beforeAll(async () => {
    db = await openDatabase((await createMigrated()).config);
    world = await openWithdrawalWorld(db);
  });
  afterAll(() => db.close());

  /** A process begins, without the memory of the one before. */
  const restart = () => {
    world.deps.chains = [wallet.asChain(faults, {})];
    world.deps.payoutMark = fileMark(mark);
  };
  const all = async () => (await world.call(who, 'withdrawals', { limit: 100 })).items;

  async function round(): Promise<void> {
    world.time.now += 3_000;
    const before = wallet.handed.length;
    const { rows } = await db.pool.query(`SELECT FROM withdrawal_halts WHERE ended_at IS NULL AND cause = 'operator'`);
    try {
      await world.payOut();
      if (rows.length > 0) expect(wallet.handed).toHaveLength(before);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      model.met('death');
      restart();
    }
  }

  async function perform(act: Act): Promise<void> {
    const items = await all();
    const chosen = 'which' in act ? items[act.which]?.id : undefined;
    switch (act.act) {
      case 'request':
        await world
          .requested(who, act.amount)
          .catch((error: { code?: string }) => expect(error.code).toBe('insufficient-funds'));
        return;
      case 'send': {
        if (units(act.amount) * 2n > units(await world.cash(who))) return;
        const id = await world.requested(who, act.amount);
        await world.approved(id);
        return round();
      }
      case 'approve':
        // Refused when it is not waiting, or by the same operator again; what it does is seen in the checks.
        if (chosen) await world.operator('withdrawal approve', { id: chosen }, act.actor);
        return;
      case 'reject':
        if (chosen) await world.operator('withdrawal reject', { id: chosen, reason: 'no' });
        return;
      case 'cancel':
        if (!chosen) return;
        await world.call(who, 'cancelWithdrawal', { id: chosen }).catch((error: unknown) => {
          expect(error instanceof Refusal && error.code).toBe('order-closed');
        });
        return;
      case 'round':
        if (act.waits) world.time.now += 11 * 60_000;
        wallet.death = act.death;
        await round();
        wallet.death = null;
        return;
      case 'halt':
        await world.operator('withdrawal halt', { reason: 'no' });
        return;
      case 'resume':
        await world.operator('withdrawal resume', {});
        return;
      case 'lie': {
        faults.nonce = (count) => {
          if (!act.always) delete faults.nonce;
          return Math.max(0, count + act.by);
        };
        return;
      }
      case 'mine':
        for (let n = 0; n < act.blocks; n += 1) wallet.mine(act.reverts);
        return;
      case 'reorganise':
        wallet.reorganise(act.depth);
        return;
    }
  }

  const units = (text: string) => toUnits(text, 'USDT');

  /** Checks that the chain, the books and the screen say the same. */
  async function check(items: readonly Withdrawal[]): Promise<void> {
    const kept = items.filter(({ status }) => status !== 'failed').reduce((sum, { total }) => sum + units(total), 0n);
    expect(units(await world.cash(who))).toBe(units('2000') - kept);
    const paid = items.filter(({ status }) => status === 'success').map(({ amount }) => units(amount) * SCALE);
    const sent = items.filter(({ steps }) => steps.some(({ step }) => step === 'approved')).length;
    const onChain = wallet.paidTo(who.address);
    expect(onChain.length).toBeLessThanOrEqual(sent);
    // Everything that counts as paid is on the chain, once; more than that only while it waits for confirmations.
    const rest = [...onChain];
    for (const raw of paid) expect(rest.splice(rest.indexOf(raw), rest.includes(raw) ? 1 : 0)).toEqual([raw]);
    const pending = items.filter(({ status }) => status === 'pending').map(({ amount }) => units(amount) * SCALE);
    for (const raw of rest) expect(pending.splice(pending.indexOf(raw), pending.includes(raw) ? 1 : 0)).toEqual([raw]);
  }

  it('keeps its promises, whatever happens', { timeout: model.limitMs }, async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (sequence) => {
        who = await world.withdrawer('2000');
        faults = {};
        wallet = new ScriptedWallet(new ScriptedChain(() => world.time.now), units('5000') * SCALE);
        restart();
        for (const act of sequence) {
          model.met(act.act);
          await perform(act);
          await check(await all());
        }
        delete faults.nonce;
        await world.operator('withdrawal resume', {});
        // Left alone, everything that an operator approved comes to its end.
        for (let n = 0; n < 4; n += 1) {
          await round();
          for (let block = 0; block < 4; block += 1) wallet.mine(false);
        }
        await round();
        const items = await all();
        await check(items);
        const isOver = ({ status, steps }: Withdrawal) =>
          status !== 'pending' || steps.every(({ step }) => step === 'requested');
        expect(items.filter((one) => !isOver(one))).toEqual([]);
        for (const { status } of items) model.met(`withdrawal ${status}`);
        const { rows } = await db.pool.query<{ n: number }>(
          `SELECT count(*)::int AS n FROM withdrawals w JOIN withdrawal_events e ON e.withdrawal_id = w.id AND e.step = 'confirmed'
            WHERE w.account_id = $1 AND w.journal_id IS NOT NULL`,
          [who.accountId],
        );
        expect(rows[0]?.n).toBe(items.filter(({ status }) => status === 'success').length);
        // Holds against states, one journal per success and none else, every asset's sum.
        expect(await world.findings()).toEqual([]);
        for (const { id } of items.filter(({ canCancel }) => canCancel))
          await world.call(who, 'cancelWithdrawal', { id });
      }),
      model.settings,
    );
    model.expectMet(COVERAGE);
  });

  /** A withdrawal on a chain of its own, approved. @returns its id, and its steps so far */
  async function approved() {
    who = await world.withdrawer('2000');
    wallet = new ScriptedWallet(new ScriptedChain(() => world.time.now), units('5000') * SCALE);
    faults = {};
    restart();
    const id = await world.requested(who, '100');
    await world.approved(id);
    const steps = async () => (await world.withdrawalOf(who, id)).steps.map(({ step }) => step).join(' ');
    return { id, steps };
  }

  it('signs nothing anew with another key or on another chain; only a test chain that is gone gives back', async () => {
    const { id, steps } = await approved();
    await round();
    const life = wallet.asChain();
    const stranger = {
      ...life,
      sender: life.sender && { ...life.sender, address: '0x00000000000000000000000000000000000000F2' },
    };
    // Stuck for long: with another key a higher price would be another payment.
    world.deps.chains = [stranger];
    world.time.now += 60 * 60_000;
    await round();
    expect(await steps()).toBe('requested approved broadcast');
    const other = new ScriptedWallet(new ScriptedChain(() => world.time.now), units('5000') * SCALE).asChain();
    world.deps.chains = [{ ...other, isTest: false }];
    await round();
    expect(await steps()).toBe('requested approved broadcast');
    expect(world.logs.at(-1)).toMatchObject({ level: 'error', event: 'withdrawal-of-other-chain', withdrawalId: id });
    world.deps.chains = [other];
    await round();
    expect(await steps()).toBe('requested approved broadcast failed returned');
    expect(await world.cash(who)).toBe('2000.000000');
    expect(await world.findings()).toEqual([]);
  });

  it('signs, or takes a cancellation that comes at the same time: the money is in one place', async () => {
    wallet = new ScriptedWallet(new ScriptedChain(() => world.time.now), units('5000') * SCALE);
    restart();
    for (let n = 0; n < 5; n += 1) {
      who = await world.withdrawer('2000');
      const id = await world.requested(who, '100');
      await world.approved(id);
      const [, cancelled] = await Promise.allSettled([round(), world.call(who, 'cancelWithdrawal', { id })]);
      for (let block = 0; block < 4; block += 1) wallet.mine(false);
      await round();
      const isPaid = wallet.paidTo(who.address).length === 1;
      expect(isPaid).toBe(cancelled.status === 'rejected');
      expect(await world.cash(who)).toBe(isPaid ? '1898.900000' : '2000.000000');
    }
    expect(await world.findings()).toEqual([]);
  });
});
