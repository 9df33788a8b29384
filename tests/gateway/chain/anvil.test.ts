/** The scanner and viem against a real EVM node: what a node really answers, also when its chain becomes another one. */
import type { Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toUnits } from '../../../contract/money';
import { openDatabase, type Database } from '../../../gateway/db/client';
import { withTransaction } from '../../../gateway/db/transaction';
import { reconcileChains } from '../../../gateway/domain/deposits/reconcile';
import type { Person } from '../world';
import { createMigrated } from '../support/database';
import { startTestNode, type TestNode } from '../withdrawals/node';
import { openDepositWorld, type DepositWorld } from './deposit-world';
import { SCALE } from './scripted-chain';

describe('deposits on a real node', () => {
  let node: TestNode;
  let db: Database;
  let world: DepositWorld;
  let who: Person;
  let address: Hex;

  beforeAll(async () => {
    node = await startTestNode();
    db = await openDatabase((await createMigrated()).config);
    world = await openDepositWorld(db);
    world.time.now = Date.now();
    world.use({ ...node.chain, isTest: false });
    who = await world.person('0');
    address = (await world.addressOf(who)) as Hex;
  });
  afterAll(async () => {
    await db.close();
    await node.process.stop();
  });

  const send = (raw: bigint) => node.pay(address, raw);
  const states = async () =>
    (await world.depositsOf(who)).map(({ status, amount, confirmations }) => `${status} ${amount} ${confirmations}`);
  const mined = async (blocks: number) => {
    await node.client.mine({ blocks });
    return world.watch();
  };

  it('count up from 0/3 to 3/3 when 250.5 come from outside, and are credited once', async () => {
    const { transactionHash, blockNumber } = await send(toUnits('250.5', 'USDT') * SCALE + 1n);
    expect(await world.watch()).toBe(0);
    expect(await world.depositsOf(who)).toMatchObject([
      { confirmations: 0, txId: transactionHash, blockNumber: Number(blockNumber), isTest: false, toAddress: address },
    ]);
    expect(await mined(1)).toBe(0);
    expect(await mined(1)).toBe(0);
    expect(await states()).toEqual(['confirming 250.500000 2']);
    expect(await mined(1)).toBe(1);
    expect(await mined(1)).toBe(0);
    expect(await world.cash(who)).toBe('250.500000');
  });

  it('go with a reorganisation while they are uncredited, and stay where they lie deeper', async () => {
    await send(toUnits('20', 'USDT') * SCALE);
    await mined(1);
    await send(toUnits('30', 'USDT') * SCALE);
    await mined(1);
    expect((await states()).slice(0, 2)).toEqual(['confirming 30.000000 1', 'credited 20.000000 3']);
    expect(await world.cash(who)).toBe('270.500000');
    await node.client.request({ method: 'anvil_reorg' as never, params: [2, []] as never });
    await mined(4);
    expect((await states())[0]).toBe('credited 20.000000 3');
    expect(await world.cash(who)).toBe('270.500000');
  });

  it('agree with the ledger about what the addresses hold, and a payment that was never recorded is found', async () => {
    const chains = world.deps.chains;
    expect(await withTransaction(db, (tx) => reconcileChains(tx, chains))).toEqual([]);
    // Something that was never recorded is found.
    await send(toUnits('2', 'USDT') * SCALE);
    await db.pool.query('UPDATE chain_scans SET next_block = next_block + 1');
    expect(await withTransaction(db, (tx) => reconcileChains(tx, chains))).toMatchObject([
      { check: 'chain-balance', subject: `BEP20 ${address}` },
    ]);
  });
});
