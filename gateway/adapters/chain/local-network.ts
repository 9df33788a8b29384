/**
 * The local test network: a real EVM node with a test USDT, so that the whole way of a deposit can be tried without a chain.
 * It makes a block for each transaction, and then as many as confirm it; while nothing happens it rests. Its state is
 * written after each block, so that it is there again at the next start.
 */
import { createHmac, randomInt } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { Address, Hex } from 'viem';
import type { Logger } from '../log';
import { AnvilEndedError, startAnvil, type AnvilProcess } from './anvil';
import { ChainError, type Chain, type ChainReader, type SenderEndpoint } from './chain';
import testUsdt from './contracts/TestUsdt.json' with { type: 'json' };
import { evmReader } from './evm-endpoint';
import { evmGathering } from './evm-gathering';
import { evmSender, evmSenderEndpoint } from './evm-sender';
import { evmFormat, hdAddresses, testAccountKey } from './hd-addresses';
import { loadViem } from './viem';

const DECIMALS = 18;
const SUPPLY = 10n ** 27n;
/** Limit for a request that hangs: a node that is given up loses the blocks that are not on the disk yet. */
const REQUEST_MS = 60_000;
/** Blocks that follow a transaction by themselves. */
const FOLLOWING_BLOCKS = 3;
/** Address of the first contract that the payer's account makes; it is the same on every chain of this kind. */
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const RESTART_WAIT_MS = 5_000;
/** The wallet of withdrawals gets ten times as much when it has less: 1 coin, 100 000 test USDT. */
const MIN_COIN = 10n ** 18n;
const MIN_TOKEN = 100_000n * 10n ** 18n;

export interface LocalNetworkOptions {
  /** Anvil's path. */
  program: string;
  /** State is kept here. */
  folder: string;
  /** The installation's: addresses come from it, so that they stay the same. */
  secret: Uint8Array;
  log: Logger;
  /** Time between the blocks that confirm a transaction, ms; asked before each. */
  blockMs(): Promise<number>;
}

export interface LocalNetwork {
  chain: Chain;
  /** Brings it up in the background, and up again when it ends. */
  start(): void;
  stop(): Promise<void>;
}

type AdminClient = Awaited<ReturnType<typeof openAdmin>>;

/** Opens the calls that only a node of our own allows. */
async function openAdmin(port: number) {
  const viem = await loadViem();
  const transport = viem.http(`http://127.0.0.1:${port}`, { retryCount: 0, timeout: REQUEST_MS });
  const client = viem
    .createTestClient({ mode: 'anvil', transport })
    .extend(viem.publicActions)
    .extend(viem.walletActions);
  const [payer] = await client.getAddresses();
  if (!payer) throw new Error('the node has no account');
  const account = payer;
  return {
    head: () => client.getBlock(),
    blockAt: (blockNumber: bigint) => client.getBlock({ blockNumber }),
    mine: () => client.mine({ blocks: 1 }),
    setCoin: (address: string, value: bigint) => client.setBalance({ address: address as Address, value }),
    coinOf: (address: string) => client.getBalance({ address: address as Address }),
    tokenOf: (address: string) =>
      client.readContract({
        address: TOKEN,
        abi: viem.tokenAbi,
        functionName: 'balanceOf',
        args: [address as Address],
      }),
    dump: async () => gunzipSync(Buffer.from((await client.dumpState()).slice(2), 'hex')),
    async deployToken(): Promise<void> {
      if ((await client.getCode({ address: TOKEN })) !== undefined) return;
      const { abi, bytecode } = testUsdt;
      const hash = await client.deployContract({
        abi,
        bytecode: bytecode as Hex,
        args: [SUPPLY],
        account,
        chain: null,
      });
      const { contractAddress } = await client.waitForTransactionReceipt({ hash, pollingInterval: 50 });
      if (contractAddress?.toLowerCase() !== TOKEN.toLowerCase()) throw new Error('the test token is somewhere else');
    },
    send: (to: string, raw: bigint) =>
      client.writeContract({
        address: TOKEN,
        abi: viem.tokenAbi,
        functionName: 'transfer',
        args: [to as Address, raw],
        account,
        chain: null,
      }),
  };
}

/** The state on disk, and the number of the chain that it is of. */
class ChainFiles {
  readonly #state: string;
  readonly #number: string;

  constructor(private readonly folder: string) {
    this.#state = join(folder, 'state.json');
    this.#number = join(folder, 'chain-id');
  }

  get cachePath(): string {
    return join(this.folder, 'cache');
  }

  get statePath(): string | null {
    return existsSync(this.#state) ? this.#state : null;
  }

  /** A chain without a past is a new one, and says so by a number of its own. */
  chainId(): string {
    const known = this.statePath !== null && existsSync(this.#number) ? readFileSync(this.#number, 'utf8').trim() : '';
    if (/^[0-9]{9,10}$/.test(known)) return known;
    this.setAside();
    const made = String(randomInt(1_000_000_000, 2_000_000_000));
    writeFileSync(this.#number, made, { mode: 0o600 });
    return made;
  }

  /** A state that cannot be read any more is kept, and not used. */
  setAside(): void {
    if (existsSync(this.#state)) renameSync(this.#state, `${this.#state}.unreadable`);
  }

  async save(state: Uint8Array): Promise<void> {
    const draft = `${this.#state}.new`;
    await writeFile(draft, state, { mode: 0o600 });
    await rename(draft, this.#state);
  }
}

/** A life of the node, from its start to its end. */
interface RunningNode {
  process: AnvilProcess;
  admin: AdminClient;
  reader: ChainReader;
  endpoint: SenderEndpoint;
  url: string;
  savedHash: string | null;
  /** The last block that holds a transaction, as far as it matters. */
  busy: bigint;
  /** The last block that was looked into: one may hold a transaction although it came while another was being made. */
  seen: bigint;
}

/** The faucet: pays the wallet of withdrawals before it runs dry. */
async function topUp(admin: AdminClient, wallet: string): Promise<void> {
  if ((await admin.coinOf(wallet)) < MIN_COIN) await admin.setCoin(wallet, MIN_COIN * 10n);
  if ((await admin.tokenOf(wallet)) < MIN_TOKEN) await admin.send(wallet, MIN_TOKEN * 10n);
}

async function startNode(program: string, store: ChainFiles, chainId: string, wallet: string): Promise<RunningNode> {
  const state = store.statePath;
  const args = ['--chain-id', chainId, '--threads', '1', ...(state === null ? [] : ['--load-state', state])];
  const process = await startAnvil({ program, cache: store.cachePath, args });
  try {
    const admin = await openAdmin(process.port);
    await admin.deployToken();
    await topUp(admin, wallet);
    const url = `http://127.0.0.1:${process.port}`;
    const endpoint = evmSenderEndpoint(url, TOKEN, wallet);
    return {
      process,
      admin,
      reader: evmReader({ url, token: TOKEN }),
      endpoint,
      url,
      savedHash: null,
      busy: -100n,
      seen: -1n,
    };
  } catch (error) {
    await process.stop();
    throw error;
  }
}

/** Whatever lies below it has all the blocks that follow it, or was looked into before. */
function lowestUnseen(head: bigint, seen: bigint): bigint {
  const lowest = head - BigInt(FOLLOWING_BLOCKS) + 1n;
  return lowest > seen ? lowest : seen + 1n;
}

/** Makes the next block if one is missing to confirm what is there, and keeps the state if it is another one. */
async function advance(running: RunningNode, store: ChainFiles, wallet: string): Promise<void> {
  const { admin } = running;
  let head = await admin.head();
  for (let number = lowestUnseen(head.number, running.seen); number <= head.number; number += 1n) {
    const { transactions } = number === head.number ? head : await admin.blockAt(number);
    if (transactions.length > 0) running.busy = number;
  }
  running.seen = head.number;
  if (head.number === running.busy) await topUp(admin, wallet);
  if (head.number - running.busy < BigInt(FOLLOWING_BLOCKS)) {
    await admin.mine();
    head = await admin.head();
  }
  await save(running, store, head.hash);
}

async function save(running: RunningNode, store: ChainFiles, hash: string): Promise<void> {
  if (hash === running.savedHash) return;
  await store.save(await running.admin.dump());
  running.savedHash = hash;
}

/** Until the time has passed, or the signal is given. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
}

/** Nobody waits for it, and nobody but deposits is kept by its failure. */
export function createLocalNetwork({ program, folder, secret, log, blockMs }: LocalNetworkOptions): LocalNetwork {
  const stopping = new AbortController();
  const store = new ChainFiles(folder);
  const seed = createHmac('sha512', secret).update('local-test-network').digest();
  const addresses = hdAddresses(testAccountKey(seed), evmFormat);
  let running: RunningNode | null = null;
  const key = createHmac('sha256', secret).update('local-test-network-wallet').digest('hex');
  const wallet = evmSender({ key: `0x${key}`, token: TOKEN, chainId: () => chainId, urls: [] });
  let readers: readonly ChainReader[] = [];
  let endpoints: readonly SenderEndpoint[] = [];
  let chainId = '';
  let stepMs = 0;

  async function live(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    chainId = store.chainId();
    const node = await startNode(program, store, chainId, wallet.address).catch((error: unknown) => {
      // Anvil does not come up with this state: the next try goes without it.
      if (error instanceof AnvilEndedError) store.setAside();
      throw error;
    });
    running = node;
    readers = [node.reader];
    endpoints = [node.endpoint];
    const either = AbortSignal.any([stopping.signal, node.process.ended]);
    try {
      while (!stopping.signal.aborted) {
        await advance(node, store, wallet.address);
        stepMs = await blockMs();
        await pause(stepMs, either);
        if (node.process.ended.aborted) throw new Error('the local test network has ended');
      }
    } finally {
      // The reader stays: its requests fail from now on, and screens tell that as with every other chain.
      running = null;
      await node.process.stop();
    }
  }

  let lives: Promise<void> | null = null;
  async function keepAlive(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await live();
      } catch (error) {
        if (stopping.signal.aborted) return;
        log.error('local-chain-failed', { error });
        await pause(RESTART_WAIT_MS, stopping.signal);
      }
    }
  }

  return {
    chain: {
      network: 'BEP20',
      isTest: true,
      decimals: DECIMALS,
      get chainId() {
        return chainId;
      },
      startBlock: 0,
      get blockMs() {
        return stepMs;
      },
      ...addresses,
      get readers() {
        return readers;
      },
      sender: {
        address: wallet.address,
        sign: (order) => wallet.sign(order),
        get endpoints() {
          return endpoints;
        },
      },
      gathering: evmGathering({
        token: TOKEN,
        chainId: () => chainId,
        urls: () => (running ? [running.url] : []),
      }),
      async pay(to, raw) {
        if (!running) throw new ChainError('unreachable', 'the local test network does not run');
        return running.admin.send(to, raw);
      },
    },
    start() {
      lives ??= keepAlive();
    },
    async stop() {
      stopping.abort();
      await lives;
    },
  };
}
