/** The ledger's refusals become the user's in one place, whichever call meets them (gateway/domain/money-call.ts). */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Tx } from '../../../gateway/db/transaction';
import { Refusal } from '../../../gateway/domain/call-context';
import { runConfirmedCall, type Explanations } from '../../../gateway/domain/money-call';
import { hold } from '../../../gateway/ledger/holds';
import { openGatewayWorld, type GatewayWorld, type Person } from '../world';
import { describeOnDatabase } from '../support/database';
import { cash, move, newTransfer, system } from '../support/ledger';

type Told = { code: string; data?: unknown; isRefusal: boolean };

/** Runs a money call of `who` with the effect `effect`, and returns its refusal or error. */
async function told(
  world: GatewayWorld,
  who: Person,
  effect: (tx: Tx) => Promise<unknown>,
  explanations: Explanations = {},
): Promise<Told> {
  const context = world.contextOf(who, 'createCustodyOrder', { idempotencyKey: randomUUID() });
  const input = {};
  const confirm = () => Promise.resolve();
  try {
    await runConfirmedCall(context, { call: 'createCustodyOrder', input, confirm, effect, ...explanations });
  } catch (error) {
    const { code } = error as { code: string };
    return error instanceof Refusal ? { code, ...error.details, isRefusal: true } : { code, isRefusal: false };
  }
  throw new Error('nothing was refused');
}

describeOnDatabase('what the ledger refuses within a call', (fixture) => {
  const open = () => openGatewayWorld(fixture.database);
  const to = system('fee-revenue');

  it('the own cash is short: refused with what there is, posted or held', async () => {
    const world = await open();
    const who = await world.person('12.5');
    const refusal = { code: 'insufficient-funds', data: { available: '12.500000' }, isRefusal: true };
    const from = cash(who.accountId);
    expect(await told(world, who, (tx) => move(tx, from, to, 12_500_001n))).toEqual(refusal);
    const at = world.deps.clock.now();
    expect(
      await told(world, who, (tx) => hold(tx, { transferId: newTransfer(), account: from, amount: 12_500_001n, at })),
    ).toEqual(refusal);
    const rab = cash(who.accountId, 'RAB');
    expect(await told(world, who, (tx) => move(tx, rab, system('fee-revenue', 'RAB'), 1n))).toEqual({
      ...refusal,
      data: { available: '0.00000000' },
    });
  });

  it('of anybody else’s money, and of the own in custody, nothing is told', async () => {
    const world = await open();
    const [who, other] = [await world.person('100'), await world.person('1')];
    const error = { code: 'insufficient-funds', isRefusal: false };
    expect(await told(world, who, (tx) => move(tx, cash(other.accountId), to, 1_000_001n))).toEqual(error);
    const custody = cash(who.accountId, 'USDT', 'user_custody');
    expect(await told(world, who, (tx) => move(tx, custody, cash(who.accountId), 1n))).toEqual(error);
  });

  it('an empty pool is what the call says it is, else an error', async () => {
    const world = await open();
    const who = await world.person('1');
    const pay = (tx: Tx) => move(tx, system('promotion-pool'), cash(who.accountId), 1_000_000n, { kind: 'promotion' });
    expect(await told(world, who, pay)).toEqual({ code: 'pool-empty', isRefusal: false });
    const poolEmpty = async () => new Refusal('capacity-full', { data: { limit: '0' } });
    expect(await told(world, who, pay, { poolEmpty })).toEqual({
      code: 'capacity-full',
      data: { limit: '0' },
      isRefusal: true,
    });
  });
});
