/** A freeze meets money that is on its way or on a market (docs/rules.md §3). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toUnits } from '../../../contract/money';
import { openDatabase, type Database } from '../../../gateway/db/client';
import { withTransaction } from '../../../gateway/db/transaction';
import { freeze } from '../../../gateway/domain/freeze/freeze';
import { beginThaw, thawIfDue } from '../../../gateway/domain/freeze/thaw';
import { userById } from '../../../gateway/domain/identity/users/user-repo';
import { reconcile } from '../../../gateway/ledger/reconcile';
import { ScriptedChain, SCALE } from '../chain/scripted-chain';
import { DAY_MS, TRADE_PASSWORD, type GatewayWorld, type Person } from '../world';
import { openRabWorld } from '../otc/rab/world';
import { openUsdtWorld } from '../otc/usdt/world';
import { createMigrated, databaseKind, type TestDatabase } from '../support/database';
import { watchDeposits } from '../../../gateway/jobs/deposits';
import { ScriptedWallet } from '../withdrawals/scripted-wallet';
import { openWithdrawalWorld } from '../withdrawals/world';

describe('money of a frozen account', () => {
  const kind = databaseKind();
  let created: TestDatabase;
  let db: Database;

  beforeEach(async () => {
    created = await createMigrated(kind);
    db = await openDatabase(created.config);
  });
  afterEach(async () => {
    expect(await withTransaction(db, (tx) => reconcile(tx))).toEqual([]);
    await db.close();
    await created.drop();
  });

  const frozen = ({ deps, time }: GatewayWorld, { userId }: Person) =>
    withTransaction(db, (tx) => freeze(tx, { deps, now: time.now }, { userId, by: 'link' }));
  async function thawed({ deps, time }: GatewayWorld, { userId }: Person): Promise<void> {
    await withTransaction(db, async (tx) => {
      const user = await userById(tx, userId);
      if (user) await beginThaw(tx, { deps, now: time.now }, user, 'operator');
    });
    time.now += DAY_MS;
    await withTransaction(db, (tx) => thawIfDue(tx, { deps, now: time.now }, userId));
  }

  it('a withdrawal that waits or is approved is not paid; others are, and it goes on after the thaw', async () => {
    const world = await openWithdrawalWorld(db);
    const wallet = new ScriptedWallet(new ScriptedChain(() => world.time.now), toUnits('5000', 'USDT') * SCALE);
    world.deps.chains = [wallet.asChain()];
    const rounds = async (count: number) => {
      for (let n = 0; n < count; n += 1) {
        world.time.now += 3_000;
        await watchDeposits(world.deps);
        await world.payOut();
        wallet.mine(false);
      }
    };
    const [one, waiting, other] = [await world.withdrawer(), await world.withdrawer(), await world.withdrawer()];
    const approved = await world.requested(one, '100');
    await world.approved(approved);
    const requested = await world.requested(waiting, '100');
    await frozen(world, one);
    await frozen(world, waiting);
    const id = await world.requested(other, '100');
    await world.approved(id);
    await rounds(6);
    expect((await world.withdrawalOf(other, id)).status).toBe('success');
    expect(wallet.paidTo(one.address)).toEqual([]);
    const refused = await world.operator('withdrawal approve', { id: requested }, 'somebody');
    expect(refused).toMatchObject({ ok: false, message: expect.stringContaining('is frozen') as string });
    const listed = await world.operator('withdrawal list', { state: 'open', limit: 10 });
    expect(listed).toMatchObject({ ok: true, data: [{ isFrozen: true }, { isFrozen: true }] });
    // A frozen person may still cancel: it brings the money back.
    await world.call(waiting, 'cancelWithdrawal', { id: requested });
    await thawed(world, one);
    await rounds(6);
    expect(wallet.paidTo(one.address)).toHaveLength(1);
  });

  it('a withdrawal that was signed goes out: held back it would hold up everybody else’s', async () => {
    const world = await openWithdrawalWorld(db);
    const wallet = new ScriptedWallet(new ScriptedChain(() => world.time.now), toUnits('5000', 'USDT') * SCALE);
    world.deps.chains = [wallet.asChain()];
    const [who, other] = [await world.withdrawer(), await world.withdrawer()];
    const id = await world.requested(who, '100');
    await world.approved(id);
    wallet.death = 'before-broadcast';
    const round = async () => {
      world.time.now += 3_000;
      await watchDeposits(world.deps);
      await world.payOut();
    };
    await expect(round()).rejects.toThrow('before-broadcast');
    await frozen(world, who);
    await world.approved(await world.requested(other, '100'));
    for (let n = 0; n < 6; n += 1) {
      await round();
      wallet.mine(false);
    }
    expect(wallet.paidTo(who.address)).toHaveLength(1);
    expect(wallet.paidTo(other.address)).toHaveLength(1);
  });

  it('an order that waits on the RAB market is taken off, its hold is back, and nobody can fill it', async () => {
    const world = await openRabWorld(db);
    const [who, other] = [await world.trader(), await world.trader()];
    const before = await world.funds(who);
    const { id } = await world.sell(who);
    expect(await world.funds(who)).not.toBe(before);
    await frozen(world, who);
    expect(await world.funds(who)).toBe(before);
    expect((await world.detail(who, id)).order).toMatchObject({ status: 'cancelled' });
    expect(await world.buy(other)).toMatchObject({ status: 'pending-match' });
    expect((await world.refusedTo(who, 'sell', {})).code).toBe('account-frozen');
  });

  it('an offer of the USDT market is taken off; a trade that runs goes on, but its escrow is not released', async () => {
    const world = await openUsdtWorld(db);
    const [seller, buyer] = [await world.trader('2000'), await world.trader('0')];
    const offer = await world.sellOffer(seller, { quantity: '1000', maxFiat: '7200' });
    const { id } = await world.take(buyer, offer.id, '40');
    await frozen(world, seller);
    expect(await world.held(seller)).toBe(0n);
    expect(await world.offer(seller, offer.id)).toMatchObject({ status: 'match-ended', held: '0.000000' });
    // The buyer is not harmed: telling the payment and a dispute work, and an operator rules.
    await world.pay(buyer, id);
    const { version } = await world.trade(seller, id);
    const input = { id, version, tradePassword: TRADE_PASSWORD };
    expect((await world.refused(seller, 'confirmPayment', input)).code).toBe('account-frozen');
    world.pass(30 * 60_000);
    await world.dispute(buyer, id);
    await world.ruled(id, 'buyer');
    expect(await world.trade(buyer, id)).toMatchObject({ status: 'completed' });
  });
});
