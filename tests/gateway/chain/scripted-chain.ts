/** A chain that does what a test says: blocks, reorganisations, and endpoints that fail or lie. */
import { createHash } from 'node:crypto';
import {
  ChainError,
  type Chain,
  type ChainBlock,
  type ChainReader,
  type ChainTransfer,
  type ChainTrouble,
} from '../../../gateway/adapters/chain/chain';
import { evmFormat, hdAddresses, testAccountKey } from '../../../gateway/adapters/chain/hd-addresses';

/** A transfer as its sender knows it, before a block has it. */
export interface Payment {
  txId: string;
  to: string;
  raw: bigint;
}

/** An endpoint's faults in its answers; each kind holds until it is taken away. */
export interface Faults {
  /** Every answer is this trouble. */
  fails?: ChainTrouble;
  /** Its head is this many blocks below the true one. */
  lag?: number;
  /** The logs of its newest blocks are not there yet. */
  lateLogs?: number;
  /** Changes the logs on their way. */
  logs?: (logs: ChainTransfer[]) => ChainTransfer[];
  /** Changes a block on its way. */
  block?: (block: ChainBlock) => ChainBlock;
  /** True when the endpoint knows no receipt. */
  hasNoReceipts?: boolean;
}

interface ScriptedBlock extends ChainBlock {
  transfers: ChainTransfer[];
}

const hex = (text: string) => `0x${createHash('sha256').update(text).digest('hex')}`;

let made = 0;
/** A transaction id that no other payment has. */
export const newTxId = () => hex(`tx ${(made += 1)}`);

/** This account pays everything on the chain. */
export const FROM = '0x00000000000000000000000000000000000000F1';
/** BEP20's USDT per smallest unit of ours. */
export const SCALE = 10n ** 12n;

export class ScriptedChain {
  readonly chainId: string;
  readonly faults: Faults = {};
  readonly asked: string[] = [];
  #blocks: ScriptedBlock[] = [];
  #forks = 0;

  constructor(private readonly now: () => number) {
    this.chainId = String(1_000 + (made += 1));
    this.mine();
  }

  get height(): number {
    return this.#blocks.length - 1;
  }

  /** Adds a block with these payments, in this order. */
  mine(payments: readonly Payment[] = []): void {
    const number = this.#blocks.length;
    const parentHash = this.#blocks.at(-1)?.hash ?? hex('nothing');
    const hash = hex(`${this.chainId} ${this.#forks} ${number} ${parentHash}`);
    const transfers = payments.map(({ txId, to, raw }, logIndex) => {
      return { txId, logIndex, blockNumber: number, blockHash: hash, from: FROM, to, raw };
    });
    this.#blocks.push({ number, hash, parentHash, at: this.now(), transfers });
  }

  /** The last `depth` blocks become others with these payments. */
  reorganise(depth: number, contents: readonly (readonly Payment[])[]): void {
    this.#forks += 1;
    this.#blocks = this.#blocks.slice(0, Math.max(1, this.#blocks.length - depth));
    for (const payments of contents) this.mine(payments);
  }

  /** The payments of the last `depth` blocks, the oldest first. */
  top(depth: number): Payment[] {
    return this.#blocks.slice(-depth).flatMap(({ transfers }) => transfers);
  }

  /** Blocks on top of the one that holds the transaction; null when none does. */
  depthOf(txId: string): number | null {
    const found = this.#blocks.findIndex(({ transfers }) => transfers.some((transfer) => transfer.txId === txId));
    return found < 0 ? null : this.height - found;
  }

  /** Everything that is on the chain. */
  payments(): Payment[] {
    return this.#blocks.flatMap(({ transfers }) => transfers);
  }

  reader(faults: Faults = this.faults, name = 'first'): ChainReader {
    const answer = async <T>(work: () => T): Promise<T> => {
      this.asked.push(name);
      if (faults.fails) throw new ChainError(faults.fails, 'as the test wants it');
      return work();
    };
    const known = () => this.#blocks.slice(0, Math.max(1, this.#blocks.length - (faults.lag ?? 0)));
    const shown = ({ transfers: _transfers, ...block }: ScriptedBlock) => faults.block?.(block) ?? block;
    return {
      chainId: () => answer(() => this.chainId),
      head: () => answer(() => shown(known().at(-1)!)),
      block: (number) => answer(() => (known()[number] ? shown(known()[number]!) : null)),
      transfers: ({ from, to, recipients, senders }) =>
        answer(() => {
          const late = known().length - (faults.lateLogs ?? 0);
          const logs = known()
            .slice(from, Math.min(to + 1, late))
            .flatMap(({ transfers }) => transfers)
            .filter(
              ({ from: payer, to: payee }) => !recipients || recipients.includes(payee) || senders.includes(payer),
            );
          return faults.logs?.(logs) ?? logs;
        }),
      receipt: (txId) =>
        answer(() => {
          const block = known().find(({ transfers }) => transfers.some((transfer) => transfer.txId === txId));
          if (!block || faults.hasNoReceipts) return null;
          const transfers = block.transfers.filter((transfer) => transfer.txId === txId);
          return { isSuccess: true, blockNumber: block.number, blockHash: block.hash, transfers };
        }),
      balance: (address) =>
        answer(() =>
          known()
            .flatMap(({ transfers }) => transfers)
            .reduce((sum, transfer) => sum + (transfer.to === address ? transfer.raw : 0n), 0n),
        ),
      accounts: null,
    };
  }

  /** The chain as the gateway has it. @param readers endpoints; absent: one of its own */
  chain(readers: readonly ChainReader[] = [this.reader()], isTest = true): Chain {
    return {
      network: 'BEP20',
      isTest,
      decimals: 18,
      chainId: this.chainId,
      startBlock: 0,
      blockMs: 1_000,
      ...hdAddresses(testAccountKey(new Uint8Array(64).fill(3)), evmFormat),
      readers,
      sender: null,
      gathering: null,
      pay: null,
    };
  }
}
