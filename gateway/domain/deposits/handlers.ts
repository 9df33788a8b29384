/** The deposit calls. Addresses and deposits belong to the account that the session has switched to (docs/rules.md §3). */
import type { Deposit, DepositNetwork } from '../../../contract/calls/wallet';
import { DEPOSIT_ASSET } from '../../../contract/calls/wallet';
import { toAmount, unitsToDecimal } from '../../../contract/money';
import type { Handlers, UserContext } from '../call-context';
import { BY_TIME, pageOf } from '../paging';
import { depositAddress } from './addresses';
import { pageDeposits, scans, type DepositRow, type ScanRow } from './repo';
import { CONFIRMATIONS, confirmationsOf, MINIMUM } from './rules';

type DepositCall = 'depositAddresses' | 'deposits';

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
    // A credited deposit stays credited, whatever becomes of its block.
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
  async depositAddresses(context) {
    return { networks: await networksOf(context) };
  },

  deposits: ({ deps, session }, asked) =>
    pageOf(BY_TIME, asked, {
      read: (page) => pageDeposits(deps.db.db, { accountId: session.accountId, ...page }),
      last: ({ seenAt, id }) => ({ at: seenAt, id }),
      async view(rows) {
        const read = new Map((await scans(deps.db.db)).map((scan) => [scan.network, scan]));
        return rows.map((row) => view(row, read.get(row.network)));
      },
    }),
};
