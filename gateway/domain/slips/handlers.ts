/** The calls of delivery slips. They are read under the account that the session has switched to. */
import { SLIP_ASSET } from '../../../contract/calls/slips';
import { toAmount } from '../../../contract/money';
import { Refusal, type Handlers } from '../call-context';
import { BY_TIME, isRecordId, pageOf } from '../paging';
import { findSlip, pageSlips, resultOf, sumSlips, type Slip } from './repo';

const usdt = (units: bigint) => toAmount(units, SLIP_ASSET);

function viewSlip({ profit, margin, path: _path, accountId: _accountId, ...slip }: Slip) {
  return { ...slip, profit: usdt(profit), margin: usdt(margin), result: resultOf(profit) };
}

export const slipHandlers: Handlers<'deliverySlips' | 'deliverySlip' | 'deliverySlipTotals'> = {
  deliverySlips: ({ deps, session }, asked) =>
    pageOf(BY_TIME, asked, {
      read: (page) => pageSlips(deps.db.db, { accountId: session.accountId, ...page }),
      last: ({ listedAt, id }) => ({ at: listedAt, id }),
      view: (slips) => slips.map(viewSlip),
    }),

  async deliverySlip({ deps, session }, { id }) {
    const slip = isRecordId(id) ? await findSlip(deps.db.db, session.accountId, id) : null;
    if (!slip) throw new Refusal('not-found');
    const { openedAt, openPrice, closedAt, closePrice, path } = slip;
    return {
      slip: viewSlip(slip),
      path: [{ at: openedAt, price: openPrice }, ...path, { at: closedAt, price: closePrice }],
    };
  },

  async deliverySlipTotals({ deps, session }, { from, until }) {
    const groups = await sumSlips(deps.db.db, { accountId: session.accountId, from, until });
    return { groups: groups.map(({ amount, ...group }) => ({ ...group, amount: usdt(amount) })) };
  },
};
