/** A wallet on a scripted chain, behind a node's pool: sent transactions wait there until a block takes them. */
import { createHash } from 'node:crypto';
import {
  ChainError,
  type Chain,
  type ChainReader,
  type ChainSender,
  type ChainTrouble,
  type SenderEndpoint,
  type SignedTransfer,
  type TransferOrder,
} from '../../../gateway/adapters/chain/chain';
import { FROM, type ScriptedChain } from '../chain/scripted-chain';

/** The process dies at one of these places; each is between two of its transactions, or inside one. */
export const DEATHS = ['signing', 'before-broadcast', 'after-broadcast', 'receipt', 'second-opinion'] as const;
export type Death = (typeof DEATHS)[number];

export class Killed extends Error {
  override name = 'Killed';
}

interface Included {
  order: TransferOrder;
  txId: string;
  block: number;
  isSuccess: boolean;
}

/** Faults of one endpoint of the wallet. */
export interface WalletFaults {
  /** Changes the count of the wallet's transactions that the endpoint tells. */
  nonce?: (count: number) => number;
  /** Changes the count that includes those in its pool. */
  pending?: (count: number) => number;
  fails?: ChainTrouble;
}

const txIdOf = (bytes: string) => `0x${createHash('sha256').update(bytes).digest('hex')}`;

function orderOf(bytes: string): TransferOrder {
  const { raw, gasPrice, gasLimit, ...rest } = JSON.parse(bytes) as Record<
    'to' | 'raw' | 'gasPrice' | 'gasLimit',
    string
  > & {
    nonce: number;
  };
  return { ...rest, raw: BigInt(raw), gasPrice: BigInt(gasPrice), gasLimit: BigInt(gasLimit) };
}

export class ScriptedWallet {
  /** The next visit to this place is the process's last. */
  death: Death | null = null;
  /** The bytes that endpoints were handed. */
  readonly handed: string[] = [];
  #pool = new Map<string, TransferOrder>();
  #included: Included[] = [];

  constructor(
    private readonly chain: ScriptedChain,
    private readonly funds: bigint,
  ) {}

  #visit(place: Death): void {
    if (this.death !== place) return;
    this.death = null;
    throw new Killed(place);
  }

  /** Transfers to this address that are on the chain. */
  paidTo(address: string): bigint[] {
    return this.#included
      .filter(({ order, isSuccess }) => isSuccess && order.to === address)
      .map(({ order }) => order.raw);
  }

  /** A block with all that the pool has in order; of equal nonces the dearest. */
  mine(reverts: boolean): void {
    const taken: Included[] = [];
    for (let nonce = this.#included.length; ; nonce += 1) {
      const offers = [...this.#pool].filter(([, order]) => order.nonce === nonce);
      const [best] = offers.sort(([, a], [, b]) => (a.gasPrice > b.gasPrice ? -1 : 1));
      if (!best) break;
      for (const [txId] of offers) this.#pool.delete(txId);
      taken.push({ txId: best[0], order: best[1], block: this.chain.height + 1, isSuccess: !reverts });
    }
    this.#included.push(...taken);
    this.chain.mine(
      taken.filter(({ isSuccess }) => isSuccess).map(({ txId, order }) => ({ txId, to: order.to, raw: order.raw })),
    );
  }

  /**
   * Somebody else sends from the wallet with its key, with the next nonce unless told otherwise.
   * @returns the transaction's id; it waits for a block
   */
  sendOutside(to: string, raw: bigint, nonce = this.#pendingCount()): string {
    const order = { nonce, to, raw, gasPrice: 10n ** 12n, gasLimit: 60_000n };
    const txId = txIdOf(`outside ${this.#included.length} ${nonce} ${to} ${raw}`);
    this.#pool.set(txId, order);
    return txId;
  }

  /** Forgets the pool, as a node does that was restarted. */
  forgetPool(): void {
    this.#pool.clear();
  }

  /** Replaces the last blocks by empty ones and one more; their transactions wait again. */
  reorganise(depth: number): void {
    const from = this.chain.height - depth;
    for (const { txId, order } of this.#included.filter(({ block }) => block > from)) this.#pool.set(txId, order);
    this.#included = this.#included.filter(({ block }) => block <= from);
    this.chain.reorganise(
      depth,
      Array.from({ length: depth + 1 }, () => []),
    );
  }

  /** Counts the wallet's transactions in blocks up to this one. */
  #countAt(block: number): number {
    return this.#included.filter((one) => one.block <= block).length;
  }

  /** Counts them with the transactions that wait in the pool for their turn. */
  #pendingCount(): number {
    const waiting = new Set([...this.#pool.values()].map(({ nonce }) => nonce));
    let count = this.#included.length;
    while (waiting.has(count)) count += 1;
    return count;
  }

  #endpoint(faults: WalletFaults): SenderEndpoint {
    return {
      chainId: async () => {
        if (faults.fails) throw new ChainError(faults.fails, 'as the test wants it');
        return this.chain.chainId;
      },
      wallet: async () => {
        if (faults.fails) throw new ChainError(faults.fails, 'as the test wants it');
        const spent = this.#included.reduce((sum, { order, isSuccess }) => sum + (isSuccess ? order.raw : 0n), 0n);
        const [nonce, pending] = [this.#included.length, this.#pendingCount()];
        return {
          nonce: faults.nonce?.(nonce) ?? nonce,
          pending: faults.pending?.(pending) ?? pending,
          token: this.funds - spent,
          coin: 10n ** 18n,
          gasPrice: 10n ** 9n,
        };
      },
      gasFor: async () => 50_000n,
      broadcast: async ({ txId, bytes }) => {
        this.#visit('before-broadcast');
        this.handed.push(bytes);
        const order = orderOf(bytes);
        const isIn = this.#included.some((one) => one.txId === txId);
        if (!isIn && order.nonce < this.#included.length) return 'nonce-used';
        if (!isIn) this.#pool.set(txId, order);
        this.#visit('after-broadcast');
        return 'taken';
      },
    };
  }

  #sender(all: readonly WalletFaults[]): ChainSender {
    return {
      address: FROM,
      sign: async (order): Promise<SignedTransfer> => {
        this.#visit('signing');
        const bytes = JSON.stringify(order, (_, value: unknown) =>
          typeof value === 'bigint' ? value.toString() : value,
        );
        return { txId: txIdOf(bytes), bytes };
      },
      endpoints: all.map((faults) => this.#endpoint(faults)),
    };
  }

  #reader(): ChainReader {
    const reader = this.chain.reader();
    return {
      ...reader,
      accounts: {
        nonceAt: async (_address, block) => this.#countAt(block),
        sender: async (txId) => {
          const found = this.#included.find((one) => one.txId === txId);
          return found ? { from: FROM, nonce: found.order.nonce } : null;
        },
      },
      block: async (number) => {
        this.#visit('second-opinion');
        return reader.block(number);
      },
      receipt: async (txId) => {
        this.#visit('receipt');
        const found = this.#included.find((one) => one.txId === txId);
        const block = found && (await reader.block(found.block));
        if (!found || !block) return null;
        const { to, raw } = found.order;
        const place = { blockNumber: block.number, blockHash: block.hash };
        const transfers = found.isSuccess ? [{ txId, logIndex: 0, ...place, from: FROM, to, raw }] : [];
        return { isSuccess: found.isSuccess, ...place, transfers };
      },
    };
  }

  /**
   * The chain and its wallet as a process has them; new ones for each life. @param faults of each endpoint; absent: one endpoint
   * without any
   */
  asChain(...faults: WalletFaults[]): Chain {
    const all = faults.length > 0 ? faults : [{}];
    return { ...this.chain.chain(all.map(() => this.#reader())), sender: this.#sender(all) };
  }
}
