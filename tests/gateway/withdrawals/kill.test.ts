/** Withdrawals when processes die at the worst moment: the gateway between a broadcast and its record, and the node. */
import { createServer, type Server } from 'node:http';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAnvil } from '../../../gateway/adapters/chain/anvil';
import { createLocalNetwork, type LocalNetwork } from '../../../gateway/adapters/chain/local-network';
import { openDatabase, type Database } from '../../../gateway/db/client';
import { withTransaction } from '../../../gateway/db/transaction';
import { reconcileChains } from '../../../gateway/domain/deposits/reconcile';
import { CONFIRMATIONS } from '../../../gateway/domain/deposits/rules';
import { openHalts } from '../../../gateway/domain/withdrawals/halts-repo';
import { watchDeposits } from '../../../gateway/jobs/deposits';
import { guardPayouts } from '../../../gateway/jobs/payout-guard';
import { startGateway, type GatewayProcess } from '../../support/gateway-process';
import { madeFolder } from '../../support/made-folder';
import { createMigrated, ownerUrl, type TestDatabase } from '../support/database';
import { nodesOf } from '../support/anvil-nodes';
import { SLOW_MS, until } from '../support/until';
import { HOT_KEY, startTestNode, XPUB, type TestNode } from './node';
import { openWithdrawalWorld, type Withdrawer, type WithdrawalWorld } from './world';

/** Between a gateway and its node: keeps what is sent, and can end things when the node has taken it. */
class Wire {
  readonly sent: string[] = [];
  /** Called when the node has a transaction and the gateway does not know it yet. */
  afterSend: (() => Promise<unknown>) | null = null;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async to(target: string): Promise<Wire> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const wire = new Wire(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        wire.pass(target, Buffer.concat(chunks).toString()).then(
          (answer) => response.setHeader('content-type', 'application/json').end(answer),
          () => response.destroy(),
        );
      });
    });
    return wire;
  }

  private async pass(target: string, body: string): Promise<string> {
    const [raw] = /0x[0-9a-f]{200,}/.exec(body.includes('eth_sendRawTransaction') ? body : '') ?? [];
    const answered = await fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const answer = await answered.text();
    if (raw !== undefined) {
      this.sent.push(raw);
      const then = this.afterSend;
      this.afterSend = null;
      if (then) {
        await then();
        throw new Error('nobody listens any more');
      }
    }
    return answer;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

describe('a gateway that is killed between the broadcast and its record', () => {
  let node: TestNode;
  let wire: Wire;
  let created: TestDatabase;
  let db: Database;
  let world: WithdrawalWorld;
  let who: Withdrawer;
  let gateway: GatewayProcess | null = null;
  let wallet: string;
  const varDir = madeFolder('killed');

  const start = async () => {
    const url = ownerUrl(created.config);
    const env = {
      DATABASE_URL: url,
      ALLOW_NO_SMTP: '1',
      SERVE_APP: '0',
      GATEWAY_SECRET: 'a secret of this test, with enough characters',
      CHAIN_BEP20_RPC: wire.url,
      CHAIN_BEP20_CHAIN_ID: node.chain.chainId,
      CHAIN_BEP20_TOKEN: node.token,
      CHAIN_BEP20_XPUB: XPUB,
      CHAIN_BEP20_HOT_KEY: HOT_KEY,
      CHAIN_BEP20_START_BLOCK: '0',
    };
    gateway = await startGateway({ from: 'bundle', varDir, env });
  };
  const steps = async (id: string) => (await world.withdrawalOf(who, id)).steps.map(({ step }) => step).join(' ');
  /** @throws Error with what the gateway has said last */
  const untilSteps = (id: string, isSo: (found: string) => boolean) =>
    until(() => steps(id), isSo).catch((error: unknown) => {
      throw new Error(`${String(error)}; the gateway:\n${gateway?.output().slice(-4_000)}`, { cause: error });
    });
  const transactions = async (id: string) =>
    (
      await db.pool.query<{ signed: string; is_sent: boolean }>(
        'SELECT signed, broadcast_at IS NOT NULL AS is_sent FROM withdrawal_transactions WHERE withdrawal_id = $1',
        [id],
      )
    ).rows;

  beforeAll(async () => {
    node = await startTestNode();
    wire = await Wire.to(node.url);
    created = await createMigrated('postgres');
    db = await openDatabase(created.config);
    world = await openWithdrawalWorld(db, Date.now());
    world.deps.chains = [node.chain];
    who = await world.withdrawer('0');
    wallet = node.chain.sender?.address ?? '';
    await node.client.setBalance({ address: wallet as Hex, value: 10n ** 18n });
    await node.pay(wallet, 1_000n * 10n ** 18n);
    await start();
    // By a deposit: the gateway compares the books with the chain every five minutes, and pays nothing where they disagree.
    const { networks } = await world.call(who, 'depositAddresses', {});
    await node.pay(networks[0]?.address ?? '', 1_000n * 10n ** 18n);
    await node.client.mine({ blocks: CONFIRMATIONS + 1 });
    await until(
      () => world.cash(who),
      (cash) => cash === '1000.000000',
    );
    await guardPayouts(world.deps);
    expect(await openHalts(db.db)).toEqual([]);
  }, SLOW_MS);
  afterAll(async () => {
    await gateway?.stop();
    await db.close();
    await created.drop();
    await wire.close();
    await node.process.stop();
  });

  it(
    'sends the same bytes again, and the chain has one transfer',
    async () => {
      await node.client.setAutomine(false);
      const killed = new Promise<void>((resolve) => {
        wire.afterSend = async () => {
          await gateway?.stop('SIGKILL');
          resolve();
        };
      });
      const id = await world.requested(who, '500');
      await world.approved(id);
      await killed;
      const [written] = await transactions(id);
      expect(written).toEqual({ signed: wire.sent[0], is_sent: false });
      expect(await steps(id)).toBe('requested approved');
      await start();
      await untilSteps(id, (found) => found === 'requested approved broadcast');
      expect(new Set(wire.sent)).toEqual(new Set([written?.signed]));
      expect(wire.sent.length).toBeGreaterThan(1);
      await node.client.setAutomine(true);
      await node.client.mine({ blocks: 4 });
      await untilSteps(id, (found) => found.endsWith('confirmed'));
      expect(await node.tokenOf(who.address)).toBe(500n * 10n ** 18n);
      expect(await node.client.getTransactionCount({ address: wallet as Hex })).toBe(1);
      expect(await transactions(id)).toHaveLength(1);
      expect(await world.cash(who)).toBe('498.500000');
      expect(await world.findings()).toEqual([]);
    },
    SLOW_MS,
  );
});

describe.runIf(existsSync('/proc/self'))('a node that is killed while a withdrawal is on its way', () => {
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
    'it goes on when the node is there again, once, and the faucet explains what the wallet had',
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
