/** A TRC20 token over the HTTP interface of a Tron full node (`/wallet/…`). What it answers is checked before it is believed. */
import * as z from 'zod/mini';
import { ChainError, type ChainBlock, type ChainReader, type ChainTransfer } from './chain';
import { base58Check, tronFormat } from './tron-address';

const TIMEOUT_MS = 10_000;
/** Logs of blocks are read a few at a time: public nodes count requests per second. */
const CONCURRENCY = 4;
/** Blocks whose logs are kept, so that the newest ones need not be read again with each look. */
const KEPT_BLOCKS = 64;
const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const MAX_RAW = 10n ** 36n;

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const height = z.int().check(z.gte(0));
const block = z.object({
  blockID: hash,
  block_header: z.object({
    // The first block of all has no number and no time.
    raw_data: z.object({
      number: z._default(height, 0),
      timestamp: z._default(height, 0),
      parentHash: hash,
    }),
  }),
});
const log = z.object({
  // Twenty bytes; some nodes put the network's byte in front.
  address: z.string().check(z.regex(/^(41)?[0-9a-f]{40}$/)),
  topics: z._default(z.array(z.string()), []),
  data: z._default(z.string(), ''),
});
const transaction = z.object({
  id: hash,
  blockNumber: height,
  receipt: z.object({ result: z.optional(z.string()) }),
  log: z._default(z.array(log), []),
});
const nothing = z.strictObject({});
const constantCall = z.object({
  constant_result: z.array(z.string().check(z.regex(/^[0-9a-f]{64}$/))).check(z.minLength(1)),
});

export interface TronEndpoint {
  url: string;
  /** The token's contract, in Base58Check. */
  token: string;
  /** Sent as `TRON-PRO-API-KEY` where the provider wants one. */
  apiKey: string | null;
}

/** @throws RangeError for what is no Base58Check address */
function accountOf(address: string): string {
  return Buffer.from(base58Check(address).subarray(1)).toString('hex');
}

class TronNode {
  constructor(private readonly endpoint: TronEndpoint) {}

  /** @throws ChainError */
  async ask(path: string, body: object): Promise<unknown> {
    const { url, apiKey } = this.endpoint;
    const headers = { 'content-type': 'application/json', ...(apiKey === null ? {} : { 'TRON-PRO-API-KEY': apiKey }) };
    let answer: Response;
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      answer = await fetch(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body), signal });
      if (answer.ok) return await answer.json();
    } catch (error) {
      if (error instanceof SyntaxError) throw new ChainError('malformed', 'no JSON');
      throw new ChainError('unreachable', error instanceof Error ? error.name : typeof error);
    }
    const wait = Number(answer.headers.get('retry-after'));
    const isLimit = answer.status === 429 || answer.status === 403;
    const retryAfterMs = Number.isFinite(wait) && wait > 0 ? wait * 1000 : null;
    throw new ChainError(isLimit ? 'rate-limited' : 'unreachable', `status ${answer.status}`, retryAfterMs);
  }
}

function checked<S extends z.ZodMiniType>(schema: S, value: unknown, what: string): z.output<S> {
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) throw new ChainError('malformed', what);
  return parsed.data;
}

function blockOf(value: unknown): ChainBlock {
  const { blockID, block_header: header } = checked(block, value, 'block');
  const { number, timestamp, parentHash } = header.raw_data;
  return { number, hash: blockID, parentHash, at: timestamp };
}

/** The token's transfers in a transaction that did not fail. */
function transfersOf(found: z.output<typeof transaction>, contract: string, blockHash: string): ChainTransfer[] {
  if (found.receipt.result !== 'SUCCESS') return [];
  return found.log.flatMap(({ address, topics, data }, logIndex) => {
    const [topic, from = '', to = ''] = topics;
    if (address.slice(-40) !== contract || topic !== TRANSFER_TOPIC) return [];
    if (![topic, from, to, data].every((word) => /^[0-9a-f]{64}$/.test(word))) {
      throw new ChainError('malformed', 'a transfer without its fields');
    }
    const raw = BigInt(`0x${data}`);
    if (raw >= MAX_RAW) throw new ChainError('malformed', 'an amount of no token');
    const account = (word: string) => tronFormat(Buffer.from(word.slice(-40), 'hex'));
    const place = { txId: found.id, logIndex, blockNumber: found.blockNumber, blockHash };
    return [{ ...place, from: account(from), to: account(to), raw }];
  });
}

/** @throws RangeError when the token is no Base58Check address */
export function tronReader(endpoint: TronEndpoint): ChainReader {
  const node = new TronNode(endpoint);
  const contract = accountOf(endpoint.token);
  /** The hash that each block had when it was last asked for, and the logs of blocks by their hashes, which never change. */
  const hashes = new Map<number, string>();
  const known = new Map<string, readonly ChainTransfer[]>();

  const note = (found: ChainBlock): ChainBlock => {
    hashes.set(found.number, found.hash);
    for (const number of hashes.keys()) if (hashes.size > KEPT_BLOCKS) hashes.delete(number);
    return found;
  };

  async function readBlock(number: number): Promise<ChainBlock | null> {
    const found = await node.ask('/wallet/getblockbynum', { num: number });
    return z.safeParse(nothing, found).success ? null : note(blockOf(found));
  }

  async function transfersIn(number: number): Promise<readonly ChainTransfer[]> {
    const blockHash = hashes.get(number) ?? (await readBlock(number))?.hash;
    if (blockHash === undefined) throw new ChainError('inconsistent', 'a block is missing');
    const kept = known.get(blockHash);
    if (kept) return kept;
    const answer = await node.ask('/wallet/gettransactioninfobyblocknum', { num: number });
    const found = checked(z.array(transaction), answer, 'transactions');
    if (found.some(({ blockNumber }) => blockNumber !== number)) throw new ChainError('malformed', 'another block');
    const transfers = found.flatMap((one) => transfersOf(one, contract, blockHash));
    known.set(blockHash, transfers);
    for (const key of known.keys()) if (known.size > KEPT_BLOCKS) known.delete(key);
    return transfers;
  }

  return {
    // The chain is the one that began with this block.
    async chainId() {
      const first = await readBlock(0);
      if (!first) throw new ChainError('malformed', 'no first block');
      return first.hash;
    },
    head: async () => note(blockOf(await node.ask('/wallet/getnowblock', {}))),
    block: readBlock,
    async transfers({ from, to, recipients, senders }) {
      const found: ChainTransfer[] = [];
      for (let start = from; start <= to; start += CONCURRENCY) {
        const count = Math.min(CONCURRENCY, to - start + 1);
        const blocks = await Promise.all(Array.from({ length: count }, (_, index) => transfersIn(start + index)));
        found.push(...blocks.flat());
      }
      if (recipients === null) return found;
      const [wanted, own] = [new Set(recipients), new Set(senders)];
      return found.filter((transfer) => wanted.has(transfer.to) || own.has(transfer.from));
    },
    async receipt(txId) {
      const answer = await node.ask('/wallet/gettransactioninfobyid', { value: txId });
      if (z.safeParse(nothing, answer).success) return null;
      const found = checked(transaction, answer, 'transaction');
      const at = await readBlock(found.blockNumber);
      if (!at) throw new ChainError('inconsistent', 'a block is missing');
      const isSuccess = found.receipt.result === 'SUCCESS';
      const transfers = transfersOf(found, contract, at.hash);
      return { isSuccess, blockNumber: found.blockNumber, blockHash: at.hash, transfers };
    },
    // A node tells what is held now, not what was held after a block.
    async balance(address) {
      const call = { owner_address: address, contract_address: endpoint.token, visible: true };
      const parameter = accountOf(address).padStart(64, '0');
      const question = { ...call, function_selector: 'balanceOf(address)', parameter };
      const answer = await node.ask('/wallet/triggerconstantcontract', question);
      const [held = '0'] = checked(constantCall, answer, 'balance').constant_result;
      return BigInt(`0x${held}`);
    },
    accounts: null,
  };
}
