/** The custody calls. Everything is read and changed under the account that the session has switched to. */
import { CUSTODY_ASSET } from '../../../contract/calls/custody';
import { rateUnits, toAmount, toUnits } from '../../../contract/money';
import { availableOf, poolFree } from '../../ledger/balances';
import { LedgerError } from '../../ledger/errors';
import { Refusal, type Handlers, type UserContext } from '../call-context';
import { runMoneyCall } from '../money-call';
import { decodeCursor, DEFAULT_PAGE_SIZE, isRecordId, pageOfRows } from '../paging';
import { loadSettings } from '../settings/settings';
import { placeOrder, redeemOrder } from './orders';
import { capacityOf, quotePlacing, quoteRedeeming } from './quote';
import { findOrder, pageChanges, pageOrders } from './repo';
import { rateText, viewChange, viewOrder, viewRedemption } from './view';

type CustodyCall =
  | 'hostingConfig'
  | 'hostingOrder'
  | 'hostingOperatorLog'
  | 'hostingQuote'
  | 'hostingRedeemQuote'
  | 'hostingCreate'
  | 'hostingSub';

function yieldPoolFree({ deps }: UserContext): Promise<bigint> {
  return poolFree(deps.db.db, 'yield-pool', CUSTODY_ASSET);
}

function cashOf({ deps, session }: UserContext): Promise<bigint> {
  return availableOf(deps.db.db, { owner: session.accountId, kind: 'user_cash', asset: CUSTODY_ASSET });
}

/** The ledger's refusal of a placing as the user is told it, with the figure of this moment. */
async function explainPlacing(context: UserContext, planId: string, error: unknown): Promise<unknown> {
  if (!(error instanceof LedgerError)) return error;
  if (error.code === 'insufficient-funds') {
    return new Refusal('insufficient-funds', { data: { available: toAmount(await cashOf(context), CUSTODY_ASSET) } });
  }
  if (error.code !== 'pool-empty') return error;
  const [settings, pool] = await Promise.all([loadSettings(context.deps.db.db), yieldPoolFree(context)]);
  const plan = settings['custody.plans'].find(({ id }) => id === planId);
  if (!plan) return new Refusal('plan-closed');
  const limit = capacityOf(settings, { dailyRate: rateUnits(plan.dailyRate), days: plan.days }, pool);
  return new Refusal('capacity-full', { data: { limit: toAmount(limit, CUSTODY_ASSET) } });
}

export const custodyHandlers: Handlers<CustodyCall> = {
  async hostingConfig(context) {
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

  async hostingOrder({ deps, session, now }, { status, cursor, limit = DEFAULT_PAGE_SIZE }) {
    const end = decodeCursor(cursor);
    const page = { accountId: session.accountId, end, limit: limit + 1, ...(status ? { status } : {}) };
    const rows = await pageOrders(deps.db.db, page);
    return pageOfRows(
      rows,
      limit,
      ({ startsAt, id }) => ({ at: startsAt, id }),
      (order) => viewOrder(order, now),
    );
  },

  async hostingOperatorLog({ deps, session }, { orderId, cursor, limit = DEFAULT_PAGE_SIZE }) {
    const end = decodeCursor(cursor);
    if (orderId !== undefined && !isRecordId(orderId)) return { items: [], nextCursor: null };
    const page = { accountId: session.accountId, end, limit: limit + 1, ...(orderId ? { orderId } : {}) };
    const rows = await pageChanges(deps.db.db, page);
    return pageOfRows(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }), viewChange);
  },

  async hostingQuote(context, { planId, amount }) {
    const [settings, available, pool] = await Promise.all([
      loadSettings(context.deps.db.db),
      cashOf(context),
      yieldPoolFree(context),
    ]);
    return quotePlacing(settings, planId, toUnits(amount, CUSTODY_ASSET), { available, pool }, context.now);
  },

  async hostingRedeemQuote({ deps, session, now }, { orderId, amount }) {
    const order = isRecordId(orderId) ? await findOrder(deps.db.db, session.accountId, orderId) : null;
    if (!order) throw new Refusal('not-found');
    return quoteRedeeming(order, toUnits(amount, CUSTODY_ASSET), now);
  },

  async hostingCreate(context, input) {
    const { planId, amount, addTo } = input;
    const { session, now } = context;
    try {
      return await runMoneyCall(context, 'hostingCreate', input, async (tx) => {
        const settings = await loadSettings(tx);
        const request = { accountId: session.accountId, planId, amount: toUnits(amount, CUSTODY_ASSET), now, settings };
        const { order, journalId } = await placeOrder(tx, addTo ? { ...request, addTo } : request);
        return { order: viewOrder(order, now), journalId };
      });
    } catch (error) {
      throw await explainPlacing(context, planId, error);
    }
  },

  async hostingSub(context, input) {
    const { session, now } = context;
    const { orderId, version, amount } = input;
    return runMoneyCall(context, 'hostingSub', input, async (tx) => {
      const request = { accountId: session.accountId, orderId, version, amount: toUnits(amount, CUSTODY_ASSET), now };
      const { order, redemption, journalId } = await redeemOrder(tx, request);
      return { order: viewOrder(order, now), redeemed: viewRedemption(redemption), journalId };
    });
  },
};
