/**
 * Brings a withdrawal from approved to sent. The nonce and the signed bytes are in the database before any endpoint gets them, so
 * that whatever dies in between, the same bytes go again and nothing else: a withdrawal has one nonce for ever, and a chain takes
 * one transaction of a nonce.
 */
import type { Chain, ChainSender, WalletState } from '../../adapters/chain/chain';
import type { Clock } from '../../adapters/clock';
import type { Tx } from '../../db/transaction';
import { withEndpoint } from '../deposits/endpoints';
import type { ChainLock, WatchDeps } from '../deposits/watch-deps';
import { announceToAccounts } from '../live/announce';
import { isOwnerFrozenUntilEnd } from '../freeze/repo';
import { mayPayOut } from './halts';
import { lockHaltsShared } from './halts-repo';
import { withMark, type MarkDeps } from './mark';
import { lockWithdrawal, moveOn } from './repo';
import { rawOf } from './rules';
import {
  approvedFor,
  committedOf,
  insertTransaction,
  lockNextNonce,
  markBroadcast,
  sentOver,
  takeNonce,
  transactionsOf,
  type NonceRow,
  type TransactionRow,
} from './transactions-repo';
import { alertOnce, endAlert } from './alerts';

/** A chain that pays out. */
export type PayingChain = Chain & { sender: ChainSender };
/** The dependencies of paying out: the database and its mark, and the clock. */
export type PayDeps = WatchDeps & MarkDeps;

/** Withdrawals in one round; the next ones come with the next. */
export const ROUND = 50;
/** Bytes that no block has taken are sent again after this, also to an endpoint that has forgotten them. */
const RESEND_MS = 30_000;
/** Each replacement pays this much more per unit of gas, percent; nodes want at least 10. */
export const RAISE_PERCENT = 25n;
/** A transaction pays at most so many times what endpoints name: if it waits even then, it is stuck for another reason. */
const HIGHEST_RAISE = 5n;
/** A transaction pays so much more than endpoints name, so that a price that rises a little does not leave it behind; percent. */
const MARGIN_PERCENT = 10n;

export const more = (units: bigint, percent: bigint) => units + (units * percent + 99n) / 100n;

/** Returns what a new transaction offers per unit of gas. */
export const priceOf = ({ gasPrice }: WalletState) => more(gasPrice, MARGIN_PERCENT) || 1n;

export function sending<T>(
  { clock }: WatchDeps,
  chain: PayingChain,
  work: (endpoint: ChainSender['endpoints'][number]) => Promise<T>,
): Promise<T> {
  return withEndpoint(chain, () => clock.now(), chain.sender.endpoints, work);
}

interface PlannedTransfer {
  wallet: WalletState;
  raw: bigint;
  gasPrice: bigint;
  gasLimit: bigint;
}

/** The bytes of a transfer, in the database with the caller's transaction. The withdrawal has its nonce already. */
async function signAndKeep(
  tx: Tx,
  { network, sender }: PayingChain,
  withdrawalId: string,
  transfer: Parameters<ChainSender['sign']>[0],
  now: number,
): Promise<void> {
  const { txId, bytes } = await sender.sign(transfer);
  const { raw, gasPrice, gasLimit } = transfer;
  const kept = { withdrawalId, network, txId, signed: bytes, raw, gasPrice, gasLimit, createdAt: now };
  await insertTransaction(tx, kept);
}

/**
 * Signs with the database's own next nonce, if the wallet can pay it besides what it owes already. The chain has at most as many
 * transactions of the wallet: what it has more than that is explained by operators, never passed over.
 */
async function sign(
  tx: Tx,
  chain: PayingChain,
  id: string,
  { wallet, raw, gasPrice, gasLimit }: PlannedTransfer,
  clock: Clock,
): Promise<'signed' | 'short' | 'late'> {
  const { network, chainId, sender } = chain;
  const now = clock.now();
  // An operator who halts now waits for this signature; a halt from before is seen here.
  await lockHaltsShared(tx);
  if (!(await mayPayOut(tx, network, clock))) return 'late';
  const row = await lockWithdrawal(tx, id);
  if (row?.state !== 'approved' || row.address === null) return 'late';
  // Once signed, the bytes may be out, and holding them back would hold up every later nonce of the wallet.
  if (await isOwnerFrozenUntilEnd(tx, row.accountId)) return 'late';
  const payer = { network, chainId, address: sender.address };
  const nonce = await lockNextNonce(tx, payer);
  if (wallet.nonce > nonce) return 'late';
  const committed = await committedOf(tx, payer);
  if (wallet.token - committed.token < raw || wallet.coin - committed.coin < gasPrice * gasLimit) return 'short';
  await takeNonce(tx, id, payer, nonce);
  await signAndKeep(tx, chain, id, { nonce, to: row.address, raw, gasPrice, gasLimit }, now);
  await moveOn(tx, id, { state: 'sending' }, [], now);
  await announceToAccounts(tx, [row.accountId], ['withdrawals'], now);
  return 'signed';
}

/**
 * Signs what is approved, in order, as far as the wallet reaches; a transfer that would not go through keeps no other.
 * @param wallet as every endpoint says it is
 */
export async function signApproved(
  deps: PayDeps,
  chain: PayingChain,
  alone: ChainLock,
  wallet: WalletState,
  isStopping: () => boolean,
): Promise<void> {
  const { db, clock, log } = deps;
  const { network, decimals } = chain;
  const gasPrice = priceOf(wallet);
  for (const row of await approvedFor(db.db, network, ROUND)) {
    if (isStopping() || row.address === null) return;
    const { address } = row;
    const raw = rawOf(row.amount, decimals);
    const gas = wallet.token < raw ? 'short' : await sending(deps, chain, (endpoint) => endpoint.gasFor(address, raw));
    if (gas === null) {
      alertOnce(log, chain, `withdrawal-refused ${row.id}`, 'withdrawal-refused', { network, withdrawalId: row.id });
      continue;
    }
    const result =
      gas === 'short'
        ? 'short'
        : await withMark(deps, alone, (tx) =>
            sign(tx, chain, row.id, { wallet, raw, gasPrice, gasLimit: more(gas, 20n) }, clock),
          );
    if (result === 'short') {
      alertOnce(log, chain, 'short', 'withdrawal-wallet-short', { network, withdrawalId: row.id });
      return;
    }
    if (result === 'busy' || result === 'overtaken') return;
    if (result === 'signed') endAlert(chain, 'short');
  }
}

const lastSent = new WeakMap<Chain, Map<string, number>>();

/** Returns when this process last handed each transaction's bytes to an endpoint. */
function sentTimes(chain: Chain): Map<string, number> {
  const known = lastSent.get(chain) ?? new Map<string, number>();
  lastSent.set(chain, known);
  return known;
}

/** The transaction of each withdrawal that endpoints should have: the newest, unless one is in a block. */
function dueBytes(transactions: readonly TransactionRow[], chain: Chain, now: number): TransactionRow[] {
  const times = sentTimes(chain);
  const newest = new Map(transactions.map((one) => [one.withdrawalId, one]));
  for (const { withdrawalId, blockNumber } of transactions) if (blockNumber !== null) newest.delete(withdrawalId);
  return [...newest.values()].filter(
    ({ txId, broadcastAt }) => broadcastAt === null || now - (times.get(txId) ?? 0) >= RESEND_MS,
  );
}

/** Hands every signed transaction that no block has to an endpoint, lowest nonce first. */
export async function broadcastSigned(
  deps: WatchDeps,
  chain: PayingChain,
  alone: ChainLock,
  isStopping: () => boolean,
): Promise<void> {
  const { db, clock, log } = deps;
  const { network } = chain;
  const sent = await sentOver(db.db, chain, 'this-chain', ROUND);
  const transactions = await transactionsOf(
    db.db,
    sent.map(({ row }) => row.id),
  );
  const times = sentTimes(chain);
  for (const transaction of dueBytes(transactions, chain, clock.now())) {
    if (isStopping() || !(await mayPayOut(db.db, network, clock))) return;
    const { txId, signed: bytes, withdrawalId } = transaction;
    const outcome = await sending(deps, chain, (endpoint) => endpoint.broadcast({ txId, bytes }));
    times.set(txId, clock.now());
    if (outcome === 'nonce-used') {
      // `examine` halts when that is final, and operators resolve it.
      alertOnce(log, chain, `nonce-used ${withdrawalId}`, 'withdrawal-nonce-used', { network, withdrawalId });
      continue;
    }
    if (transaction.broadcastAt !== null) continue;
    const of = sent.flatMap(({ row }) => (row.id === withdrawalId ? row.accountId : []));
    await alone(async (tx) => {
      await markBroadcast(tx, transaction, clock.now());
      await announceToAccounts(tx, of, ['withdrawals'], clock.now());
    });
  }
}

/** Signs the same transfer with the same nonce anew, for more gas. */
export async function replace(
  tx: Tx,
  chain: PayingChain,
  stuck: TransactionRow,
  { nonce }: NonceRow,
  wallet: WalletState,
  clock: Clock,
): Promise<'replaced' | 'late' | 'too-dear'> {
  await lockHaltsShared(tx);
  if (!(await mayPayOut(tx, chain.network, clock))) return 'late';
  const row = await lockWithdrawal(tx, stuck.withdrawalId);
  const all = await transactionsOf(tx, [stuck.withdrawalId]);
  const isStill = row?.state === 'sending' && all.at(-1)?.id === stuck.id && stuck.blockNumber === null;
  if (!isStill || row.address === null) return 'late';
  const { raw, gasLimit } = stuck;
  const [raised, usual] = [more(stuck.gasPrice, RAISE_PERCENT), priceOf(wallet)];
  const gasPrice = raised > usual ? raised : usual;
  if (gasPrice > wallet.gasPrice * HIGHEST_RAISE || wallet.coin < gasPrice * gasLimit) return 'too-dear';
  await signAndKeep(tx, chain, row.id, { nonce, to: row.address, raw, gasPrice, gasLimit }, clock.now());
  return 'replaced';
}

/** The wallet's next transaction, when no block has taken it for `afterMs`, is sent again with a higher price. */
export async function replaceStuck(
  deps: WatchDeps,
  chain: PayingChain,
  alone: ChainLock,
  wallet: WalletState,
  afterMs: number,
): Promise<void> {
  const { db, clock, log } = deps;
  const now = clock.now();
  // Takes only what this wallet has signed: with another key it would be another payment.
  const sent = (await sentOver(db.db, chain, 'this-chain', ROUND)).filter(
    ({ nonce }) => nonce.wallet === chain.sender.address,
  );
  const transactions = await transactionsOf(
    db.db,
    sent.map(({ row }) => row.id),
  );
  const isMined = (id: string) =>
    transactions.some(({ withdrawalId, blockNumber }) => withdrawalId === id && blockNumber !== null);
  const waiting = sent.filter(({ row }) => !isMined(row.id)).map(({ nonce }) => nonce);
  const [next] = waiting.sort((a, b) => a.nonce - b.nonce);
  const stuck = transactions.findLast(({ withdrawalId }) => withdrawalId === next?.withdrawalId);
  if (!next || !stuck || stuck.broadcastAt === null || now - stuck.broadcastAt < afterMs) return;
  if (wallet.nonce !== next.nonce) return;
  if ((await alone((tx) => replace(tx, chain, stuck, next, wallet, clock))) !== 'too-dear') return;
  const { withdrawalId, network } = stuck;
  alertOnce(log, chain, `stuck ${stuck.txId}`, 'withdrawal-stuck', { network, withdrawalId });
}
