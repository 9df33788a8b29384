/** A person's other devices are told about a call on one device: every answer that the call makes stale there. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { staleAfter } from '../../../contract/consequences';
import { calls } from '../../../contract/index';
import { TRADE_PASSWORD, type GatewayWorld } from '../world';
import { describeOnDatabase } from '../support/database';
import { payingChain } from '../support/paying-chain';
import { openWithdrawalWorld, type Withdrawer, type WithdrawalWorld } from '../withdrawals/world';

/** Makes a call of somebody's. */
type Made = <N extends Parameters<GatewayWorld['call']>[1]>(
  name: N,
  input: Parameters<typeof world.call<N>>[2],
) => ReturnType<typeof world.call<N>>;
let world: WithdrawalWorld;

describeOnDatabase('a person’s other devices', (fixture) => {
  let names: string[] = [];
  let who: Withdrawer;
  beforeAll(async () => {
    world = await openWithdrawalWorld(fixture.database);
    await world.fundPool('20000');
    world.deps.chains = [payingChain(() => world.time.now)];
    who = await world.withdrawer('10000');
  });
  const sql = (text: string) => fixture.database.pool.query<Record<string, string>>(text);

  /** Makes the call. @returns its answer, and what was told of it */
  const made = (async (name: 'assets', input: object) => {
    const { rows } = await sql('SELECT coalesce(max(id), 0) AS last FROM live_events');
    const answer = await world.call(who, name, input as never);
    const told = await sql(
      `SELECT jsonb_array_elements_text(calls) AS call FROM live_events
        WHERE id > ${rows[0]?.['last']} AND user_id = ${who.userId}`,
    );
    names = told.rows.map(({ call }) => call ?? '');
    expect(names, name).toEqual(expect.arrayContaining(staleAfter(calls[name])));
    return answer;
  }) as unknown as Made;

  it('hear of custody, of transfers and of withdrawals, and of what is available then', async () => {
    const { plans } = await world.call(who, 'custodyConfig', {});
    const planId = plans.find(({ isOpen }) => isOpen)?.id ?? '';
    const placed = await made('createCustodyOrder', { planId, amount: '200', tradePassword: TRADE_PASSWORD });
    expect(names).toEqual(expect.arrayContaining(['otcFigures', 'exchangeFigures', 'withdrawalConfig']));
    const { id: orderId, version } = placed.order;
    await made('redeemCustodyOrder', { orderId, version, amount: '200', tradePassword: TRADE_PASSWORD });
    const sub = await made('createSubAccount', { name: 'Reef' });
    await made('transferToAccount', {
      toAccountId: sub.id,
      asset: 'USDT',
      amount: '1',
      tradePassword: TRADE_PASSWORD,
    });
    await made('requestWithdrawal', await world.input(who, '50', await world.card(who)));
  });

  it('hear once of what services tell as well, and nothing of what was refused or is asked again', async () => {
    const rowsOf = async (act: () => Promise<unknown>) => {
      const { rows } = await sql('SELECT coalesce(max(id), 0) AS last FROM live_events');
      await act();
      return (await sql(`SELECT calls FROM live_events WHERE id > ${rows[0]?.['last']}`)).rows.length;
    };
    const sub = await world.call(who, 'createSubAccount', { name: 'Shoal' });
    const transfer = { toAccountId: sub.id, asset: 'USDT', amount: '1', tradePassword: TRADE_PASSWORD } as const;
    const key = randomUUID();
    expect(await rowsOf(() => world.call(who, 'transferToAccount', transfer, key))).toBe(1);
    expect(await rowsOf(() => world.call(who, 'transferToAccount', transfer, key))).toBe(0);
    expect(await rowsOf(() => world.refused(who, 'transferToAccount', { ...transfer, amount: '999999' }))).toBe(0);
    const { withdrawal } = await world.call(
      who,
      'requestWithdrawal',
      await world.input(who, '50', await world.card(who)),
    );
    expect(await rowsOf(() => world.call(who, 'cancelWithdrawal', { id: withdrawal.id }))).toBe(1);
    expect(await rowsOf(() => world.call(who, 'cancelWithdrawal', { id: withdrawal.id }))).toBe(0);
  });
});
