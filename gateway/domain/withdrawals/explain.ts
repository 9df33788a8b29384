/**
 * Records operators' explanations of what left the wallet without being signed here (docs/rules.md §4). Two operators make each
 * of them, and only about what every endpoint says is final. They change nothing on the chain.
 */
import type { Network } from '../../../contract/calls/identity';
import type { Chain, ChainReader, ChainTransfer } from '../../adapters/chain/chain';
import type { Tx } from '../../db/transaction';
import { withEveryEndpoint } from '../deposits/endpoints';
import { scanOf } from '../deposits/repo';
import { CONFIRMATIONS } from '../deposits/rules';
import { postHold, returnHold } from './close';
import { finalCount } from './examine';
import { passTaken, setNextNonce, takenFrom, walletsOf } from './nonces-repo';
import { unknownOutgoings } from '../wallet/outgoings-repo';
import { lockWithdrawal, moveOn, type WithdrawalRow } from './repo';
import { rawOf } from './rules';
import { insertSpending, isKnown } from './spendings-repo';
import { lockNextNonce, nonceOf, transactionsOf, type NonceRow, type Wallet } from './transactions-repo';

/** The reasons why something cannot be explained this way. */
export type ExplainProblem =
  | 'unknown-withdrawal'
  | 'late'
  | 'other-chain'
  | 'not-found'
  | 'not-final'
  | 'endpoints-differ'
  | 'not-of-wallet'
  | 'known'
  | 'pays-otherwise'
  | 'nonce-open'
  | 'not-read'
  | 'was-paid'
  | 'no-wallet'
  | 'has-signed'
  | 'other-count';

export class ExplainError extends Error {
  override name = 'ExplainError';
  constructor(
    readonly problem: ExplainProblem,
    /** The subject of the problem: a transaction, or how many there are. */
    readonly about: string | null = null,
  ) {
    super(problem);
  }
}

/** The operators who explain, their reason, and the time. */
export interface OperatorExplanation {
  /** The operator's words; those about a withdrawal are read by its user. */
  reason: string;
  actor: string;
  proposedBy: string | null;
  /** UTC ms */
  now: number;
}

/** A final transaction of one of our wallets. */
interface WalletSpending {
  txId: string;
  wallet: Wallet;
  /** Null when another account has sent it. */
  nonce: number | null;
  /** The sum that left the wallet, in the token's units. */
  raw: bigint;
  blockNumber: number;
  blockHash: string;
  transfers: readonly ChainTransfer[];
}

/** Asks every endpoint, and returns the answer that all give. @throws ExplainError endpoints-differ; NoEndpointError */
async function unanimous<T>(chain: Chain, now: number, ask: (reader: ChainReader) => Promise<T>): Promise<T> {
  const answers = await withEveryEndpoint(chain, () => now, chain.readers, ask);
  const [first] = answers;
  const text = (value: T) => JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${one}` : one));
  if (first === undefined || answers.some((one) => text(one) !== text(first)))
    throw new ExplainError('endpoints-differ');
  return first;
}

async function readOne(reader: ChainReader, txId: string) {
  const [receipt, sender, head] = await Promise.all([
    reader.receipt(txId),
    reader.accounts?.sender(txId) ?? null,
    reader.head(),
  ]);
  if (!receipt || !sender) throw new ExplainError('not-found', txId);
  const block = await reader.block(receipt.blockNumber);
  const isFinal = block?.hash === receipt.blockHash && head.number - receipt.blockNumber >= CONFIRMATIONS;
  if (!isFinal) throw new ExplainError('not-final', txId);
  return { sender, ...receipt };
}

/** @throws ExplainError when the transaction is not final, not of a wallet of ours, or known already */
async function readSpending(tx: Tx, chain: Chain, txId: string, now: number): Promise<WalletSpending> {
  const { network, chainId } = chain;
  if (await isKnown(tx, network, txId)) throw new ExplainError('known', txId);
  const { sender, isSuccess, blockNumber, blockHash, ...found } = await unanimous(chain, now, (reader) =>
    readOne(reader, txId),
  );
  const transfers = isSuccess ? found.transfers : [];
  const wallets = await walletsOf(tx, network, chainId);
  const wallet =
    wallets.find(({ address }) => address === sender.from) ??
    wallets.find(({ address }) => transfers.some(({ from }) => from === address));
  if (!wallet) throw new ExplainError('not-of-wallet', txId);
  const own = transfers.filter(({ from }) => from === wallet.address);
  return {
    txId,
    wallet,
    nonce: sender.from === wallet.address ? sender.nonce : null,
    raw: own.reduce((sum, { raw }) => sum + raw, 0n),
    blockNumber,
    blockHash,
    transfers: own,
  };
}

/** Stores the spending, and passes its nonce. */
async function keep(
  tx: Tx,
  spending: WalletSpending,
  withdrawalId: string | null,
  by: OperatorExplanation,
): Promise<void> {
  const { wallet, txId, nonce, raw, blockNumber, blockHash } = spending;
  const { network, chainId, address } = wallet;
  await lockNextNonce(tx, wallet);
  await insertSpending(tx, {
    network,
    chainId,
    wallet: address,
    txId,
    nonce,
    raw,
    blockNumber,
    blockHash,
    withdrawalId,
    reason: by.reason,
    proposedBy: by.proposedBy,
    statedBy: by.actor,
    at: by.now,
  });
  await passTaken(tx, wallet);
}

function chainOf(chains: readonly Chain[], network: Network | null): Chain {
  const chain = chains.find((one) => one.network === network && one.readers.length > 0);
  if (!chain) throw new ExplainError('other-chain');
  return chain;
}

/** @throws ExplainError nonce-open unless another transaction of the withdrawal's nonce is final */
async function assertSpent(tx: Tx, chain: Chain, { withdrawalId, wallet, nonce, chainId }: NonceRow, now: number) {
  if (chainId !== chain.chainId) throw new ExplainError('other-chain');
  const own = await transactionsOf(tx, [withdrawalId]);
  const isSpent = await unanimous(chain, now, async (reader) => {
    const receipts = await Promise.all(own.map(({ txId }) => reader.receipt(txId)));
    return receipts.every((one) => one === null) && (await finalCount(reader, wallet)) > nonce;
  });
  if (!isSpent) throw new ExplainError('nonce-open');
}

async function lockFor(tx: Tx, id: string, states: readonly WithdrawalRow['state'][]): Promise<WithdrawalRow> {
  const row = await lockWithdrawal(tx, id);
  if (row?.kind !== 'chain') throw new ExplainError('unknown-withdrawal');
  if (!states.includes(row.state)) throw new ExplainError('late', row.state);
  return row;
}

/**
 * A final transaction of the wallet has paid this withdrawal: the hold is posted. Of one that was signed, only when its own nonce was
 * spent by another transaction; of one that was not, from any state before.
 * @throws ExplainError, NoEndpointError
 */
export async function matchPaid(
  tx: Tx,
  chains: readonly Chain[],
  { id, txId }: { id: string; txId: string },
  by: OperatorExplanation,
): Promise<WithdrawalRow> {
  const row = await lockFor(tx, id, ['requested', 'approved', 'sending']);
  const chain = chainOf(chains, row.network);
  const nonce = await nonceOf(tx, id);
  if (nonce) await assertSpent(tx, chain, nonce, by.now);
  const spending = await readSpending(tx, chain, txId, by.now);
  const raw = rawOf(row.amount, chain.decimals);
  if (!spending.transfers.some((one) => one.to === row.address && one.raw === raw))
    throw new ExplainError('pays-otherwise', txId);
  await keep(tx, spending, id, by);
  let now = row;
  if (now.state === 'requested') now = await moveOn(tx, id, { state: 'approved' }, ['approved'], by.now);
  if (now.state === 'approved') now = await moveOn(tx, id, { state: 'sending' }, [], by.now);
  return postHold(tx, now, { step: 'confirmed', reference: txId, resolvedFor: by.reason }, by.now);
}

/**
 * Nothing has paid this withdrawal, and nothing of it ever will, because its nonce is spent: amount and fee go back.
 * @throws ExplainError, NoEndpointError
 */
export async function returnSpent(
  tx: Tx,
  chains: readonly Chain[],
  { id }: { id: string },
  by: OperatorExplanation,
): Promise<WithdrawalRow> {
  const row = await lockFor(tx, id, ['sending']);
  const chain = chainOf(chains, row.network);
  const nonce = await nonceOf(tx, id);
  if (!nonce) throw new ExplainError('late', row.state);
  await assertSpent(tx, chain, nonce, by.now);
  const head = await unanimousHead(chain, by.now);
  const scan = await scanOf(tx, chain.network);
  if (!scan || scan.nextBlock <= head - CONFIRMATIONS) throw new ExplainError('not-read');
  const raw = rawOf(row.amount, chain.decimals);
  const unknown = await unknownOutgoings(tx, chain.network, 500);
  const paid = unknown.find((one) => one.toAddress === row.address && one.raw === raw);
  if (paid) throw new ExplainError('was-paid', paid.txId);
  return returnHold(tx, row, { state: 'failed', reason: by.reason, resolution: 'returned' }, by.now);
}

/** The lowest head that any endpoint has. */
async function unanimousHead(chain: Chain, now: number): Promise<number> {
  const heads = await withEveryEndpoint(
    chain,
    () => now,
    chain.readers,
    (reader) => reader.head(),
  );
  return Math.min(...heads.map(({ number }) => number));
}

/** A final transaction of the wallet has nothing to do with withdrawals. @throws ExplainError, NoEndpointError */
export async function nameForeign(
  tx: Tx,
  chains: readonly Chain[],
  { network, txId }: { network: Network; txId: string },
  by: OperatorExplanation,
): Promise<{ nonce: number | null; raw: bigint; to: readonly string[] }> {
  const spending = await readSpending(tx, chainOf(chains, network), txId, by.now);
  await keep(tx, spending, null, by);
  return { nonce: spending.nonce, raw: spending.raw, to: spending.transfers.map(({ to }) => to) };
}

/**
 * The wallet was used before this database: its own nonces begin at `next`, which every endpoint must count. Not for a wallet that has
 * signed here. @throws ExplainError, NoEndpointError
 */
export async function adoptWallet(
  tx: Tx,
  chains: readonly Chain[],
  { network, address, next }: { network: Network; address: string; next: number },
  now: number,
): Promise<void> {
  const chain = chainOf(chains, network);
  const wallet = (await walletsOf(tx, network, chain.chainId)).find((one) => one.address === address);
  if (!wallet) throw new ExplainError('no-wallet');
  await lockNextNonce(tx, wallet);
  const { open, ended } = await takenFrom(tx, wallet, 0);
  if (open + ended > 0) throw new ExplainError('has-signed');
  const counts = await unanimous(chain, now, async (reader) => {
    const head = await reader.head();
    return [await finalCount(reader, address), (await reader.accounts?.nonceAt(address, head.number)) ?? 0];
  });
  if (counts.some((count) => count !== next)) throw new ExplainError('other-count', counts.join(', '));
  await setNextNonce(tx, wallet, next);
}
