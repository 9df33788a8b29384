/** The deposit calls. Addresses and deposits belong to the account that the session has switched to (docs/rules.md §3). */
import type { Deposit, DepositNetwork } from '../../../contract/calls/wallet';
import { DEPOSIT_ASSET } from '../../../contract/calls/wallet';
import { toAmount, unitsToDecimal } from '../../../contract/money';
import type { Handlers, UserContext } from '../call-context';
import { decodeCursor, DEFAULT_PAGE_SIZE, pageOfRows } from '../paging';
import { depositAddress } from './addresses';
import { pageDeposits, scans, type DepositRow, type ScanRow } from './repo';
import { CONFIRMATIONS, confirmationsOf, MINIMUM } from './rules';

type DepositCall = 'rechargeAddress' | 'rechargeList';

function view(row: DepositRow, scan: ScanRow | undefined): Deposit {
  const { id, network, isTest, status, txId, blockNumber, blockAt, fromAddress, toAddress, seenAt } = row;
  const { creditedAt, journalId } = row;
  return {
    id,
    network,
    isTest,
    status,
    amount: toAmount(row.amount, DEPOSIT_ASSET),
    sent: unitsToDecimal(row.raw, row.rawDecimals),
    // What is credited stays so, whatever becomes of its block.
    confirmations: status === 'credited' ? CONFIRMATIONS : confirmationsOf(blockNumber, (scan?.nextBlock ?? 0) - 1),
    confirmationsNeeded: CONFIRMATIONS,
    txId,
    blockNumber,
    blockAt,
    fromAddress,
    toAddress,
    seenAt,
    creditedAt,
    journalId,
  };
}

async function networksOf({ deps, session, now }: UserContext): Promise<DepositNetwork[]> {
  const { db, chains } = deps;
  const read = await scans(db.db);
  return Promise.all(
    chains.map(async (chain) => {
      const { network, isTest, blockMs } = chain;
      const scan = read.find((one) => one.network === network);
      return {
        network,
        isTest,
        address: await depositAddress(db, chain, session.accountId, now),
        minimum: toAmount(MINIMUM, DEPOSIT_ASSET),
        confirmations: CONFIRMATIONS,
        usualMs: CONFIRMATIONS * blockMs,
        isDelayed: scan === undefined || scan.trouble !== null,
      };
    }),
  );
}

export const depositHandlers: Handlers<DepositCall> = {
  async rechargeAddress(context) {
    return { networks: await networksOf(context) };
  },

  async rechargeList({ deps, session }, { cursor, limit = DEFAULT_PAGE_SIZE }) {
    const end = decodeCursor(cursor);
    const [rows, read] = await Promise.all([
      pageDeposits(deps.db.db, { accountId: session.accountId, end, limit: limit + 1 }),
      scans(deps.db.db),
    ]);
    return pageOfRows(
      rows,
      limit,
      ({ seenAt, id }) => ({ at: seenAt, id }),
      (row) =>
        view(
          row,
          read.find(({ network }) => network === row.network),
        ),
    );
  },
};
