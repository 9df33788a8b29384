/** The USDT market's calls. Lists are of the account that the session has switched to; a trade is shown to its two parties. */
import type { AnswerOf, ParsedInputOf } from '../../../../contract/call';
import type { OtcSide } from '../../../../contract/calls/otc-market';
import type { sellOffers, usdtPurchases, buyUsdt, cancelOfferOrTrade } from '../../../../contract/calls/otc-usdt';
import type { UsdtOrder } from '../../../../contract/calls/otc-usdt-records';
import { decimalToUnits } from '../../../../contract/money';
import { Refusal, type Handlers, type UserContext } from '../../call-context';
import { runConfirmedCall, runMoneyCall } from '../../money-call';
import { BY_FIGURE, BY_TIME, isRecordId, pageOf } from '../../paging';
import { listMessages, ownTrade, read, say } from './chat';
import { describeCounterparty } from './counterparty';
import { withdrawOffer } from './escrow';
import { tradeImage } from './image';
import { findOffer, lastOffer, lockOffer, pageMarket } from './offers-repo';
import { cancelTrade, confirm, dispute, pay } from './lifecycle';
import { placeOffer } from './place';
import { quoteOrder } from './quote';
import { fiatUnits } from './rules';
import { takeOffer } from './take';
import { pageOwn, tradesOfOffer, type OwnOrder } from './trades-repo';
import { usdt, viewForKeeping, viewOffer, viewOffers, viewTrade, viewTrades } from './view';
import type { Tx } from '../../../db/transaction';

type UsdtCall =
  | 'sellOffers'
  | 'buyOffers'
  | 'usdtQuote'
  | 'buyUsdt'
  | 'sellUsdt'
  | 'cancelOfferOrTrade'
  | 'reportPayment'
  | 'confirmPayment'
  | 'disputeTrade'
  | 'usdtPurchases'
  | 'usdtSales'
  | 'usdtTrade'
  | 'usdtOffer'
  | 'usdtTradeImage'
  | 'tradeMessages'
  | 'sendMessage'
  | 'markMessagesRead'
  | 'counterparty';

/** Trades that are shown with one's own offer. */
const TRADES_SHOWN = 50;

function market(
  { deps, session, now }: UserContext,
  side: OtcSide,
  { amount, minCompletionRate: rate, sort = 'price', ...asked }: ParsedInputOf<typeof sellOffers>,
): Promise<AnswerOf<typeof sellOffers>> {
  const { db } = deps.db;
  const fiat = amount === undefined ? null : fiatUnits(amount);
  const filters = { side, fiat, minCompletionRate: rate ?? null, sort, now };
  return pageOf(BY_FIGURE, asked, {
    read: (page) => pageMarket(db, { ...filters, ...page }),
    last: (offer) => lastOffer(offer, sort),
    view: (offers) => viewOffers(db, offers, session.userId, now),
  });
}

/** Places or takes, as the order says. */
async function placeOrTake(
  context: UserContext,
  call: 'buyUsdt' | 'sellUsdt',
  input: ParsedInputOf<typeof buyUsdt>,
): Promise<AnswerOf<typeof buyUsdt>> {
  const { deps, session, now } = context;
  const side = call === 'buyUsdt' ? 'buy' : 'sell';
  const assertFee = (fee: bigint) => {
    // Answers carry at most 18 fraction digits, whatever the asset has.
    if (decimalToUnits(usdt(fee), 18) > decimalToUnits(input.fee, 18)) throw new Refusal('fee-changed');
  };
  return runMoneyCall(context, call, input, async (tx) => {
    if (input.order.kind === 'place') {
      const offer = await placeOffer(tx, context, side, input.order, assertFee);
      return { order: await viewOffer(tx, offer, session.userId, now) };
    }
    const trade = await takeOffer(tx, context, side, input.order, assertFee);
    return { order: await viewForKeeping(deps, tx, trade, session.userId, now) };
  });
}

/** An offer of one's own is taken off the market. @throws Refusal stale-version (with the offer), order-closed, not-now */
async function cancelOffer(
  tx: Tx,
  { session, now }: UserContext,
  { id, version, withdraw = false }: ParsedInputOf<typeof cancelOfferOrTrade>,
) {
  const offer = isRecordId(id) ? await lockOffer(tx, id) : null;
  if (!offer || offer.userId !== session.userId) return null;
  if (offer.version !== version) {
    throw new Refusal('stale-version', { data: { current: await viewOffer(tx, offer, session.userId, now) } });
  }
  if (offer.state !== 'open') throw new Refusal('order-closed');
  // Nobody has agreed to anything about an offer.
  if (withdraw) throw new Refusal('not-now');
  const after = await withdrawOffer(tx, offer, now);
  return { order: await viewOffer(tx, after, session.userId, now) };
}

/**
 * A call of one side of a trade that no password confirms: what is given away was decided before. Telling of a payment and a
 * dispute move nothing; they work during maintenance, because the times in which they can be told go on.
 */
function step<I extends object, T>(
  context: UserContext,
  call: 'cancelOfferOrTrade' | 'reportPayment' | 'disputeTrade',
  input: I,
  effect: (tx: Tx) => Promise<T>,
): Promise<T> {
  return runConfirmedCall(context, {
    call,
    input,
    confirm: () => Promise.resolve(),
    effect,
    movesNothing: call !== 'cancelOfferOrTrade',
  });
}

/** Offers and trades as they are shown, in their order. */
async function viewOwn(
  { deps, session: { userId }, now }: UserContext,
  orders: readonly OwnOrder[],
): Promise<UsdtOrder[]> {
  const { db } = deps.db;
  const offers = orders.flatMap((one) => (one.kind === 'offer' ? [one.row] : []));
  const trades = orders.flatMap((one) => (one.kind === 'trade' ? [one.row] : []));
  const views = [...(await viewOffers(db, offers, userId, now)), ...(await viewTrades(deps, db, trades, userId, now))];
  const byId = new Map(views.map((view) => [view.id, view]));
  return orders.flatMap(({ row: { id } }) => byId.get(id) ?? []);
}

function own(
  context: UserContext,
  side: OtcSide,
  { status, ...asked }: ParsedInputOf<typeof usdtPurchases>,
): Promise<AnswerOf<typeof usdtPurchases>> {
  const { accountId } = context.session;
  return pageOf(BY_TIME, asked, {
    read: (page) => pageOwn(context.deps.db.db, { accountId, side, status: status ?? null, ...page }),
    last: ({ row: { createdAt, id } }) => ({ at: createdAt, id }),
    view: (rows) => viewOwn(context, rows),
  });
}

export const usdtMarketHandlers: Handlers<UsdtCall> = {
  sellOffers: (context, input) => market(context, 'sell', input),
  buyOffers: (context, input) => market(context, 'buy', input),
  usdtQuote: quoteOrder,
  buyUsdt: (context, input) => placeOrTake(context, 'buyUsdt', input),
  sellUsdt: (context, input) => placeOrTake(context, 'sellUsdt', input),

  cancelOfferOrTrade: (context, input) =>
    step(context, 'cancelOfferOrTrade', input, async (tx) => {
      const cancelled = await cancelOffer(tx, context, input);
      if (cancelled) return cancelled;
      const trade = await cancelTrade(tx, context, input, input.withdraw ?? false);
      return { order: await viewForKeeping(context.deps, tx, trade, context.session.userId, context.now) };
    }),
  reportPayment: (context, input) =>
    step(context, 'reportPayment', input, async (tx) => {
      const trade = await pay(tx, context, input);
      return { trade: await viewForKeeping(context.deps, tx, trade, context.session.userId, context.now) };
    }),
  confirmPayment: (context, input) =>
    runMoneyCall(context, 'confirmPayment', input, async (tx) => {
      const trade = await confirm(tx, context, input);
      return { trade: await viewForKeeping(context.deps, tx, trade, context.session.userId, context.now) };
    }),
  disputeTrade: (context, input) =>
    step(context, 'disputeTrade', input, async (tx) => {
      const trade = await dispute(tx, context, input);
      return { trade: await viewForKeeping(context.deps, tx, trade, context.session.userId, context.now) };
    }),

  usdtPurchases: (context, input) => own(context, 'buy', input),
  usdtSales: (context, input) => own(context, 'sell', input),

  async usdtTrade({ deps, session, now }, { id }) {
    const { db } = deps.db;
    return { trade: await viewTrade(deps, db, await ownTrade(db, session.userId, id), session.userId, now) };
  },

  async usdtOffer({ deps, session, now }, { id }) {
    const { db } = deps.db;
    const row = isRecordId(id) ? await findOffer(db, id) : null;
    const isMine = row?.userId === session.userId;
    if (!row || (!isMine && row.state !== 'open')) throw new Refusal('not-found');
    const trades = isMine ? await tradesOfOffer(db, id, TRADES_SHOWN) : [];
    return {
      offer: await viewOffer(db, row, session.userId, now),
      trades: await viewTrades(deps, db, trades, session.userId, now),
    };
  },

  usdtTradeImage: tradeImage,
  tradeMessages: listMessages,
  sendMessage: say,
  markMessagesRead: read,
  counterparty: describeCounterparty,
};
