/** The custody calls. Everything is read and changed under the account that the session has switched to. */
import { CUSTODY_ASSET } from '../../../contract/calls/custody';
import { rateUnits, toAmount, toUnits } from '../../../contract/money';
import type { Tx } from '../../db/transaction';
import { cashOf, poolFree } from '../../ledger/balances';
import { Refusal, type Handlers, type UserContext } from '../call-context';
import { runMoneyCall } from '../money-call';
import { BY_TIME, isRecordId, pageOf } from '../paging';
import { loadSettings } from '../settings/settings';
import { placeOrder, redeemOrder } from './orders';
import { capacityOf, quotePlacing, quoteRedeeming } from './quote';
import { findOrder, pageChanges, pageOrders } from './repo';
import { rateText, viewChange, viewOrder, viewRedemption } from './view';

type CustodyCall =
  | 'custodyConfig'
  | 'custodyOrders'
  | 'custodyChanges'
  | 'custodyQuote'
  | 'redemptionQuote'
  | 'createCustodyOrder'
  | 'redeemCustodyOrder';

function yieldPoolFree({ deps }: UserContext): Promise<bigint> {
  return poolFree(deps.db.db, 'yield-pool', CUSTODY_ASSET);
}

/** The yield pool cannot reserve the interest of a placing: the refusal with what the plan still takes. */
async function capacityFull(context: UserContext, planId: string): Promise<Refusal> {
  const [settings, pool] = await Promise.all([loadSettings(context.deps.db.db), yieldPoolFree(context)]);
  const plan = settings['custody.plans'].find(({ id }) => id === planId);
  if (!plan) return new Refusal('plan-closed');
  const limit = capacityOf(settings, { dailyRate: rateUnits(plan.dailyRate), days: plan.days }, pool);
  return new Refusal('capacity-full', { data: { limit: toAmount(limit, CUSTODY_ASSET) } });
}

export const custodyHandlers: Handlers<CustodyCall> = {
  async custodyConfig(context) {
    const [settings, pool] = await Promise.all([loadSettings(context.deps.db.db), yieldPoolFree(context)]);
    return {
      plans: settings['custody.plans'].map(({ id, days, dailyRate, isOpen }) => {
        const units = rateUnits(dailyRate);
        const capacity = isOpen ? capacityOf(settings, { dailyRate: units, days }, pool) : 0n;
        return { id, days, dailyRate: rateText(units), isOpen, freeCapacity: toAmount(capacity, CUSTODY_ASSET) };
      }),
      minimumExclusive: settings['custody.minimumExclusive'],
      redeemFeeRate: settings['custody.redeemFeeRate'],
      freeUndoMs: settings['custody.freeUndoMs'],
      validFrom: settings['custody.validFrom'],
    };
  },

  custodyOrders({ deps, session, now }, { status, ...asked }) {
    const narrowed = { accountId: session.accountId, ...(status ? { status } : {}) };
    return pageOf(BY_TIME, asked, {
      read: (page) => pageOrders(deps.db.db, { ...narrowed, ...page }),
      last: ({ startsAt, id }) => ({ at: startsAt, id }),
      view: (rows) => rows.map((order) => viewOrder(order, now)),
    });
  },

  async custodyChanges({ deps, session }, { orderId, ...asked }) {
    if (orderId !== undefined && !isRecordId(orderId)) return { items: [], nextCursor: null };
    const narrowed = { accountId: session.accountId, ...(orderId ? { orderId } : {}) };
    return pageOf(BY_TIME, asked, {
      read: (page) => pageChanges(deps.db.db, { ...narrowed, ...page }),
      last: ({ createdAt, id }) => ({ at: createdAt, id }),
      view: (rows) => rows.map(viewChange),
    });
  },

  async custodyQuote(context, { planId, amount }) {
    const [settings, available, pool] = await Promise.all([
      loadSettings(context.deps.db.db),
      cashOf(context.deps.db.db, context.session.accountId, CUSTODY_ASSET),
      yieldPoolFree(context),
    ]);
    return quotePlacing(settings, planId, toUnits(amount, CUSTODY_ASSET), { available, pool }, context.now);
  },

  async redemptionQuote({ deps, session, now }, { orderId, amount }) {
    const order = isRecordId(orderId) ? await findOrder(deps.db.db, session.accountId, orderId) : null;
    if (!order) throw new Refusal('not-found');
    return quoteRedeeming(order, toUnits(amount, CUSTODY_ASSET), now);
  },

  async createCustodyOrder(context, input) {
    const { planId, amount, addTo } = input;
    const { session, now } = context;
    const place = async (tx: Tx) => {
      const settings = await loadSettings(tx);
      const request = { accountId: session.accountId, planId, amount: toUnits(amount, CUSTODY_ASSET), now, settings };
      const { order, journalId } = await placeOrder(tx, addTo ? { ...request, addTo } : request);
      return { order: viewOrder(order, now), journalId };
    };
    return runMoneyCall(context, 'createCustodyOrder', input, place, {
      poolEmpty: () => capacityFull(context, planId),
    });
  },

  async redeemCustodyOrder(context, input) {
    const { session, now } = context;
    const { orderId, version, amount } = input;
    return runMoneyCall(context, 'redeemCustodyOrder', input, async (tx) => {
      const request = { accountId: session.accountId, orderId, version, amount: toUnits(amount, CUSTODY_ASSET), now };
      const { order, redemption, journalId } = await redeemOrder(tx, request);
      return { order: viewOrder(order, now), redeemed: viewRedemption(redemption), journalId };
    });
  },
};
