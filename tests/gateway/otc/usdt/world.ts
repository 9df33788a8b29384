/** Traders on the USDT market: verified people with a card and money, and the calls that they make. */
import { randomUUID } from 'node:crypto';
import type { AnswerOf } from '../../../../contract/call';
import type { UsdtOffer, UsdtTrade } from '../../../../contract/calls/otc-usdt-records';
import type { Calls } from '../../../../contract/index';
import { toUnits } from '../../../../contract/money';
import type { Database } from '../../../../gateway/db/client';
import { availableOf, balancesOf } from '../../../../gateway/ledger/balances';
import { advanceUsdtTrades } from '../../../../gateway/jobs/otc-usdt';
import type { Reply } from '../../../../gateway/operator/transport';
import { openGatewayWorld, TRADE_PASSWORD, type GatewayWorld, type Person } from '../../world';
import { addCard, addUpload, verify } from './people';
import { feesTaken } from '../../support/fees';
import { act } from '../../support/operators';

export const MINUTE_MS = 60_000;
export const USDT_START = Date.UTC(2026, 10, 23, 2);

export interface TraderPerson extends Person {
  cardId: string;
  name: string;
}

export interface Placed {
  price: string;
  quantity: string;
  minFiat: string;
  maxFiat: string;
}

export const OFFER: Placed = { price: '7.2', quantity: '100', minFiat: '100', maxFiat: '720' };

export interface UsdtWorld extends GatewayWorld {
  trader(usdt?: string): Promise<TraderPerson>;
  sellOffer(who: TraderPerson, offer?: Partial<Placed>): Promise<UsdtOffer>;
  buyOffer(who: Person, offer?: Partial<Placed>): Promise<UsdtOffer>;
  /** Takes the offer as it is now: who takes one to sell buys. */
  take(who: TraderPerson, offerId: string, quantity: string, key?: string): Promise<UsdtTrade>;
  /** The input of a taking. */
  taking(who: TraderPerson, offer: UsdtOffer, quantity: string): TakingInput;
  offer(who: Person, id: string): Promise<UsdtOffer>;
  trade(who: Person, id: string): Promise<UsdtTrade>;
  pay(buyer: Person, id: string): Promise<UsdtTrade>;
  confirm(seller: Person, id: string): Promise<UsdtTrade>;
  cancel(who: Person, id: string, withdraw?: boolean): Promise<UsdtTrade>;
  withdraw(who: Person, id: string): Promise<UsdtOffer>;
  dispute(who: Person, id: string): Promise<UsdtTrade>;
  upload(who: Person): Promise<string>;
  pass(ms: number): void;
  /** The job comes round. @returns how many trades it moved on */
  tick(): Promise<number>;
  /** A fresh trade of an offer to sell, in this state. */
  tradeIn(state: StateOfTest, quantity?: string): Promise<TradeOfTest>;
  /** An operator's ruling; the error's words when it was refused. */
  ruled(id: string, outcome: 'buyer' | 'seller', actor?: string): Promise<string>;
  /** Units of USDT. */
  available(who: Person): Promise<bigint>;
  held(who: Person): Promise<bigint>;
  escrow(who: Person): Promise<bigint>;
  fees(): Promise<bigint>;
  operator(command: string, input: object, actor?: string): Promise<Reply>;
}

/** `disputable`: paid, half an hour ago. */
export type StateOfTest =
  | 'awaiting-payment'
  | 'late-hold'
  | 'paid'
  | 'disputable'
  | 'dispute'
  | 'completed'
  | 'cancelled';

export interface TradeOfTest {
  id: string;
  offerId: string;
  seller: TraderPerson;
  buyer: TraderPerson;
}

export interface TakingInput {
  order: { kind: 'take'; offerId: string; version: number; quantity: string; methodIds: string[] };
  fee: string;
  tradePassword: string;
}

/** More than any fee of these tests: the fee that was seen is a test of its own. */
const ANY_FEE = '1000';

function isOffer(order: UsdtOffer | UsdtTrade): order is UsdtOffer {
  return order.kind === 'offer';
}

type Ordered = AnswerOf<Calls['buyUsdt']>;

function offerIn({ order }: Ordered): UsdtOffer {
  if (!isOffer(order)) throw new Error('a trade, not an offer');
  return order;
}

function tradeOf({ order }: Ordered): UsdtTrade {
  if (isOffer(order)) throw new Error('an offer, not a trade');
  return order;
}

let traders = 0;

export async function openUsdtWorld(db: Database, now = USDT_START): Promise<UsdtWorld> {
  const world = await openGatewayWorld(db, now);
  const { deps, time } = world;

  const placing = (given: Partial<Placed> | undefined, methodIds: string[]) => ({
    order: { kind: 'place' as const, ...OFFER, ...given, methodIds },
    fee: ANY_FEE,
    tradePassword: TRADE_PASSWORD,
  });
  const balance = async ({ accountId }: Person, kind: 'user_cash' | 'user_escrow') =>
    (await balancesOf(db.db, accountId)).find((one) => one.kind === kind && one.asset === 'USDT');

  const self: UsdtWorld = {
    ...world,
    async trader(usdt = '1000') {
      const person = await world.person(usdt);
      const name = `Trader ${(traders += 1)}`;
      await verify(deps, person.userId, name);
      return { ...person, name, cardId: await addCard(deps, person.userId, { holder: name }) };
    },
    sellOffer: async (who, offer) => offerIn(await world.call(who, 'sellUsdt', placing(offer, [who.cardId]))),
    buyOffer: async (who, offer) => offerIn(await world.call(who, 'buyUsdt', placing(offer, []))),
    taking: (who, { id: offerId, version, side }, quantity) => ({
      order: { kind: 'take', offerId, version, quantity, methodIds: side === 'buy' ? [who.cardId] : [] },
      fee: ANY_FEE,
      tradePassword: TRADE_PASSWORD,
    }),
    async take(who, offerId, quantity, key = randomUUID()) {
      const offer = await self.offer(who, offerId);
      const call = offer.side === 'sell' ? 'buyUsdt' : 'sellUsdt';
      return tradeOf(await world.call(who, call, self.taking(who, offer, quantity), key));
    },
    offer: async (who, id) => (await world.call(who, 'usdtOffer', { id })).offer,
    trade: async (who, id) => (await world.call(who, 'usdtTrade', { id })).trade,
    async pay(buyer, id) {
      const { version } = await self.trade(buyer, id);
      const input = { id, version, reference: 'REF-1', proofs: [await self.upload(buyer)] };
      return (await world.call(buyer, 'reportPayment', input)).trade;
    },
    async confirm(seller, id) {
      const { version } = await self.trade(seller, id);
      return (await world.call(seller, 'confirmPayment', { id, version, tradePassword: TRADE_PASSWORD })).trade;
    },
    async cancel(who, id, withdraw = false) {
      const { version } = await self.trade(who, id);
      return tradeOf(await world.call(who, 'cancelOfferOrTrade', { id, version, withdraw }));
    },
    async withdraw(who, id) {
      const { version } = await self.offer(who, id);
      return offerIn(await world.call(who, 'cancelOfferOrTrade', { id, version }));
    },
    async dispute(who, id) {
      const { version } = await self.trade(who, id);
      const input = { id, version, text: 'Nothing came.', images: [await self.upload(who)] };
      return (await world.call(who, 'disputeTrade', input)).trade;
    },
    tick: () => advanceUsdtTrades(deps),
    async tradeIn(state, quantity = '40') {
      const [seller, buyer] = [await self.trader('2000'), await self.trader('0')];
      const offer = await self.sellOffer(seller, { quantity: '1500', minFiat: '0.01', maxFiat: '10800' });
      const { id } = await self.take(buyer, offer.id, quantity);
      const given = { id, offerId: offer.id, seller, buyer };
      if (state === 'awaiting-payment') return given;
      if (state === 'late-hold' || state === 'cancelled') {
        self.pass(15 * MINUTE_MS);
        await self.tick();
        if (state === 'late-hold') return given;
        self.pass(30 * MINUTE_MS);
        await self.tick();
        return given;
      }
      await self.pay(buyer, id);
      if (state === 'completed') await self.confirm(seller, id);
      if (state === 'disputable' || state === 'dispute') self.pass(30 * MINUTE_MS);
      if (state === 'dispute') await self.dispute(seller, id);
      return given;
    },
    // By default somebody who has ruled nothing else: sums of other trades are not theirs.
    async ruled(id, outcome, actor = `judge-${id}`) {
      const reply = await self.operator('otc rule', { id, for: outcome, reason: 'The receipt shows it.' }, actor);
      return reply.ok ? (reply.lines[0] ?? '') : reply.message;
    },
    upload: ({ userId }) => addUpload(deps, userId),
    pass(ms) {
      time.now += ms;
    },
    available: ({ accountId }) => availableOf(db.db, { owner: accountId, kind: 'user_cash', asset: 'USDT' }),
    held: async (who) => (await balance(who, 'user_cash'))?.held ?? 0n,
    escrow: async (who) => (await balance(who, 'user_escrow'))?.balance ?? 0n,
    fees: () => feesTaken(db.db, 'otc-usdt').then(({ amount }) => amount),
    operator: (command, input, actor) => act(deps, command, input, actor),
  };
  return self;
}

export const usdt = (text: string) => toUnits(text, 'USDT');
