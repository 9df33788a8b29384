/** Offers and trades as answers carry them: a trade as one of its two parties sees it. */
import type { UsdtOffer, UsdtTrade } from '../../../../contract/calls/otc-usdt-records';
import { toAmount } from '../../../../contract/money';
import type { Queries } from '../../../db/client';
import type { TradeParty } from '../../../db/schema/otc-usdt';
import type { Deps } from '../../call-context';
import { openRecord } from '../../identity/real-name/real-name';
import { recordOf } from '../../identity/real-name/real-name-repo';
import { openCard } from '../../methods/cards';
import { methodsOf } from '../../methods/repo';
import { traderOf, tradersById } from '../traders-repo';
import { unreadOf } from './messages-repo';
import type { OfferRow } from './offers-repo';
import { disputableAt, fiatText, hasEnded, limitsOf, OTHER_PARTY, partyOf, priceText, USDT, userOf } from './rules';
import { eventsOf, evidenceOf, type EventRow, type EvidenceRow, type TradeRow } from './trades-repo';

export const usdt = (units: bigint) => toAmount(units, USDT);

type SecretDeps = Pick<Deps, 'secret'>;

/** Names of the cards of each offer that are still on file. */
async function banksOf(queries: Queries, offers: readonly OfferRow[]): Promise<ReadonlyMap<string, string[]>> {
  const banks = new Map<string, string[]>();
  const sellers = [...new Set(offers.filter(({ side }) => side === 'sell').map(({ userId }) => userId))];
  for (const userId of sellers) {
    const names = new Map((await methodsOf(queries, userId)).map(({ id, bankName }) => [id, bankName]));
    for (const { id, methodIds } of offers.filter((offer) => offer.userId === userId)) {
      banks.set(id, [...new Set(methodIds.flatMap((methodId) => names.get(methodId) ?? []))]);
    }
  }
  return banks;
}

/** @param viewer whose own amount held is shown */
export async function viewOffers(
  queries: Queries,
  offers: readonly OfferRow[],
  viewer: string,
  now: number,
): Promise<UsdtOffer[]> {
  const ids = offers.map(({ userId }) => userId);
  const traders = await tradersById(queries, 'usdt', ids, now);
  const banks = await banksOf(queries, offers);
  return offers.map((row) => {
    const isMine = row.userId === viewer;
    const limits = row.status === 'pending-match' ? limitsOf(row) : { minimum: row.minFiat, maximum: row.maxFiat };
    return {
      kind: 'offer',
      id: row.id,
      version: row.version,
      side: row.side,
      trader: traderOf(traders, row.userId),
      isMine,
      status: row.status,
      price: priceText(row.price),
      fiat: row.fiat,
      quantity: usdt(row.quantity),
      remaining: usdt(row.remaining),
      inTrades: usdt(row.inTrades),
      completed: usdt(row.completed),
      minFiat: fiatText(limits.minimum),
      maxFiat: fiatText(limits.maximum),
      banks: banks.get(row.id) ?? [],
      note: row.note,
      feeRate: row.feeRate,
      held: usdt(isMine ? row.held : 0n),
      createdAt: row.createdAt,
      closedAt: row.closedAt,
    };
  });
}

export async function viewOffer(queries: Queries, row: OfferRow, viewer: string, now: number): Promise<UsdtOffer> {
  const [view] = await viewOffers(queries, [row], viewer, now);
  if (!view) throw new Error('the offer has no view');
  return view;
}

interface ViewerFacts {
  me: TradeParty;
  viewer: string;
  events: readonly EventRow[];
  evidence: readonly EvidenceRow[];
  unread: number;
  counterparty: UsdtTrade['counterparty'];
  payerName: string | null;
}

/** Returns the cards that the buyer pays to; none once the trade has ended. */
function payeesOf(deps: SecretDeps, row: TradeRow): UsdtTrade['payees'] {
  if (hasEnded(row)) return [];
  return row.payees.map(({ bankName, sealedCard }) => {
    const card = openCard(deps, { userId: row.sellerUserId, sealedCard });
    if (!card) throw new Error(`trade ${row.id} has a card without its number`);
    return { bankName, branch: card.branch || null, cardNumber: card.number, holderName: card.holder };
  });
}

const bySide = (me: TradeParty, by: TradeParty) => (by === me ? 'me' : 'them');

function disputeOf(row: TradeRow, { me, viewer, evidence }: ViewerFacts): UsdtTrade['dispute'] {
  const { disputedAt, disputedBy, ruling, rulingReason, closedAt } = row;
  if (disputedAt === null || disputedBy === null) return null;
  return {
    openedBy: disputedBy === 'platform' ? 'platform' : bySide(me, disputedBy),
    openedAt: disputedAt,
    evidence: evidence.map(({ userId, text, images, at }) => ({
      by: userId === viewer ? 'me' : 'them',
      text,
      images: [...images],
      at,
    })),
    ruling:
      ruling === null || rulingReason === null || closedAt === null
        ? null
        : { outcome: ruling, reason: rulingReason, at: closedAt },
  };
}

/** Returns the caller's own part of a trade: side, fee and what they get out of it. */
function ownSide(row: TradeRow, me: TradeParty) {
  return me === 'buyer'
    ? {
        side: 'buy' as const,
        feeRate: row.buyerFeeRate,
        fee: usdt(row.buyerFee),
        received: usdt(row.quantity - row.buyerFee),
      }
    : {
        side: 'sell' as const,
        feeRate: row.sellerFeeRate,
        fee: usdt(row.sellerFee),
        received: fiatText(row.fiatAmount),
      };
}

function viewOf(deps: SecretDeps, row: TradeRow, beside: ViewerFacts): UsdtTrade {
  const { me, events } = beside;
  const [mine, theirs] = me === 'buyer' ? [row.buyerAgrees, row.sellerAgrees] : [row.sellerAgrees, row.buyerAgrees];
  return {
    kind: 'trade',
    id: row.id,
    version: row.version,
    offerId: row.offerId,
    ...ownSide(row, me),
    status: row.status,
    state: row.state,
    counterparty: beside.counterparty,
    price: priceText(row.price),
    fiat: row.fiat,
    quantity: usdt(row.quantity),
    fiatAmount: fiatText(row.fiatAmount),
    deadlineAt: row.deadlineAt,
    disputableAt: disputableAt(row),
    payees: payeesOf(deps, row),
    payerName: beside.payerName,
    reference: row.reference,
    proofs: [...row.proofs],
    cancelAgreed: { mine, theirs },
    dispute: disputeOf(row, beside),
    unread: beside.unread,
    timeline: events.map(({ step, by, reason, at }) => ({
      step,
      by: by === 'platform' || by === 'operator' ? by : bySide(me, by),
      reason,
      at,
    })),
    createdAt: row.createdAt,
    closedAt: row.closedAt,
    journalId: row.journalId,
  };
}

/** The buyer's verified name, to the seller, while the trade runs. */
async function payerNameOf(deps: SecretDeps, queries: Queries, row: TradeRow, me: TradeParty): Promise<string | null> {
  if (me !== 'seller' || hasEnded(row)) return null;
  const record = await recordOf(queries, row.buyerUserId);
  return record && openRecord(deps, record).realName;
}

/** @param viewer a party of each of them */
export async function viewTrades(
  deps: SecretDeps,
  queries: Queries,
  rows: readonly TradeRow[],
  viewer: string,
  now: number,
): Promise<UsdtTrade[]> {
  const ids = rows.map(({ id }) => id);
  const parties = rows.map((row) => {
    const me = partyOf(row, viewer);
    if (!me) throw new Error(`trade ${row.id} is shown to a stranger`);
    return me;
  });
  const counterparties = rows.map((row, index) => userOf(row, OTHER_PARTY[parties[index] ?? 'buyer']));
  const traders = await tradersById(queries, 'usdt', counterparties, now);
  const events = await eventsOf(queries, ids);
  const evidence = await evidenceOf(queries, ids);
  const unread = await unreadOf(queries, ids, viewer);
  const views: UsdtTrade[] = [];
  for (const [index, row] of rows.entries()) {
    const me = parties[index] ?? 'buyer';
    const of = <T extends { tradeId: string }>(all: readonly T[]) => all.filter(({ tradeId }) => tradeId === row.id);
    views.push(
      viewOf(deps, row, {
        me,
        viewer,
        events: of(events),
        evidence: of(evidence),
        unread: unread.get(row.id) ?? 0,
        counterparty: traderOf(traders, counterparties[index] ?? ''),
        payerName: await payerNameOf(deps, queries, row, me),
      }),
    );
  }
  return views;
}

export async function viewTrade(
  deps: SecretDeps,
  queries: Queries,
  row: TradeRow,
  viewer: string,
  now: number,
): Promise<UsdtTrade> {
  const [found] = await viewTrades(deps, queries, [row], viewer, now);
  if (!found) throw new Error('the trade has no view');
  return found;
}

/**
 * Shows a trade as a call that moves money answers it: its answer is kept for ever under its key, so nothing is in it that is
 * shown only for a while. Those are in `usdtTrade`.
 */
export async function viewForKeeping(
  deps: SecretDeps,
  queries: Queries,
  row: TradeRow,
  viewer: string,
  now: number,
): Promise<UsdtTrade> {
  return { ...(await viewTrade(deps, queries, row, viewer, now)), payees: [], payerName: null };
}
