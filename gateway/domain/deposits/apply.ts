/** Stores a reading of a chain: deletes deposits of lost blocks, adds new ones and moves the position, all in one transaction. */
import type { Network } from '../../../contract/calls/identity';
import type { Tx } from '../../db/transaction';
import { announceToAccounts } from '../live/announce';
import { keepFunding, loseFundingsAbove } from '../wallet/fundings-repo';
import { keepOutgoing, loseOutgoingsAbove } from '../wallet/outgoings-repo';
import type { Reading, SeenTransfer } from './read-chain';
import {
  depositsOfTransactions,
  insertDeposit,
  leavePlaces,
  loseAbove,
  moveDeposit,
  ownersOf,
  saveScan,
  type DepositRow,
} from './repo';
import { MINIMUM, worthOf } from './rules';

export interface AppliedCounts {
  /** Deposits that are new. */
  seen: number;
  /** Deposits that were deleted because their blocks are lost. */
  gone: number;
  /** Credited deposits whose blocks are lost: a matter for the operator. */
  creditedLost: number;
}

/** The facts about the transfers' chain that do not change from one reading to the next. */
export interface ChainFacts {
  network: Network;
  isTest: boolean;
  decimals: number;
  /** The wallet that withdrawals are paid from, for what comes into it and leaves it; null for none. */
  wallet: string | null;
}

/**
 * The row that a transfer is, when it is known. A transaction that comes back after a reorganisation may have its log at another
 * place in the new block: one that was credited there is the same deposit, and is never credited again.
 */
function knownAs(rows: readonly DepositRow[], { txId, logIndex, to, raw }: SeenTransfer): DepositRow | undefined {
  const ofTransaction = rows.filter((row) => row.txId === txId);
  return (
    ofTransaction.find((row) => row.logIndex === logIndex && row.lostAt === null) ??
    ofTransaction.find((row) => row.lostAt !== null && row.toAddress === to && row.raw === raw)
  );
}

/** Keeps transfers, and tells whom a deposit is on its way to. @returns how many deposits are new */
async function keepTransfers(
  tx: Tx,
  facts: ChainFacts,
  transfers: readonly SeenTransfer[],
  now: number,
): Promise<number> {
  const { network, isTest, decimals, wallet } = facts;
  for (const transfer of transfers) {
    if (transfer.to === wallet) await keepFunding(tx, network, wallet, transfer);
    if (transfer.from === wallet) await keepOutgoing(tx, network, wallet, transfer);
  }
  const owners = await ownersOf(tx, network, [...new Set(transfers.map(({ to }) => to))]);
  const rows = await depositsOfTransactions(tx, network, [...new Set(transfers.map(({ txId }) => txId))]);
  await leavePlaces(
    tx,
    rows.filter(({ lostAt }) => lostAt !== null).map(({ id }) => id),
  );
  let seen = 0;
  for (const transfer of transfers) {
    const { txId, logIndex, blockNumber, blockHash, blockAt, from, to, raw } = transfer;
    const accountId = owners.get(to);
    if (accountId === undefined) continue;
    const known = knownAs(rows, transfer);
    if (known) {
      const isElsewhere = known.blockHash !== blockHash || known.lostAt !== null;
      if (isElsewhere) await moveDeposit(tx, known.id, { logIndex, blockNumber, blockHash, blockAt });
      // Two equal transfers of one transaction are two deposits.
      known.lostAt = null;
      known.logIndex = logIndex;
      continue;
    }
    const { amount, dust } = worthOf(raw, decimals);
    const status = amount < MINIMUM ? 'too-small' : 'confirming';
    const what = { network, isTest, txId, logIndex, accountId, fromAddress: from, toAddress: to };
    const worth = { raw, rawDecimals: decimals, amount, dust, status } as const;
    const id = await insertDeposit(tx, { ...what, ...worth, blockNumber, blockHash, blockAt, seenAt: now });
    const notice = status === 'confirming' ? ({ kind: 'deposit-seen', subjectId: id } as const) : undefined;
    await announceToAccounts(tx, [accountId], ['deposits'], now, notice);
    seen += 1;
  }
  return seen;
}

/** @param moved what was read from the position that the caller has locked */
export async function applyReading(
  tx: Tx,
  facts: ChainFacts,
  { forkAt, next, transfers }: Extract<Reading, { kind: 'moved' }>,
  now: number,
): Promise<AppliedCounts> {
  const { goneOf, creditedLost } =
    forkAt === null ? { goneOf: [], creditedLost: 0 } : await loseAbove(tx, facts.network, forkAt, now);
  if (forkAt !== null) {
    await loseFundingsAbove(tx, facts.network, forkAt);
    await loseOutgoingsAbove(tx, facts.network, forkAt);
  }
  const seen = await keepTransfers(tx, facts, transfers, now);
  await saveScan(tx, facts.network, next, now);
  await announceToAccounts(tx, [...new Set(goneOf)], ['deposits'], now);
  return { gone: goneOf.length, creditedLost, seen };
}
