/** A real EVM node with a test USDT, and a wallet on it that withdrawals are paid from. */
import { join } from 'node:path';
import {
  createTestClient,
  http,
  publicActions,
  walletActions,
  type Hex,
  type PublicActions,
  type TestClient,
  type TransactionReceipt,
  type WalletActions,
} from 'viem';
import { findAnvil, startAnvil, type AnvilProcess } from '../../../gateway/adapters/chain/anvil';
import type { Chain } from '../../../gateway/adapters/chain/chain';
import testUsdt from '../../../gateway/adapters/chain/contracts/TestUsdt.json' with { type: 'json' };
import { evmChain } from '../../../gateway/adapters/chain/evm-chain';
import { testAccountKey } from '../../../gateway/adapters/chain/hd-addresses';
import { madeFolder } from '../../support/made-folder';

/** The wallet's private key: worth nothing, and not of an account that the node has by itself. */
export const HOT_KEY: Hex = `0x${'5a'.repeat(32)}`;
export const XPUB = testAccountKey(new Uint8Array(64).fill(9));
const CHAIN_ID = '31337';

type Client = TestClient & PublicActions & WalletActions;

function clientOf(port: number): Client {
  const transport = http(`http://127.0.0.1:${port}`);
  return createTestClient({ mode: 'anvil', transport }).extend(publicActions).extend(walletActions) as Client;
}

export interface TestNode {
  process: AnvilProcess;
  client: Client;
  chain: Chain;
  token: Hex;
  url: string;
  /** From outside: 18 decimals. */
  pay(to: string, raw: bigint): Promise<TransactionReceipt>;
  tokenOf(address: string): Promise<bigint>;
}

export async function startTestNode(): Promise<TestNode> {
  const process = await startAnvil({
    program: findAnvil() ?? 'anvil',
    cache: join(madeFolder('anvil'), 'cache'),
    args: ['--chain-id', CHAIN_ID, '--threads', '1'],
  });
  const client = clientOf(process.port);
  const [payer] = (await client.getAddresses()) as [Hex];
  const { abi, bytecode } = testUsdt;
  const contract = { abi, bytecode: bytecode as Hex, args: [10n ** 27n], account: payer, chain: null };
  const { contractAddress } = await client.waitForTransactionReceipt({
    hash: await client.deployContract(contract),
    pollingInterval: 20,
  });
  const token = contractAddress ?? '0x';
  const url = `http://127.0.0.1:${process.port}`;
  const paying = evmChain({ urls: [url], token, chainId: CHAIN_ID, xpub: XPUB, startBlock: 0, hotKey: HOT_KEY });
  // The test's clock is not the node's: only of a test network are old blocks no trouble.
  const chain = { ...paying, isTest: true };
  return {
    process,
    client,
    chain,
    token,
    url,
    async pay(to, raw) {
      const call = { address: token, abi, functionName: 'transfer', args: [to, raw], account: payer, chain: null };
      return client.waitForTransactionReceipt({ hash: await client.writeContract(call), pollingInterval: 20 });
    },
    tokenOf: async (address) =>
      (await client.readContract({ address: token, abi, functionName: 'balanceOf', args: [address] })) as bigint,
  };
}
