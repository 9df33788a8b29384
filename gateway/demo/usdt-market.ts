/**
 * The USDT market of a demo gateway: the two labelled traders have offers, pay what they buy and confirm what they are paid, a while
 * after the other side, so that one person can try all of it. Everything is done by the real services; no money is paid anywhere.
 */
import type { OtcSide } from '../../contract/calls/otc-market';
import { withTransaction } from '../db/transaction';
import { Refusal, type Deps } from '../domain/call-context';
import { lockRecord, saveRecord } from '../domain/identity/real-name/real-name-repo';
import { cardKey, seal } from '../domain/identity/secrets/secrets';
import { announceCall } from '../domain/live/announce';
import { insertMethod, methodsOf } from '../domain/methods/repo';
import { openOffersOf } from '../domain/otc/usdt/offers-repo';
import { placeOffer } from '../domain/otc/usdt/place';
import { priceUnits } from '../domain/otc/usdt/rules';
import { confirm, pay } from '../domain/otc/usdt/lifecycle';
import { tradesWaitingFor, type TradeRow } from '../domain/otc/usdt/trades-repo';
import { exclusively, type JobDeps } from '../jobs/run';
import { LedgerError } from '../ledger/errors';
import { demoTraders } from './market';

export const DEMO_OFFERS_JOB = 'demo-offers';
const NAMES = ['Demo Kelp', 'Demo Reef'] as const;
const BANK = 'Demo Bank';
const CARD = '6200000000000005';
const NOTE = 'Demo offer: pay nothing';
/** A demo trader takes this long to answer. */
const ANSWER_MS = 20_000;
const MAX_OFFERS = 100;

interface Slot {
  trader: 0 | 1;
  side: OtcSide;
  price: string;
  quantity: string;
  minFiat: string;
  maxFiat: string;
}

const SLOTS: readonly Slot[] = [
  { trader: 0, side: 'sell', price: '7.16', quantity: '1200', minFiat: '100', maxFiat: '5000' },
  { trader: 1, side: 'sell', price: '7.18', quantity: '600', minFiat: '50', maxFiat: '2000' },
  { trader: 0, side: 'sell', price: '7.21', quantity: '3000', minFiat: '500', maxFiat: '20000' },
  { trader: 1, side: 'buy', price: '7.12', quantity: '900', minFiat: '100', maxFiat: '5000' },
  { trader: 0, side: 'buy', price: '7.1', quantity: '400', minFiat: '50', maxFiat: '2000' },
  { trader: 1, side: 'buy', price: '7.05', quantity: '2500', minFiat: '500', maxFiat: '15000' },
];

type Trader = Awaited<ReturnType<typeof demoTraders>>[number];

/** The two are verified and have a card, once. */
export async function verifyDemoTraders({ db, secret, clock }: Pick<Deps, 'db' | 'secret' | 'clock'>): Promise<void> {
  for (const [index, { userId }] of (await demoTraders(db.db)).entries()) {
    const name = NAMES[index] ?? NAMES[0];
    await withTransaction(db, async (tx) => {
      if ((await methodsOf(tx, userId)).length > 0) return;
      const locked = await lockRecord(tx, userId);
      if (!locked) return;
      const sealedName = seal(secret, 'document', JSON.stringify([userId, name]));
      await saveRecord(tx, { ...locked.record, sealedName }, 'approved');
      const card = { userId, number: CARD, holder: name, branch: 'Demo' };
      await insertMethod(tx, {
        userId,
        kind: 'bank',
        targetKey: cardKey(secret, `${CARD}-${userId}`),
        bankName: BANK,
        sealedCard: seal(secret, 'card', JSON.stringify(card)),
        cardLast4: CARD.slice(-4),
        createdAt: clock.now(),
      });
    });
  }
}

type OfferDeps = JobDeps & Pick<Deps, 'isDemo' | 'secret'>;

function actorOf(deps: OfferDeps, { userId, accountId }: Trader) {
  return { deps, session: { sessionId: '0', userId, accountId }, now: deps.clock.now() };
}

/** Places the trader's offers that are gone. @returns how many */
async function fillSlots(deps: OfferDeps, trader: Trader, slots: readonly Slot[]): Promise<number> {
  const { db } = deps.db;
  const open = await openOffersOf(db, trader.userId, MAX_OFFERS);
  const gone = slots.filter(
    ({ side, price }) => !open.some((one) => one.side === side && one.price === priceUnits(price)),
  );
  if (gone.length === 0) return 0;
  const cards = (await methodsOf(db, trader.userId)).map(({ id }) => id);
  for (const { trader: _trader, side, ...figures } of gone) {
    const offer = { kind: 'place' as const, ...figures, note: NOTE, methodIds: side === 'sell' ? cards : [] };
    // The fee is not looked at: nobody is asked here.
    await exclusively(deps, DEMO_OFFERS_JOB, async (tx) => {
      await placeOffer(tx, actorOf(deps, trader), side, offer, () => undefined);
      await announceCall(tx, side === 'buy' ? 'buyUsdt' : 'sellUsdt', trader.userId, deps.clock.now());
    });
  }
  return gone.length;
}

/** Does the trader's part of a trade. */
function answer(deps: OfferDeps, trader: Trader, { id, version, state }: TradeRow) {
  const actor = actorOf(deps, trader);
  return exclusively(deps, DEMO_OFFERS_JOB, (tx) =>
    state === 'paid'
      ? confirm(tx, actor, { id, version })
      : pay(tx, actor, { id, version, reference: 'DEMO', proofs: [] }),
  );
}

async function keepUp(deps: OfferDeps, trader: Trader, slots: readonly Slot[]): Promise<number> {
  const before = deps.clock.now() - ANSWER_MS;
  const waiting = await tradesWaitingFor(deps.db.db, trader.userId, before);
  for (const trade of waiting) await answer(deps, trader, trade);
  return waiting.length + (await fillSlots(deps, trader, slots));
}

/** Keeps the demo traders' offers on the market and answers their trades. @returns how much was done */
export async function keepDemoOffers(deps: OfferDeps): Promise<number> {
  if (!deps.isDemo || deps.db.kind !== 'embedded') return 0;
  let done = 0;
  for (const [index, trader] of (await demoTraders(deps.db.db)).entries()) {
    try {
      done += await keepUp(
        deps,
        trader,
        SLOTS.filter((slot) => slot.trader === index),
      );
    } catch (error) {
      // Halted, out of money, or the other side was quicker: the market is as it is.
      if (!(error instanceof Refusal || error instanceof LedgerError)) throw error;
    }
  }
  return done;
}
