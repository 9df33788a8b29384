/**
 * A chain as deposits need it (docs/rules.md §4): addresses from an extended public key, and endpoints to read from. An endpoint
 * may be wrong, late or gone, so every answer is what that endpoint says, and the scanner compares.
 */
import type { Network } from '../../../contract/calls/identity';

export interface ChainBlock {
  number: number;
  hash: string;
  parentHash: string;
  /** UTC ms of the block's making. */
  at: number;
}

/** A movement of the token, as its contract logged it. */
export interface ChainTransfer {
  txId: string;
  logIndex: number;
  blockNumber: number;
  blockHash: string;
  from: string;
  to: string;
  /** The token's own smallest units. */
  raw: bigint;
}

export interface ChainReceipt {
  isSuccess: boolean;
  blockNumber: number;
  blockHash: string;
  transfers: readonly ChainTransfer[];
}

/**
 * An endpoint's fault. `unreachable`: it does not answer; `rate-limited`: it wants to be asked less, or for less; `malformed`:
 * its answer is not of this protocol, or contradicts itself; `wrong-chain`: it serves another chain; `behind`: it knows less than
 * was read before; `refused`: it does not take a transaction; `stalled`: its newest block is too old; `inconsistent`: its answers
 * are of different moments, as in a reorganisation; `too-deep`: it has none of the blocks any more that were read.
 */
export type ChainTrouble =
  | 'unreachable'
  | 'rate-limited'
  | 'malformed'
  | 'wrong-chain'
  | 'behind'
  | 'stalled'
  | 'inconsistent'
  | 'too-deep'
  | 'refused';

export class ChainError extends Error {
  override name = 'ChainError';
  constructor(
    readonly code: ChainTrouble,
    /** For the operator's log; never an address of an endpoint, which may hold a key. */
    detail: string,
    /** The endpoint asked not to be asked again before this has passed. */
    readonly retryAfterMs: number | null = null,
    options?: ErrorOptions,
  ) {
    super(`${code}: ${detail}`, options);
  }
}

export interface TransferRange {
  /** Both included. */
  from: number;
  to: number;
  /** Only transfers to these, and from these; null for all of the token. */
  recipients: readonly string[] | null;
  senders: readonly string[];
}

/** Tells about accounts that send, as one endpoint knows them. */
export interface AccountReader {
  /** Counts the account's transactions in blocks up to this one. */
  nonceAt(address: string, block: number): Promise<number>;
  /** Names the transaction's sender and its nonce; null when it is in no block. */
  sender(txId: string): Promise<{ from: string; nonce: number } | null>;
}

/** An endpoint of a chain. Every method may throw ChainError, and nothing else that an endpoint is to blame for. */
export interface ChainReader {
  /** Identifies the chain itself, e.g. `56`. */
  chainId(): Promise<string>;
  head(): Promise<ChainBlock>;
  /** Null when it has none of this number. */
  block(number: number): Promise<ChainBlock | null>;
  transfers(range: TransferRange): Promise<ChainTransfer[]>;
  /** Null when the transaction is in no block. */
  receipt(txId: string): Promise<ChainReceipt | null>;
  /** Token units of the address after the block. */
  balance(address: string, atBlock: number): Promise<bigint>;
  /** Null on a chain that nothing is paid out over. */
  readonly accounts: AccountReader | null;
}

/** A transaction that can be handed to any endpoint of its chain, any number of times. */
export interface SignedTransfer {
  txId: string;
  bytes: string;
}

export interface TransferOrder {
  nonce: number;
  to: string;
  /** The token's own smallest units. */
  raw: bigint;
  /** In the chain's own smallest units, per unit of gas. */
  gasPrice: bigint;
  gasLimit: bigint;
}

/** The wallet that withdrawals are paid from. Its methods may throw ChainError; `sign` asks nobody. */
export interface ChainSender {
  readonly address: string;
  sign(order: TransferOrder): Promise<SignedTransfer>;
  /** In the order in which they are asked. */
  readonly endpoints: readonly SenderEndpoint[];
}

export interface WalletState {
  /** Count of the wallet's transactions in the chain: the nonce of the next one. */
  nonce: number;
  /** The same count with the transactions that wait in the endpoint's pool, as far as it tells; at least `nonce`. */
  pending: number;
  /** The wallet's tokens, in the token's own smallest units. */
  token: bigint;
  /** The wallet's coins, which pay for gas, in the chain's own smallest units. */
  coin: bigint;
  /** The price of a unit of gas now, as endpoints estimate it. */
  gasPrice: bigint;
}

export interface SenderEndpoint extends Pick<ChainReader, 'chainId'> {
  wallet(): Promise<WalletState>;
  /** Estimates the gas of the transfer now; null when the transfer would not go through. */
  gasFor(to: string, raw: bigint): Promise<bigint | null>;
  /**
   * The same bytes again do no harm: whoever has them, or has them in a block, takes them. `nonce-used`: another transaction
   * of the wallet has their place. @throws ChainError refused when it does not want them
   */
  broadcast(signed: SignedTransfer): Promise<'taken' | 'nonce-used'>;
}

/** A signed transfer of the token, as its bytes say. */
export interface ReadTransfer extends Pick<TransferOrder, 'nonce' | 'to' | 'raw'> {
  txId: string;
  chainId: string;
  /** The account that signed it. */
  from: string;
}

/** Moves money from deposit addresses, whose private keys are not here: bytes go out unsigned and come back signed. */
export interface ChainGathering {
  /** The bytes that the owner of the sending address's key signs. Asks nobody. */
  unsigned(order: TransferOrder): Promise<string>;
  /** Null for bytes that are no signed transfer of the token. Asks nobody. */
  read(bytes: string): Promise<ReadTransfer | null>;
  /** Endpoints as the owner of this address would use them, in the order in which they are asked. */
  endpointsOf(address: string): readonly SenderEndpoint[];
}

export interface Chain {
  readonly network: Network;
  /** The local test network: worth nothing, and labelled so. */
  readonly isTest: boolean;
  /** Fraction digits of the token on this chain. */
  readonly decimals: number;
  /** The chain's number; an endpoint that names another one is not read. */
  readonly chainId: string;
  /** The block at which reading begins on a database that has read nothing; null for the first head that is seen. */
  readonly startBlock: number | null;
  /** A block's usual time, ms; screens tell people their waiting time by it. */
  readonly blockMs: number;
  /** Names the extended public key, and tells nothing about it. */
  readonly keyId: string;
  /** The address at a path below the extended public key, in its one spelling. */
  addressAt(path: readonly number[]): string;
  /** In the order in which they are asked; none while the chain is only starting. */
  readonly readers: readonly ChainReader[];
  /** Null when nothing can be paid out over this chain. */
  readonly sender: ChainSender | null;
  /** Null where deposits cannot be gathered through the gateway. */
  readonly gathering: ChainGathering | null;
  /** Sends from the outside payer of the local test network, and gives the transaction; null on every other chain. */
  readonly pay: ((to: string, raw: bigint) => Promise<string>) | null;
}
