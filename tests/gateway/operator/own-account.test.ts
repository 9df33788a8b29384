/** Nobody decides about their own account (docs/rules.md §12): withdrawals, and trades in dispute, on either side. */
import { beforeAll, expect, it } from 'vitest';
import { TRADE_PASSWORD } from '../world';
import { openUsdtWorld, usdt, type UsdtWorld } from '../otc/usdt/world';
import { describeOnDatabase } from '../support/database';
import { operatorSigner } from '../support/operators';
import { openWithdrawalWorld, type Withdrawer, type WithdrawalWorld } from '../withdrawals/world';

const OWN = { ok: false, fault: 'denied', message: 'this is about your own account: another operator has to' };

describeOnDatabase('an operator’s own withdrawal', (fixture) => {
  let world: WithdrawalWorld;
  let olga: Withdrawer;
  beforeAll(async () => {
    world = await openWithdrawalWorld(fixture.database);
    olga = await world.withdrawer('5000');
    await operatorSigner(world.deps, 'olga', 'admin', olga.userId);
  });
  const state = async (id: string) => (await world.withdrawalOf(olga, id)).status;

  it.each([
    ['withdrawal approve', {}],
    ['withdrawal reject', { reason: 'Mine.' }],
    ['withdrawal pay', { reference: 'Mine.' }],
    ['withdrawal match', { tx: `0x${'1'.repeat(64)}`, reason: 'Mine.' }],
    ['withdrawal resolve', { paid: `0x${'1'.repeat(64)}`, reason: 'Mine.' }],
    ['withdrawal resolve', { returned: true, reason: 'Mine.' }],
    ['withdrawal reissue', {}],
  ])('%s %j: not by themselves', async (command, input) => {
    const id = await world.requested(olga, '20');
    const before = await state(id);
    expect(await world.operator(command, { id, ...input }, 'olga')).toEqual(OWN);
    expect(await state(id)).toBe(before);
  });

  it('also of a sub-account; another one may, and they may decide about others', async () => {
    const { id: sub } = await world.call(olga, 'createSubAccount', { name: 'Savings' });
    const moved = { toAccountId: sub, asset: 'USDT', amount: '100', tradePassword: TRADE_PASSWORD } as const;
    await world.call(olga, 'transferToAccount', moved);
    const id = await world.requested({ ...olga, accountId: sub }, '20');
    expect(await world.operator('withdrawal approve', { id }, 'olga')).toEqual(OWN);
    expect(await world.operator('withdrawal approve', { id }, 'ann')).toMatchObject({ ok: true });
    const theirs = await world.requested(await world.withdrawer(), '20');
    expect(await world.operator('withdrawal approve', { id: theirs }, 'olga')).toMatchObject({ ok: true });
  });
});

describeOnDatabase('an operator’s own trade', (fixture) => {
  let world: UsdtWorld;
  beforeAll(async () => {
    world = await openUsdtWorld(fixture.database);
  });

  it.each(['seller', 'buyer'] as const)(
    'is not theirs to rule, nor to speak in for the platform: as %s',
    async (side) => {
      const trade = await world.tradeIn('dispute');
      const actor = `judge-and-${side}`;
      await operatorSigner(world.deps, actor, 'admin', trade[side].userId);
      for (const outcome of ['buyer', 'seller'] as const) {
        expect(await world.ruled(trade.id, outcome, actor)).toBe(OWN.message);
      }
      const said = await world.operator('otc say', { id: trade.id, text: 'The platform believes me.' }, actor);
      expect(said).toEqual(OWN);
      expect(await world.trade(trade.buyer, trade.id)).toMatchObject({ state: 'dispute' });
      expect(await world.escrow(trade.seller)).toBe(usdt('40.08'));
      // Another operator may, and they may rule about others.
      expect(await world.ruled(trade.id, 'buyer')).toMatch(/ruled for the buyer/);
      const others = await world.tradeIn('dispute');
      expect(await world.ruled(others.id, 'seller', actor)).toMatch(/ruled for the seller/);
    },
  );
});
