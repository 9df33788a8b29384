/**
 * Looks once at a chain: what has come since the last look, and whether what was read before still stands. Reads only; nothing
 * here believes an endpoint that contradicts itself.
 *
 * [Note: Reorganisations] The hashes of the last blocks that were read are kept. Where the endpoint has another hash for one of
 * them, everything above the last equal one is lost and read again. Each new block must name the one below it as its parent,
 * and each transfer the hash of its block, so that answers from different moments do not mix.
 *
 * [Note: Late logs] Behind one address of a provider there are many nodes, and the one that is asked for logs may not have
 * those of the newest block yet. So the last blocks are asked for again with the next ones; what is known already is passed over.
 */
import { ChainError, type ChainBlock, type ChainReader, type ChainTransfer } from '../../adapters/chain/chain';
import { REORG_DEPTH } from './rules';

export interface Anchor {
  number: number;
  hash: string;
}

export interface ScanPosition {
  nextBlock: number;
  /** The last blocks that were read, ascending, without gaps, up to `nextBlock - 1`. */
  recent: readonly Anchor[];
}

/** A transfer to one of our addresses, or from the wallet that withdrawals are paid from. */
export interface SeenTransfer extends ChainTransfer {
  blockAt: number;
}

export type Reading =
  | { kind: 'unchanged' }
  | {
      kind: 'moved';
      /** Everything above this block is lost; null when nothing is. */
      forkAt: number | null;
      next: ScanPosition;
      transfers: readonly SeenTransfer[];
    };

export interface ReadOptions {
  /** Blocks at most. */
  maxRange: number;
  /** Addresses to look for; null to look at every transfer of the token. */
  recipients: readonly string[] | null;
  /** Addresses whose own transfers are looked for as well: the wallet that withdrawals are paid from. */
  senders: readonly string[];
  /** Returns those of the addresses that are ours. */
  ours(addresses: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The reader keeps so many hashes: that of the last block, and of as many below it as a chain is followed back. */
const KEPT = REORG_DEPTH + 1;

/** The highest kept block that the endpoint still has, from `top` down; null when it has none of them. */
async function lastEqual(reader: ChainReader, anchors: readonly Anchor[]): Promise<Anchor | null> {
  for (const anchor of anchors.toReversed()) {
    const found = await reader.block(anchor.number);
    if (found !== null && found.number !== anchor.number) throw new ChainError('malformed', 'another block');
    if (found?.hash === anchor.hash) return anchor;
  }
  return null;
}

/** The last of the blocks from…to with their hashes, each the child of the one below it. */
async function readHeaders(
  reader: ChainReader,
  from: number,
  head: ChainBlock,
  to: number,
  below: string | null,
): Promise<ChainBlock[]> {
  const first = Math.max(from, to - KEPT + 1);
  const numbers = Array.from({ length: Math.max(0, to - first + 1) }, (_, index) => first + index);
  const found = await Promise.all(numbers.map((number) => (number === head.number ? head : reader.block(number))));
  let parent = first === from ? below : null;
  return found.map((block, index) => {
    if (block === null || block.number !== numbers[index]) throw new ChainError('inconsistent', 'a block is missing');
    if (parent !== null && block.parentHash !== parent)
      throw new ChainError('inconsistent', 'a block has another parent');
    parent = block.hash;
    return block;
  });
}

/** Each transfer once, in range and in the blocks that the endpoint itself names. */
function checkTransfers(
  found: readonly ChainTransfer[],
  from: number,
  to: number,
  hashOf: ReadonlyMap<number, string>,
): ChainTransfer[] {
  const once = new Map<string, ChainTransfer>();
  for (const transfer of found) {
    const { blockNumber, blockHash, txId, logIndex, raw } = transfer;
    if (blockNumber < from || blockNumber > to) throw new ChainError('malformed', 'a transfer out of range');
    const expected = hashOf.get(blockNumber);
    if (expected !== undefined && expected !== blockHash)
      throw new ChainError('inconsistent', 'a transfer of another block');
    const key = `${txId}:${logIndex}`;
    const former = once.get(key);
    const isSame = former?.raw === raw && former.to === transfer.to && former.blockHash === blockHash;
    if (former && !isSame) throw new ChainError('malformed', 'a transfer in two shapes');
    // Transfers of nothing are made to put look-alike addresses into somebody's records.
    if (raw > 0n) once.set(key, transfer);
  }
  return [...once.values()].sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex);
}

/** Adds the time of its block to each transfer; that block must be the one that the transfer names. */
async function withTimes(
  reader: ChainReader,
  transfers: readonly ChainTransfer[],
  headers: readonly ChainBlock[],
): Promise<SeenTransfer[]> {
  const known = new Map(headers.map((block) => [block.number, block]));
  const missing = [...new Set(transfers.map(({ blockNumber }) => blockNumber))].filter((number) => !known.has(number));
  for (const block of await Promise.all(missing.map((number) => reader.block(number)))) {
    if (block) known.set(block.number, block);
  }
  return transfers.map((transfer) => {
    const block = known.get(transfer.blockNumber);
    if (block?.hash !== transfer.blockHash) throw new ChainError('inconsistent', 'a transfer of another block');
    return { ...transfer, blockAt: block.at };
  });
}

/** Looks at the chain from `position` on. @throws ChainError: nothing of this look counts */
export async function readChain(
  reader: ChainReader,
  head: ChainBlock,
  position: ScanPosition,
  { maxRange, recipients, senders, ours }: ReadOptions,
): Promise<Reading> {
  const { recent, nextBlock } = position;
  const reached = recent.filter(({ number }) => number <= head.number);
  const top = reached.at(-1);
  if (recent.length > 0 && !top) throw new ChainError('behind', 'its head is far below what was read');
  const equal = top ? await lastEqual(reader, reached) : null;
  // Nobody can tell any more what of the deposits is lost.
  if (top && !equal && recent.length >= KEPT) throw new ChainError('too-deep', 'no block that was read is there');
  // Fewer hashes than are kept: nothing was read below the first of them.
  const standsTo = equal?.number ?? (reached[0]?.number ?? nextBlock) - 1;
  const isFork = standsTo < (top?.number ?? standsTo);
  if (!isFork && head.number < nextBlock) return { kind: 'unchanged' };

  const anchors = recent.filter(({ number }) => number <= standsTo);
  const from = standsTo + 1;
  const to = Math.min(head.number, standsTo + maxRange);
  const headers = await readHeaders(reader, from, head, to, anchors.at(-1)?.hash ?? null);
  const logsFrom = Math.max(0, Math.min(from, anchors[0]?.number ?? from));
  const found = to < logsFrom ? [] : await reader.transfers({ from: logsFrom, to, recipients, senders });
  const hashOf = new Map([...anchors, ...headers].map(({ number, hash }) => [number, hash]));
  const checked = checkTransfers(found, logsFrom, to, hashOf);
  const own = await ours([...new Set(checked.map((transfer) => transfer.to))]);
  const transfers = await withTimes(
    reader,
    checked.filter((transfer) => own.has(transfer.to) || senders.includes(transfer.from)),
    headers,
  );
  const kept = [...anchors, ...headers.map(({ number, hash }) => ({ number, hash }))].slice(-KEPT);
  return {
    kind: 'moved',
    forkAt: isFork ? standsTo : null,
    next: { nextBlock: to + 1, recent: contiguous(kept) },
    transfers,
  };
}

/** The end of the list that has no gap: after a long range the older hashes do not join on. */
function contiguous(anchors: readonly Anchor[]): Anchor[] {
  const gap = anchors.findLastIndex(({ number }, index) => index > 0 && anchors[index - 1]?.number !== number - 1);
  return anchors.slice(Math.max(0, gap));
}
