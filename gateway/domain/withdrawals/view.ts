/** Withdrawals as answers carry them. */
import type { AnswerOf } from '../../../contract/call';
import type { Withdrawal, withdrawalQuote } from '../../../contract/calls/withdrawals';
import { WITHDRAWAL_ASSET } from '../../../contract/calls/withdrawals';
import { toAmount } from '../../../contract/money';
import type { Queries } from '../../db/client';
import type { Deps } from '../call-context';
import { scans, type ScanRow } from '../deposits/repo';
import { CONFIRMATIONS, confirmationsOf } from '../deposits/rules';
import { openCard } from '../methods/cards';
import { eventsOf, type EventRow, type WithdrawalRow } from './repo';
import { isOpenToReturn, statusOf, type WithdrawalTerms } from './rules';
import { spendingsOf, type SpendingRow } from './spendings-repo';
import { transactionsOf, type TransactionRow } from './transactions-repo';

type Target = AnswerOf<typeof withdrawalQuote>['target'];
/** The fields that withdrawals and methods have in common. */
type TargetRow = Pick<WithdrawalRow, 'kind' | 'network' | 'address' | 'bankName' | 'sealedCard' | 'cardLast4'>;

export const usdt = (units: bigint) => toAmount(units, WITHDRAWAL_ASSET);

export function viewTerms({ amount, fee, total }: WithdrawalTerms) {
  return { amount: usdt(amount), fee: usdt(fee), total: usdt(total) };
}

/** @param userId whose card it is */
export function viewTarget(deps: Pick<Deps, 'secret'>, row: TargetRow, userId: string, isTest: boolean): Target {
  const { kind, network, address, bankName, sealedCard, cardLast4 } = row;
  const holderName = openCard(deps, { userId, sealedCard })?.holder ?? null;
  return { kind, network, isTest, address, bankName, cardLast4, holderName };
}

/** The transaction that counts: the one in a block, else the last one that was sent. */
function shownTransaction(all: readonly TransactionRow[]): TransactionRow | undefined {
  return all.find(({ blockNumber }) => blockNumber !== null) ?? all.findLast(({ broadcastAt }) => broadcastAt !== null);
}

interface RelatedRows {
  userId: string;
  events: readonly EventRow[];
  transactions: readonly TransactionRow[];
  /** The transaction that paid the withdrawal without being signed for it, as operators found. */
  spending: SpendingRow | undefined;
  read: readonly ScanRow[];
}

function view(
  deps: Pick<Deps, 'secret'>,
  row: WithdrawalRow,
  { userId, events, transactions, spending, read }: RelatedRows,
): Withdrawal {
  const { id, state, kind, network, amount, fee, createdAt, closedAt, reason, resolution } = row;
  const { paymentReference, journalId } = row;
  const shown = shownTransaction(transactions);
  const scannedTo = (read.find((scan) => scan.network === network)?.nextBlock ?? 0) - 1;
  const needed = kind === 'chain' ? CONFIRMATIONS : 0;
  const seen = confirmationsOf(shown?.blockNumber ?? Infinity, scannedTo);
  return {
    id,
    status: statusOf(state),
    ...viewTerms({ amount, fee, total: amount + fee }),
    target: viewTarget(deps, row, userId, row.isTest),
    createdAt,
    closedAt,
    canCancel: isOpenToReturn(state),
    // For a failure the row keeps the chain's outcome in a word that no user should read, unless operators ended it.
    reason: state === 'rejected' || resolution !== null ? reason : null,
    txId: spending?.txId ?? shown?.txId ?? null,
    confirmations: state === 'success' ? needed : seen,
    confirmationsNeeded: needed,
    paymentReference,
    steps: events.map(({ step, at }) => ({ step, at })),
    journalId,
  };
}

/** @param userId whose withdrawals they are */
export async function viewWithdrawals(
  deps: Pick<Deps, 'secret'>,
  queries: Queries,
  rows: readonly WithdrawalRow[],
  userId: string,
): Promise<Withdrawal[]> {
  const ids = rows.map(({ id }) => id);
  const events = await eventsOf(queries, ids);
  const transactions = await transactionsOf(queries, ids);
  const spendings = await spendingsOf(queries, ids);
  const read = await scans(queries);
  return rows.map((row) =>
    view(deps, row, {
      userId,
      events: events.filter(({ withdrawalId }) => withdrawalId === row.id),
      transactions: transactions.filter(({ withdrawalId }) => withdrawalId === row.id),
      spending: spendings.find(({ withdrawalId }) => withdrawalId === row.id),
      read,
    }),
  );
}

export async function viewWithdrawal(
  deps: Pick<Deps, 'secret'>,
  queries: Queries,
  row: WithdrawalRow,
  userId: string,
): Promise<Withdrawal> {
  const [found] = await viewWithdrawals(deps, queries, [row], userId);
  if (!found) throw new Error('the withdrawal has no view');
  return found;
}
