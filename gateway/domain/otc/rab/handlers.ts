/** The RAB market's calls. Orders belong to the account that the session has switched to (docs/rules.md §3). */
import type { OtcSide } from '../../../../contract/calls/otc-market';
import type { ParsedInputOf } from '../../../../contract/call';
import type { Calls } from '../../../../contract/index';
import { toUnits } from '../../../../contract/money';
import { Refusal, type Handlers, type UserContext } from '../../call-context';
import { runConfirmedCall, runMoneyCall } from '../../money-call';
import { BY_FIGURE, BY_TIME, pageOf } from '../../paging';
import { loadSettings } from '../../settings/settings';
import { candlesOf } from './day-repo';
import { fillsOf, orderOfFill } from './fills-repo';
import { rabGuidePrice } from './guide-price';
import { marketInfo } from './info';
import { cancelOrder, postRest } from './lifecycle';
import { lastLot, pageLots, type LotPage } from './lots-repo';
import { findOrder, pageOrders } from './orders-repo';
import { placeOrder } from './place';
import type { OrderRequest } from './plan';
import { quoteOrder } from './quote';
import { termsNow } from './terms';
import { rab, timelineOf, usdt, viewFills, viewLots, viewOrder } from './view';

type RabCall =
  | 'otcFigures'
  | 'rabGuideHistory'
  | 'rabLots'
  | 'rabQuote'
  | 'buyRab'
  | 'sellRab'
  | 'cancelRabOrder'
  | 'postTheRest'
  | 'rabBuyOrders'
  | 'rabSellOrders'
  | 'rabOrder';

const HOUR_MS = 3_600_000;
/** The length of each period of candles, and of each candle: at most 200 of them. */
const PERIODS = {
  '24h': { length: 24 * HOUR_MS, stepMs: HOUR_MS / 4 },
  '7d': { length: 168 * HOUR_MS, stepMs: HOUR_MS },
  '30d': { length: 720 * HOUR_MS, stepMs: 4 * HOUR_MS },
} as const;

type OrderInput = Omit<ParsedInputOf<Calls['rabQuote']>, 'side'>;

function requestOf({ session, now }: UserContext, side: OtcSide, input: OrderInput): OrderRequest {
  const { price, quantity, canSplit, mode, seen } = input;
  const units = { price: toUnits(price, 'USDT'), quantity: toUnits(quantity, 'RAB') };
  return { userId: session.userId, accountId: session.accountId, side, ...units, canSplit, mode, seen, now };
}

async function place(context: UserContext, side: OtcSide, input: ParsedInputOf<Calls['buyRab']>) {
  const { deps, session, now } = context;
  const request = { ...requestOf(context, side, input), fee: toUnits(input.fee, 'USDT') };
  const terms = await termsNow(deps, session.userId, now);
  return runMoneyCall(context, side === 'buy' ? 'buyRab' : 'sellRab', input, async (tx) => {
    return { order: viewOrder(await placeOrder(tx, request, terms)) };
  });
}

function myOrders({ deps, session }: UserContext, side: OtcSide, input: ParsedInputOf<Calls['rabBuyOrders']>) {
  const { status, ...asked } = input;
  const narrowed = { accountId: session.accountId, side, ...(status ? { status } : {}) };
  return pageOf(BY_TIME, asked, {
    read: (page) => pageOrders(deps.db.db, { ...narrowed, ...page }),
    last: ({ createdAt, id }) => ({ at: createdAt, id }),
    view: (rows) => rows.map(viewOrder),
  });
}

type LotFilters = Omit<LotPage, 'end' | 'limit'>;

/** The filters of a list as the book is asked. */
async function lotFilters({ deps, now }: UserContext, input: ParsedInputOf<Calls['rabLots']>): Promise<LotFilters> {
  const { side, amount, canSplit, minCompletionRate, atGuideOrBetter, sort = 'price' } = input;
  const guide = atGuideOrBetter ? await rabGuidePrice(deps, await loadSettings(deps.db.db), now) : null;
  return {
    lotSide: side,
    ...(amount === undefined ? {} : { amount: toUnits(amount, 'USDT') }),
    ...(canSplit === undefined ? {} : { canSplit }),
    ...(minCompletionRate === undefined ? {} : { minCompletionRate }),
    ...(guide ? { atLeastAsGoodAs: guide.price } : {}),
    sort,
    now,
  };
}

export const rabMarketHandlers: Handlers<RabCall> = {
  otcFigures: ({ deps, session, now }) => marketInfo(deps, { ...session, now }),

  async rabGuideHistory({ deps, now }, { period }) {
    const { length, stepMs } = PERIODS[period];
    const candles = await candlesOf(deps.db.db, { from: now - length, now, stepMs });
    return {
      candles: candles.map(({ at, open, high, low, close, volume }) => ({
        at,
        open: usdt(open),
        high: usdt(high),
        low: usdt(low),
        close: usdt(close),
        volume: rab(volume),
      })),
    };
  },

  async rabLots(context, input) {
    const { deps, session, now } = context;
    const { db } = deps.db;
    const filters = await lotFilters(context, input);
    return pageOf(BY_FIGURE, input, {
      read: (page) => pageLots(db, { ...filters, ...page }),
      last: (lot) => lastLot(filters.sort, lot),
      view: (lots) => viewLots(db, lots, { userId: session.userId, now }),
    });
  },

  async rabQuote(context, { side, ...input }) {
    const { db } = context.deps.db;
    return quoteOrder(
      db,
      requestOf(context, side, input),
      await termsNow(context.deps, context.session.userId, context.now),
    );
  },

  buyRab: (context, input) => place(context, 'buy', input),
  sellRab: (context, input) => place(context, 'sell', input),

  /** Nothing goes out by it: it needs no password, and works while the market is halted. */
  cancelRabOrder(context, { id, version }) {
    const { accountId } = context.session;
    return runConfirmedCall(context, {
      call: 'cancelRabOrder',
      input: { id, version },
      confirm: () => Promise.resolve(),
      effect: async (tx) => ({ order: viewOrder(await cancelOrder(tx, { accountId, id, version, now: context.now })) }),
    });
  },

  postTheRest(context, input) {
    const { id, version } = input;
    const { accountId } = context.session;
    return runMoneyCall(context, 'postTheRest', input, async (tx) => {
      return { order: viewOrder(await postRest(tx, { accountId, id, version, now: context.now })) };
    });
  },

  rabBuyOrders: (context, input) => myOrders(context, 'buy', input),
  rabSellOrders: (context, input) => myOrders(context, 'sell', input),

  /** Finds the order by its id, or by the id of one of its fills, which statements name. */
  async rabOrder({ deps, session, now }, { id }) {
    const { db } = deps.db;
    const { accountId } = session;
    const ofFill = await orderOfFill(db, accountId, id);
    const order = await findOrder(db, accountId, ofFill ?? id);
    if (!order) throw new Refusal('not-found');
    const fills = await fillsOf(db, order);
    return {
      order: viewOrder(order),
      fills: await viewFills(db, order, fills, now),
      timeline: timelineOf(order, fills),
    };
  },
};
