/** Asking for a withdrawal (docs/rules.md §4): every condition, then the hold of amount and fee. */
import { WITHDRAWAL_ASSET } from '../../../contract/calls/withdrawals';
import { decimalToUnits, toUnits } from '../../../contract/money';
import type { Queries } from '../../db/client';
import type { Tx } from '../../db/transaction';
import { cashOf } from '../../ledger/balances';
import { hold } from '../../ledger/holds';
import { Refusal, type Deps, type UserContext } from '../call-context';
import { userById, type UserRow } from '../identity/users/user-repo';
import { usableAt } from '../methods/usable';
import { methodsOf, type MethodRow } from '../methods/repo';
import type { Settings } from '../settings/figures';
import { operatorsNeeded } from '../second-operator';
import { loadSettings } from '../settings/settings';
import { tooLittle } from '../too-little';
import { assertMayWithdraw } from './conditions';
import { insertWithdrawal, noteSteps, type WithdrawalRow } from './repo';
import { aloneLimit, termsOf, type WithdrawalTerms } from './rules';
import { othersOfUser } from './sums-repo';
import { usdt } from './view';

export interface WithdrawalRequest {
  methodId: string;
  /** Smallest units. */
  amount: bigint;
}

export interface PreparedWithdrawal {
  user: UserRow;
  settings: Settings;
  method: MethodRow;
  terms: WithdrawalTerms;
  /** Over the local test network. */
  isTest: boolean;
}

/** @throws Refusal unauthorized when the user is gone */
export async function conditionFacts(queries: Queries, { session, now }: Pick<UserContext, 'session' | 'now'>) {
  const user = await userById(queries, session.userId);
  if (!user) throw new Refusal('unauthorized');
  return { user, settings: await loadSettings(queries), now };
}

/** Returns one of the user's methods that are on file. @throws Refusal not-found */
export async function methodNamed(queries: Queries, userId: string, methodId: string): Promise<MethodRow> {
  const method = (await methodsOf(queries, userId)).find(({ id }) => id === methodId);
  if (!method) throw new Refusal('not-found');
  return method;
}

/** The chain that a method is paid over; null for a bank card. @throws Refusal network-closed */
function chainFor({ chains }: Pick<Deps, 'chains'>, { kind, network }: MethodRow) {
  if (kind === 'bank') return null;
  const chain = chains.find((one) => one.network === network && one.sender !== null);
  if (!chain) throw new Refusal('network-closed');
  return chain;
}

/**
 * The figures of a withdrawal, if its method can be used and the account has enough.
 * @throws Refusal not-found, method-waiting, network-closed, amount-too-small, insufficient-funds
 */
export async function prepare(
  queries: Queries,
  context: UserContext,
  { methodId, amount }: WithdrawalRequest,
): Promise<PreparedWithdrawal> {
  const { deps, session, now } = context;
  const { user, settings } = await conditionFacts(queries, context);
  const method = await methodNamed(queries, user.id, methodId);
  const lockedUntil = usableAt(method, settings);
  if (lockedUntil > now) throw new Refusal('method-waiting', { data: { lockedUntil } });
  const chain = chainFor(deps, method);
  if (amount < toUnits(settings['withdrawals.minimum'], WITHDRAWAL_ASSET)) throw new Refusal('amount-too-small');
  const terms = termsOf(amount, settings);
  const available = await cashOf(queries, session.accountId, WITHDRAWAL_ASSET);
  if (terms.total > available) throw tooLittle(available, WITHDRAWAL_ASSET);
  return { user, settings, method, terms, isTest: chain?.isTest ?? false };
}

/**
 * Does what `prepare` does, and checks everything else that has to be so.
 * @param fee as it was quoted.
 * @throws Refusal of `requestWithdrawal`
 */
export async function prepareRequest(
  queries: Queries,
  context: UserContext,
  asked: WithdrawalRequest,
  fee: string,
): Promise<PreparedWithdrawal> {
  assertMayWithdraw(await conditionFacts(queries, context));
  const prepared = await prepare(queries, context, asked);
  // Answers carry at most 18 fraction digits, whatever the asset has.
  const isQuoted = decimalToUnits(fee, 18) === decimalToUnits(usdt(prepared.terms.fee), 18);
  if (!isQuoted) throw new Refusal('fee-changed');
  return prepared;
}

/**
 * Holds amount and fee and queues the withdrawal for review.
 * @param intent unique for ever, e.g. made of the idempotency key
 * @throws LedgerError insufficient-funds
 */
export async function request(
  tx: Tx,
  { accountId, intent, now }: { accountId: string; intent: string; now: number },
  { method, terms, settings, isTest }: Omit<PreparedWithdrawal, 'user'>,
): Promise<WithdrawalRow> {
  const { amount, fee, total } = terms;
  const holdId = await hold(tx, {
    transferId: `withdrawal-hold:${intent}`,
    account: { owner: accountId, kind: 'user_cash', asset: WITHDRAWAL_ASSET },
    amount: total,
    at: now,
  });
  const one = { amount, at: now };
  const ofUser = await othersOfUser(tx, { id: null, accountId, createdAt: now });
  const { kind, network, address, bankName, sealedCard, cardLast4 } = method;
  const row = await insertWithdrawal(tx, {
    accountId,
    methodId: method.id,
    kind,
    network,
    isTest,
    address,
    bankName,
    sealedCard,
    cardLast4,
    amount,
    fee,
    // The number as far as it is known now; the approval counts again.
    approvalsNeeded: operatorsNeeded({ one, ofUser, aloneByOperator: 0n, limit: aloneLimit(settings) }),
    holdId,
    createdAt: now,
  });
  await noteSteps(tx, row.id, ['requested'], now);
  return row;
}
