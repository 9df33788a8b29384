/** Runs one round of watching a chain: reads what is new, keeps it, and credits deposits that have their confirmations. */
import { ChainError, type Chain, type ChainBlock, type ChainReader } from '../../adapters/chain/chain';
import type { Tx } from '../../db/transaction';
import { LedgerError } from '../../ledger/errors';
import { loseFundingsAbove } from '../wallet/fundings-repo';
import { loseOutgoingsAbove } from '../wallet/outgoings-repo';
import { applyReading, type AppliedCounts } from './apply';
import { confirms, creditDeposit } from './credit';
import { withEndpoint, NoEndpointError, rangeOf } from './endpoints';
import { readChain, type Reading } from './read-chain';
import * as repo from './repo';
import { CONFIRMATIONS } from './rules';
import { endTrouble, noteDoubt, noteTrouble } from './trouble';
import type { ChainLock, WatchDeps } from './watch-deps';

/** A chain that makes no block for this long has stalled, or its endpoint has. */
const STALL_MS = 10 * 60_000;
/** With more addresses than this the gateway asks for all transfers of the token: such a list fits no request. */
const MAX_RECIPIENTS = 500;
const CREDIT_BATCH = 50;
/** Looks in one round: a long way to catch up must not keep the credits waiting. */
const MAX_LOOKS = 20;

interface ChainLook {
  /** The row that the position came from, null when the chain was never read before. */
  scan: repo.ScanRow | null;
  startBlock: number;
  reading: Reading;
  isAtHead: boolean;
}

async function freshHead(chain: Chain, reader: ChainReader, now: number): Promise<ChainBlock> {
  const head = await reader.head();
  // The local test network makes blocks only when there is something to confirm.
  if (!chain.isTest && now - head.at > STALL_MS) throw new ChainError('stalled', 'its newest block is old');
  return head;
}

async function look({ db, clock }: WatchDeps, chain: Chain, scan: repo.ScanRow | null): Promise<ChainLook> {
  const { network } = chain;
  const wallet = chain.sender?.address ?? null;
  return withEndpoint(
    chain,
    () => clock.now(),
    chain.readers,
    async (reader) => {
      const head = await freshHead(chain, reader, clock.now());
      // The head has to be known first: whoever was paid in a block up to it had the address by then.
      const addresses = await repo.addressesOf(db.db, network, MAX_RECIPIENTS + 1);
      const startBlock = scan?.nextBlock ?? chain.startBlock ?? head.number;
      const position = { nextBlock: startBlock, recent: scan?.recent ?? [] };
      const reading = await readChain(reader, head, position, {
        maxRange: rangeOf(reader),
        // The wallet of withdrawals is watched in both directions, so that all its movements can be explained.
        recipients: addresses.length > MAX_RECIPIENTS ? null : wallet === null ? addresses : [...addresses, wallet],
        senders: wallet === null ? [] : [wallet],
        ours: async (found) => {
          const owned = await repo.ownersOf(db.db, network, found);
          return new Set(found.filter((address) => owned.has(address) || address === wallet));
        },
      });
      const isAtHead = reading.kind !== 'moved' || reading.next.nextBlock > head.number;
      return { scan, startBlock, reading, isAtHead };
    },
  );
}

/** Keeps what was read, unless another gateway has moved on meanwhile. */
async function keep(
  tx: Tx,
  chain: Chain,
  { scan, startBlock, reading }: ChainLook,
  now: number,
): Promise<AppliedCounts | 'overtaken'> {
  const { network, chainId, isTest, decimals, sender } = chain;
  if (reading.kind !== 'moved') return 'overtaken';
  if (!scan && !(await repo.beginScan(tx, { network, chainId, nextBlock: startBlock, updatedAt: now })))
    return 'overtaken';
  const locked = await repo.lockScan(tx, network);
  if (scan && locked?.revision !== scan.revision) return 'overtaken';
  return applyReading(tx, { network, isTest, decimals, wallet: sender?.address ?? null }, reading, now);
}

/** A test network that was made anew is another chain: what it had is gone. Of a real one that is a mistake of the settings. */
async function checkIdentity({ db, clock, log }: WatchDeps, chain: Chain, alone: ChainLock): Promise<boolean> {
  const { network, chainId } = chain;
  const known = await repo.scanOf(db.db, network);
  if (!known || known.chainId === chainId) return true;
  const now = clock.now();
  const lost = await alone(async (tx) => {
    const scan = await repo.lockScan(tx, network);
    if (!scan || scan.chainId === chainId) return null;
    if (!chain.isTest) throw new NoEndpointError(new ChainError('wrong-chain', 'another chain was read before'));
    const gone = await repo.loseAbove(tx, network, -1, now);
    await loseFundingsAbove(tx, network, -1);
    await loseOutgoingsAbove(tx, network, -1);
    await repo.saveScan(tx, network, { chainId, nextBlock: chain.startBlock ?? 0, recent: [] }, now);
    return gone;
  });
  if (lost === 'busy') return false;
  if (lost) log.warn('test-chain-is-new', { network, count: lost.gone + lost.creditedLost });
  return true;
}

/** Reads up to the head, or as far as one round goes. @throws NoEndpointError */
async function readOn(deps: WatchDeps, chain: Chain, alone: ChainLock, isStopping: () => boolean): Promise<void> {
  const { db, clock, log } = deps;
  const { network } = chain;
  for (let looks = 0; looks < MAX_LOOKS && !isStopping(); looks += 1) {
    const seen = await look(deps, chain, await repo.scanOf(db.db, network));
    if (seen.reading.kind === 'unchanged') return;
    const applied = await alone((tx) => keep(tx, chain, seen, clock.now()));
    if (applied === 'busy' || applied === 'overtaken') return;
    if (applied.gone > 0) log.warn('deposits-reorganised', { network, count: applied.gone });
    if (applied.creditedLost > 0) log.error('credited-deposits-lost', { network, count: applied.creditedLost });
    if (seen.isAtHead) return;
  }
}

/** Recognises that this place of a transaction was credited before: the credit stays, and nothing else waits for it. */
function unlessCreditedBefore(error: unknown): 'credited-before' {
  if (error instanceof LedgerError && error.code === 'duplicate-transfer') return 'credited-before';
  throw error;
}

/** Asks for the receipt of each ripe deposit, of another endpoint first where there is one, and credits what it confirms. */
async function creditRipe(deps: WatchDeps, chain: Chain, alone: ChainLock, isStopping: () => boolean): Promise<number> {
  const { db, clock, log } = deps;
  const { network } = chain;
  const scan = await repo.scanOf(db.db, network);
  if (!scan) return 0;
  const ripeBlock = scan.nextBlock - 1 - CONFIRMATIONS;
  let credited = 0;
  for (let after = '0'; ;) {
    const batch = await repo.ripeDeposits(db.db, network, ripeBlock, after, CREDIT_BATCH);
    for (const deposit of batch) {
      if (isStopping()) return credited;
      const readers = chain.readers.toReversed();
      const receipt = await withEndpoint(
        chain,
        () => clock.now(),
        readers,
        (reader) => reader.receipt(deposit.txId),
      );
      if (!confirms(receipt, deposit)) {
        // Tried again at every round: another endpoint may be right, or a reorganisation on its way here.
        noteDoubt(log, chain, deposit.id);
        continue;
      }
      const outcome = await alone((tx) => creditDeposit(tx, deposit, clock.now())).catch(unlessCreditedBefore);
      if (outcome === true) credited += 1;
      // Its transaction paid somebody else from this place before a reorganisation: the operator's to judge.
      if (outcome === 'credited-before') noteDoubt(log, chain, deposit.id);
    }
    const last = batch.at(-1);
    if (!last || batch.length < CREDIT_BATCH) return credited;
    after = last.id;
  }
}

/**
 * Runs one round for one chain. An endpoint's failure ends the round and is told to the operator; it reaches nobody else.
 * @returns how many deposits were credited
 */
export async function watchChain(
  deps: WatchDeps,
  chain: Chain,
  alone: ChainLock,
  isStopping: () => boolean,
): Promise<number> {
  if (chain.readers.length === 0) return 0;
  try {
    if (!(await checkIdentity(deps, chain, alone))) return 0;
    await readOn(deps, chain, alone, isStopping);
    const credited = await creditRipe(deps, chain, alone, isStopping);
    await endTrouble(deps, chain, alone);
    return credited;
  } catch (error) {
    if (!(error instanceof NoEndpointError)) throw error;
    if (error.last) await noteTrouble(deps, chain, alone, error.last.code);
    return 0;
  }
}
