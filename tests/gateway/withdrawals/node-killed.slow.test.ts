/** A withdrawal on the local test network, whose node is killed meanwhile. */
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAnvil } from '../../../gateway/adapters/chain/anvil';
import { createLocalNetwork, type LocalNetwork } from '../../../gateway/adapters/chain/local-network';
import { openDatabase, type Database } from '../../../gateway/db/client';
import { withTransaction } from '../../../gateway/db/transaction';
import { reconcileChains } from '../../../gateway/domain/deposits/reconcile';
import { watchDeposits } from '../../../gateway/jobs/deposits';
import { madeFolder } from '../../support/made-folder';
import { nodesOf } from '../support/anvil-nodes';
import { createMigrated } from '../support/database';
import { SLOW_MS, until } from '../support/until';
import { openWithdrawalWorld, type WithdrawalWorld } from './world';

describe.runIf(existsSync('/proc/self'))('a withdrawal whose node is killed while it is on its way', () => {
  const folder = madeFolder('killed-node');
  let db: Database;
  let world: WithdrawalWorld;
  let network: LocalNetwork;

  beforeAll(async () => {
    db = await openDatabase((await createMigrated()).config);
    world = await openWithdrawalWorld(db);
    const { secret, log } = world.deps;
    const blockMs = () => Promise.resolve(200);
    network = createLocalNetwork({ program: findAnvil() ?? 'anvil', folder, secret, log, blockMs });
    world.deps.chains = [network.chain];
    network.start();
  });
  afterAll(async () => {
    await network.stop();
    await db.close();
  });

  it(
    'goes on when the node is there again, once, and the faucet explains what the wallet had',
    async () => {
      const who = await world.withdrawer('1000');
      const id = await world.requested(who, '250.5');
      await world.approved(id);
      /** Rounds of the jobs; how the withdrawal is then. */
      const rounds = async () => {
        world.time.now += 3_000;
        await watchDeposits(world.deps);
        await world.payOut();
        return (await world.withdrawalOf(who, id)).steps.map(({ step }) => step).join(' ');
      };
      await until(rounds, (found) => found.includes('broadcast'));
      const [node] = nodesOf(folder);
      if (node === undefined) throw new Error('there is no node');
      process.kill(node, 'SIGKILL');
      expect(await until(rounds, (found) => found.includes('confirmed'))).toBe(
        'requested approved broadcast confirmed',
      );
      expect(await world.cash(who)).toBe('748.249500');
      const held = await network.chain.readers[0]?.balance(who.address, (await network.chain.readers[0].head()).number);
      expect(held).toBe(2_505n * 10n ** 17n);
      await until(
        async () => {
          world.time.now += 3_000;
          await watchDeposits(world.deps);
          const { chains } = world.deps;
          const findings = await withTransaction(db, (tx) => reconcileChains(tx, chains));
          // The money in this test came by no deposit; the wallets are what is looked at.
          return findings.filter(({ check }) => check !== 'chain-ledger');
        },
        (found) => found.length === 0,
      );
    },
    SLOW_MS,
  );
});
