/**
 * Compares the wallet as every endpoint reports it with what this database has signed (docs/rules.md §4). Nothing is signed
 * unless both agree; a transaction that nobody here knows of halts payouts until operators have explained it.
 */
import type { ChainReader, WalletState } from '../../adapters/chain/chain';
import { withEveryEndpoint } from '../deposits/endpoints';
import { CONFIRMATIONS } from '../deposits/rules';
import type { ChainLock, WatchDeps } from '../deposits/watch-deps';
import { alertOnce, endAlert } from './alerts';
import { endHalts, GATEWAY_ACTOR, beginHalt } from './halts';
import { openHalts } from './halts-repo';
import { judgeNonces, type NonceVerdict } from './nonces';
import { takenFrom } from './nonces-repo';
import { unknownOutgoings } from '../wallet/outgoings-repo';
import type { PayingChain } from './send';
import { lockNextNonce, sentOver, transactionsOf, type SentWithdrawal, type Wallet } from './transactions-repo';

/** Endpoints that differ by a block agree again with the next one. */
const DIFFER_MS = 60_000;
const differingSince = new WeakMap<PayingChain, number>();

export interface WalletExamination {
  verdict: NonceVerdict | 'differ';
  /** The wallet on which all endpoints agree, with the lowest of each amount; null when their counts differ. */
  wallet: WalletState | null;
}

function walletOf({ network, chainId, sender }: PayingChain): Wallet {
  return { network, chainId, address: sender.address };
}

const least = (values: readonly bigint[]) => values.reduce((low, one) => (one < low ? one : low));

/** Combines the endpoints' opinions of the wallet; null when they count differently. */
function agreed(opinions: readonly WalletState[]): WalletState | null {
  const [first] = opinions;
  if (!first || opinions.some(({ nonce }) => nonce !== first.nonce)) return null;
  return {
    nonce: first.nonce,
    pending: Math.max(...opinions.map(({ pending }) => pending)),
    token: least(opinions.map(({ token }) => token)),
    coin: least(opinions.map(({ coin }) => coin)),
    // A price that one of them makes up would be paid.
    gasPrice: least(opinions.map(({ gasPrice }) => gasPrice)),
  };
}

/** Alerts the operator at once when an endpoint counts what was never signed here; else when they differ longer than a block. */
function tellDifference(
  { clock, log }: WatchDeps,
  chain: PayingChain,
  opinions: readonly WalletState[],
  next: number,
): void {
  const now = clock.now();
  const since = differingSince.get(chain) ?? now;
  differingSince.set(chain, since);
  const isInvented = opinions.some(({ nonce }) => nonce > next);
  if (!isInvented && now - since < DIFFER_MS) return;
  alertOnce(log, chain, 'differ', 'withdrawal-nonce-doubtful', { network: chain.network });
}

/**
 * Withdrawals whose nonce a final transaction of somebody else's has: none of their own is in a block, and the wallet's count at a
 * final block is past them.
 */
export async function spentOtherwise(
  { db, clock }: WatchDeps,
  chain: PayingChain,
  count: number,
  sent: readonly SentWithdrawal[],
): Promise<SentWithdrawal[]> {
  const { address } = chain.sender;
  const past = sent.filter(({ nonce }) => nonce.wallet === address && nonce.nonce < count);
  if (past.length === 0) return [];
  const transactions = await transactionsOf(
    db.db,
    past.map(({ row }) => row.id),
  );
  const isPlaced = (id: string) =>
    transactions.some(({ withdrawalId, blockNumber }) => withdrawalId === id && blockNumber !== null);
  const missing = past.filter(({ row }) => !isPlaced(row.id));
  if (missing.length === 0) return [];
  const counts = await withEveryEndpoint(
    chain,
    () => clock.now(),
    chain.readers,
    (reader) => finalCount(reader, address),
  );
  const finalAt = Math.min(...counts);
  return missing.filter(({ nonce }) => nonce.nonce < finalAt);
}

/** Counts the wallet's transactions that are in blocks that stay. */
export async function finalCount(reader: ChainReader, wallet: string): Promise<number> {
  const head = await reader.head();
  const block = head.number - CONFIRMATIONS;
  return reader.accounts === null || block < 0 ? 0 : reader.accounts.nonceAt(wallet, block);
}

/** Halts while there is something that nobody here knows, and no longer. */
async function settle(deps: WatchDeps, chain: PayingChain, alone: ChainLock, reason: string | null): Promise<void> {
  const { db, clock, log } = deps;
  const { network } = chain;
  const isHalted = (await openHalts(db.db, network)).some((one) => one.cause === 'unexplained');
  if (isHalted === (reason !== null)) return;
  const done = await alone(async (tx) => {
    const now = clock.now();
    if (reason === null) {
      const ended = await endHalts(tx, { network, causes: ['unexplained'], by: GATEWAY_ACTOR }, now);
      return ended.length > 0;
    }
    return beginHalt(tx, { network, cause: 'unexplained', reason, begunBy: GATEWAY_ACTOR, begunAt: now });
  });
  if (done === true && reason === null) log.warn('withdrawals-explained', { network });
}

/**
 * Halts payouts at once when something left the wallet that nobody here knows, as far as the chain was read.
 * @returns true if so
 */
export async function haltOnUnknown(deps: WatchDeps, chain: PayingChain, alone: ChainLock): Promise<boolean> {
  const [unknown] = await unknownOutgoings(deps.db.db, chain.network, 1);
  if (!unknown) return false;
  await settle(deps, chain, alone, `the wallet has sent ${unknown.txId}, which was not signed here`);
  return true;
}

/** Compares wallet and database, halts and ends halts by it, and tells of gaps. @throws NoEndpointError */
export async function examine(deps: WatchDeps, chain: PayingChain, alone: ChainLock): Promise<WalletExamination> {
  const { db, clock, log } = deps;
  const { network } = chain;
  const payer = walletOf(chain);
  const opinions = await withEveryEndpoint(
    chain,
    () => clock.now(),
    chain.sender.endpoints,
    (endpoint) => endpoint.wallet(),
  );
  const wallet = agreed(opinions);
  const count = wallet?.nonce ?? Math.min(...opinions.map(({ nonce }) => nonce));
  const { next: known, ...taken } = await takenFrom(db.db, payer, count);
  if (known === null) await alone((tx) => lockNextNonce(tx, payer));
  const next = known ?? 0;
  if (wallet === null) {
    tellDifference(deps, chain, opinions, next);
    return { verdict: 'differ', wallet };
  }
  differingSince.delete(chain);
  endAlert(chain, 'differ');
  const verdict = judgeNonces({ next, count, pending: wallet.pending, ...taken });
  const sent = await sentOver(db.db, chain, 'this-chain', 500);
  const spent = await spentOtherwise(deps, chain, count, sent);
  for (const { row } of spent)
    alertOnce(log, chain, `nonce-used ${row.id}`, 'withdrawal-nonce-used', { network, withdrawalId: row.id });
  if (!(await haltOnUnknown(deps, chain, alone))) {
    const [first] = spent;
    const reason =
      verdict === 'ahead'
        ? `the chain has ${count} transactions of the wallet, ${next} are known here`
        : first
          ? `the nonce of withdrawal ${first.row.id} was spent by a transaction that was not signed here`
          : null;
    await settle(deps, chain, alone, reason);
  }
  if (verdict === 'gap' || verdict === 'pool' || verdict === 'behind')
    alertOnce(log, chain, `nonce ${verdict}`, 'withdrawal-nonce-gap', { network, code: verdict });
  else for (const one of ['gap', 'pool', 'behind']) endAlert(chain, `nonce ${one}`);
  return { verdict, wallet };
}
