/** An endpoint of an EVM chain, read by viem. What it answers is checked before anything is made of it. */
import type { Hex, PublicClient } from 'viem';
import * as z from 'zod/mini';
import { loadViem, type Viem } from './viem';
import { ChainError, type ChainBlock, type ChainReader, type ChainReceipt, type ChainTransfer } from './chain';

const TIMEOUT_MS = 10_000;
/** Answers asked for within one turn travel as one request. */
const BATCH_SIZE = 50;
/** Amounts beyond this are of no token that exists, and do not fit a ledger's column. */
const MAX_RAW = 10n ** 36n;

const hash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/));
const height = z.bigint().check(z.gte(0n), z.lte(BigInt(Number.MAX_SAFE_INTEGER)));
const block = z.object({ number: height, hash, parentHash: hash, timestamp: z.bigint().check(z.gte(0n)) });
const log = z.object({
  address: z.string(),
  topics: z.array(hash).check(z.minLength(3), z.maxLength(3)),
  data: hash,
  blockNumber: height,
  blockHash: hash,
  transactionHash: hash,
  logIndex: z.int().check(z.gte(0)),
});
const receipt = z.object({
  status: z.enum(['success', 'reverted']),
  blockNumber: height,
  blockHash: hash,
  logs: z.array(z.object({ address: z.string(), topics: z.array(z.string()) })),
});

export interface EvmEndpoint {
  /** May hold a key of its provider's: it never reaches a log. */
  url: string;
  /** The token's contract. */
  token: string;
}

/** Puts an endpoint's failure into our words: only failures of a node or its network; a mistake of ours stays as it is. */
function chainError(viem: Viem, error: unknown): unknown {
  if (!(error instanceof viem.BaseError)) return error;
  const http = error.walk((cause) => cause instanceof viem.HttpRequestError);
  if (http instanceof viem.HttpRequestError && http.status !== undefined) {
    const wait = Number(http.headers?.get('retry-after'));
    const retryAfterMs = Number.isFinite(wait) && wait > 0 ? wait * 1000 : null;
    const code = http.status === 429 ? 'rate-limited' : 'unreachable';
    return new ChainError(code, `status ${http.status}`, retryAfterMs);
  }
  const rpc = error.walk((cause) => cause instanceof viem.RpcError);
  // Providers refuse too wide a range by codes of their own; all of them are a wish to be asked for less.
  if (rpc instanceof viem.RpcError) return new ChainError('rate-limited', `error ${rpc.code}`);
  return new ChainError('unreachable', error.name);
}

/** Asks one endpoint; its failures are ChainErrors. */
export type EvmRequest = <T>(work: (client: PublicClient, viem: Viem) => Promise<T>) => Promise<T>;

export function evmEndpoint(url: string): EvmRequest {
  let client: Promise<{ viem: Viem; asked: PublicClient }> | null = null;
  const open = async () => {
    const viem = await loadViem();
    const transport = viem.http(url, { timeout: TIMEOUT_MS, retryCount: 0, batch: { batchSize: BATCH_SIZE } });
    return { viem, asked: viem.createPublicClient({ transport }) };
  };
  return async (work) => {
    const { viem, asked } = await (client ??= open());
    try {
      return await work(asked, viem);
    } catch (error) {
      throw chainError(viem, error);
    }
  };
}

export function evmReader({ url, token }: EvmEndpoint): ChainReader {
  const ask = evmEndpoint(url);

  function checked<S extends z.ZodMiniType>(schema: S, value: unknown, what: string): z.output<S> {
    const parsed = z.safeParse(schema, value);
    if (!parsed.success) throw new ChainError('malformed', what);
    return parsed.data;
  }

  const blockOf = (value: unknown): ChainBlock => {
    const { number, timestamp, ...same } = checked(block, value, 'block');
    return { ...same, number: Number(number), at: Number(timestamp) * 1000 };
  };

  /** Null for a log of another contract or event. */
  const transferOf = (viem: Viem, value: unknown): ChainTransfer => {
    const { topics, data, blockNumber, transactionHash, logIndex, ...found } = checked(log, value, 'log');
    const raw = BigInt(data);
    const isTransfer = topics[0] === viem.transferTopic && found.address.toLowerCase() === token.toLowerCase();
    if (!isTransfer || raw >= MAX_RAW) throw new ChainError('malformed', 'log of something else');
    const account = (topic: string | undefined) => viem.getAddress(`0x${(topic ?? '').slice(-40)}`);
    return {
      txId: transactionHash,
      logIndex,
      blockNumber: Number(blockNumber),
      blockHash: found.blockHash,
      from: account(topics[1]),
      to: account(topics[2]),
      raw,
    };
  };

  return {
    chainId: () => ask(async (asked) => String(await asked.getChainId())),
    head: () => ask(async (asked) => blockOf(await asked.getBlock({ blockTag: 'latest' }))),
    block: (number) =>
      ask(async (asked, viem) => {
        try {
          return blockOf(await asked.getBlock({ blockNumber: BigInt(number) }));
        } catch (error) {
          if (error instanceof viem.BlockNotFoundError) return null;
          throw error;
        }
      }),
    transfers: ({ from, to, recipients, senders }) =>
      ask(async (asked, viem) => {
        const logsOf = (args: { from?: Hex[]; to?: Hex[] }) =>
          asked.getLogs({
            address: viem.getAddress(token),
            event: viem.transferEvent,
            args,
            fromBlock: BigInt(from),
            toBlock: BigInt(to),
          });
        const [received, sent] = await Promise.all([
          logsOf(recipients === null ? {} : { to: recipients as Hex[] }),
          recipients === null || senders.length === 0 ? [] : logsOf({ from: senders as Hex[] }),
        ]);
        // A transfer from one of the senders to one of the recipients is in both lists.
        return [...received, ...sent].filter(({ removed }) => !removed).map((one) => transferOf(viem, one));
      }),
    receipt: (txId) =>
      ask(async (asked, viem): Promise<ChainReceipt | null> => {
        try {
          const found = await asked.getTransactionReceipt({ hash: txId as Hex });
          const { status, blockNumber, blockHash, logs } = checked(receipt, found, 'receipt');
          const ours = logs.flatMap(({ address, topics }, index) =>
            address.toLowerCase() === token.toLowerCase() && topics[0] === viem.transferTopic
              ? [transferOf(viem, found.logs[index])]
              : [],
          );
          return { isSuccess: status === 'success', blockNumber: Number(blockNumber), blockHash, transfers: ours };
        } catch (error) {
          if (error instanceof viem.TransactionReceiptNotFoundError) return null;
          throw error;
        }
      }),
    balance: (address, atBlock) =>
      ask((asked, viem) =>
        asked.readContract({
          address: viem.getAddress(token),
          abi: viem.tokenAbi,
          functionName: 'balanceOf',
          args: [viem.getAddress(address)],
          blockNumber: BigInt(atBlock),
        }),
      ),
    accounts: {
      nonceAt: (address, atBlock) =>
        ask((asked) => asked.getTransactionCount({ address: address as Hex, blockNumber: BigInt(atBlock) })),
      sender: (txId) =>
        ask(async (asked, viem) => {
          try {
            const found = await asked.getTransaction({ hash: txId as Hex });
            return found.blockNumber === null ? null : { from: viem.getAddress(found.from), nonce: found.nonce };
          } catch (error) {
            if (error instanceof viem.TransactionNotFoundError) return null;
            throw error;
          }
        }),
    },
  };
}
