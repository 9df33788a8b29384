/**
 * A signed transaction that no endpoint or block takes, signed anew when an operator asks for it (docs/rules.md §4): with the nonce that
 * it has, so that the chain takes one of them at most. Nonces below it that nobody has are used up by transfers of nothing from the
 * wallet to itself. It never gets another nonce: bytes that are out somewhere would be taken too, when the wallet comes to theirs.
 */
import type { WalletState } from '../../adapters/chain/chain';
import type { Clock } from '../../adapters/clock';
import type { Tx } from '../../db/transaction';
import type { ChainLock } from '../deposits/watch-deps';
import { alertOnce } from './alerts';
import { mayPayOut } from './halts';
import { lockHaltsShared } from './halts-repo';
import { missingNonces } from './nonces-repo';
import { askedReissues, endReissue, fillersFrom, insertFiller, insertReissue, type FillerRow } from './reissue-repo';
import { lockWithdrawal } from './repo';
import { ReviewError } from './review';
import { more, priceOf, RAISE_PERCENT, replace, sending, type PayDeps, type PayingChain } from './send';
import { lockNextNonce, nonceOf, transactionsOf, type NonceRow, type Wallet } from './transactions-repo';

/** A wider gap is no accident of a few payouts: another wallet is cheaper than filling it. */
export const WIDEST_GAP = 100;

/** @throws ReviewError when it was not signed, is in a block, or has ended */
export async function askReissue(
  tx: Tx,
  { id, actor, now }: { id: string; actor: string; now: number },
): Promise<{ nonce: number }> {
  const row = await lockWithdrawal(tx, id);
  if (!row) throw new ReviewError('unknown', null);
  const nonce = await nonceOf(tx, id);
  const isPlaced = (await transactionsOf(tx, [id])).some(({ blockNumber }) => blockNumber !== null);
  if (row.state !== 'sending' || nonce === null || isPlaced) throw new ReviewError('late', row);
  if (!(await insertReissue(tx, id, actor, now))) throw new ReviewError('twice', row);
  return { nonce: nonce.nonce };
}

const walletOf = ({ network, chainId, sender }: PayingChain): Wallet => ({ network, chainId, address: sender.address });

/** Transfers of nothing for these nonces, dearer than those that are there. */
async function fill(
  tx: Tx,
  chain: PayingChain,
  nonces: readonly number[],
  former: readonly FillerRow[],
  { gasPrice: usual, gasLimit }: { gasPrice: bigint; gasLimit: bigint },
  now: number,
): Promise<void> {
  const { network, chainId, sender } = chain;
  for (const nonce of nonces) {
    const before = former.find((one) => one.nonce === nonce);
    const raised = before ? more(before.gasPrice, RAISE_PERCENT) : 0n;
    const gasPrice = raised > usual ? raised : usual;
    const { txId, bytes } = await sender.sign({ nonce, to: sender.address, raw: 0n, gasPrice, gasLimit });
    const row = { network, chainId, wallet: sender.address, nonce, txId, signed: bytes };
    await insertFiller(tx, { ...row, gasPrice, gasLimit, createdAt: now });
  }
}

/** @returns `done` also when there is nothing to be signed any more */
async function reissue(
  tx: Tx,
  chain: PayingChain,
  asked: NonceRow,
  wallet: WalletState,
  gasLimit: bigint,
  clock: Clock,
): Promise<'done' | 'halted' | 'too-wide' | 'too-dear'> {
  const { network } = chain;
  const payer = walletOf(chain);
  const now = clock.now();
  await lockHaltsShared(tx);
  if (!(await mayPayOut(tx, network, clock))) return 'halted';
  await lockNextNonce(tx, payer);
  const range = { from: wallet.nonce, to: asked.nonce, limit: WIDEST_GAP + 1 };
  const former = (await fillersFrom(tx, payer, wallet.nonce)).filter(({ nonce }) => nonce < asked.nonce);
  const missing = await missingNonces(tx, payer, range);
  if (asked.nonce - wallet.nonce > 10_000 || missing.length > WIDEST_GAP) {
    await endReissue(tx, asked.withdrawalId, now);
    return 'too-wide';
  }
  const price = { gasPrice: priceOf(wallet), gasLimit };
  const nonces = [...new Set([...missing, ...former.map(({ nonce }) => nonce)])];
  if (wallet.coin < price.gasPrice * gasLimit * BigInt(nonces.length)) return 'too-dear';
  await fill(tx, chain, nonces, former, price, now);
  await endReissue(tx, asked.withdrawalId, now);
  const newest = (await transactionsOf(tx, [asked.withdrawalId])).at(-1);
  if (!newest || asked.nonce < wallet.nonce) return 'done';
  const replaced = await replace(tx, chain, newest, asked, wallet, clock);
  return replaced === 'too-dear' ? 'too-dear' : 'done';
}

/** Signs what operators have asked for anew. @param wallet as every endpoint says it is */
export async function reissueAsked(
  deps: PayDeps,
  chain: PayingChain,
  alone: ChainLock,
  wallet: WalletState,
): Promise<void> {
  const { db, clock, log } = deps;
  const { network, sender } = chain;
  for (const asked of await askedReissues(db.db, walletOf(chain))) {
    const gas = await sending(deps, chain, (endpoint) => endpoint.gasFor(sender.address, 0n));
    if (gas === null) return;
    const done = await alone((tx) => reissue(tx, chain, asked, wallet, more(gas, 20n), clock));
    const { withdrawalId } = asked;
    if (done === 'too-wide' || done === 'too-dear')
      alertOnce(log, chain, `reissue ${withdrawalId}`, 'withdrawal-not-reissued', {
        network,
        withdrawalId,
        code: done,
      });
  }
}

/** Hands fillers that no block has to an endpoint, lowest nonce first. */
export async function broadcastFillers(deps: PayDeps, chain: PayingChain, wallet: WalletState): Promise<void> {
  const { db, clock } = deps;
  for (const { txId, signed: bytes } of await fillersFrom(db.db, walletOf(chain), wallet.nonce)) {
    if (!(await mayPayOut(db.db, chain.network, clock))) return;
    await sending(deps, chain, (endpoint) => endpoint.broadcast({ txId, bytes }));
  }
}
