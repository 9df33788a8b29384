/** People who have one of everything that an input can name: made by the calls, and by operators, as they are made in life. */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { AnswerOf } from '../../../contract/call';
import { calls, type CallInput, type CallName } from '../../../contract/index';
import { DEFAULT_PRODUCTS, parseProducts } from '../../../gateway/adapters/quotes/source';
import { simulatedMarket } from '../../../gateway/adapters/quotes/simulated';
import { withTransaction } from '../../../gateway/db/transaction';
import { demoCredits } from '../../../gateway/demo/demo-credit';
import { insertUpload } from '../../../gateway/domain/uploads/repo';
import type { Deps } from '../../../gateway/domain/call-context';
import { loadSettings, saveSetting } from '../../../gateway/domain/settings/settings';
import { methodNamed, request } from '../../../gateway/domain/withdrawals/request';
import { termsOf } from '../../../gateway/domain/withdrawals/rules';
import { keepQuotes } from '../../../gateway/jobs/quotes';
import { postAll } from '../../../gateway/ledger/post';
import { exampleOf } from '../../support/examples';
import { FINE_PDF } from '../../support/pdf-files';
import { freshEmail, type Opened, type World } from '../identity/world';
import { addCard } from '../otc/usdt/people';
import { SLIP } from '../slips/slip-rows';
import { declaredDay, payFromFund } from './dividends';
import { actAsTwo } from './operators';

/** The examples' own, so that they are right for everybody here. */
export const { password: PASSWORD = '', tradePassword: TRADE_PASSWORD } = exampleOf('bindTradePassword');

export interface Named {
  id: string;
  /** Stands beside the id in inputs that say what was seen. */
  version?: number;
}

export interface Someone extends Omit<Opened, 'expiresAt'> {
  email: string;
  /** The data of an answer. @param key the idempotency key of a call that moves money, if it matters */
  ask: <N extends CallName>(name: N, input: CallInput<N>, key?: string) => Promise<AnswerOf<(typeof calls)[N]>>;
}

export function asking(world: World, opened: Omit<Opened, 'expiresAt'>, email: string): Someone {
  const { token } = opened;
  const ask: Someone['ask'] = (name, input, key = randomUUID()) =>
    world.done(name, input, { token, ...(calls[name].effect === 'money' && { key }) });
  return { ...opened, email, ask };
}

/** Registers somebody who has money, and nothing else. */
export async function newcomer(world: World): Promise<Someone> {
  const email = freshEmail();
  const opened = await world.register(email, { password: PASSWORD });
  const credits = demoCredits(opened.accountId, { usdt: '10000', rab: '1000' }, world.deps.clock.now());
  await withTransaction(world.deps.db, (tx) => postAll(tx, credits));
  return asking(world, opened, email);
}

export async function setIdentity({ deps }: World, { userId }: Someone, status: 'approved' | 'not-verified') {
  await deps.db.pool.query('UPDATE users SET identity_status = $2 WHERE id = $1', [userId, status]);
}

/** Somebody with a trade password and a verified name, who may trade. */
export async function trader(world: World): Promise<Someone> {
  const who = await newcomer(world);
  await who.ask('bindTradePassword', exampleOf('bindTradePassword'));
  const { images: _, ...document } = exampleOf('saveRealName');
  await who.ask('saveRealName', document);
  await setIdentity(world, who, 'approved');
  return who;
}

/** Lets people do at once, and as often as they like, what they would wait for. */
export async function hurry({ deps }: World): Promise<void> {
  const now = deps.clock.now();
  await withTransaction(deps.db, async (tx) => {
    await saveSetting(tx, 'security.methodWaitMs', 0, now);
    await saveSetting(tx, 'security.withdrawalPauseMs', 0, now);
    await saveSetting(tx, 'otc.disputeAfterMs', 0, now);
    await saveSetting(tx, 'otc.unpaidTrades', 100, now);
    await saveSetting(tx, 'otc.usdtOffers', 100, now);
  });
}

async function operated(world: World, command: string, input: object): Promise<Named> {
  const reply = await actAsTwo(world.deps, command, input);
  if (!reply.ok) throw new Error(`${command}: ${reply.message}`);
  return reply.data as Named;
}

interface Scene {
  world: World;
  me: Someone;
  /** Mine of what `MAKE` makes. */
  the: (thing: string) => Promise<Named>;
  /** Whom I trade with. */
  other: Someone;
}

async function uploaded({ deps }: World, { userId }: Someone): Promise<Named> {
  const picture = sharp({ create: { width: 30, height: 20, channels: 3, background: '#3c6' } });
  const path = await deps.files.put(await picture.png().toBuffer(), 'png');
  const kept = { width: 30, height: 20, bytes: 1, type: 'image/png', createdAt: 0 } as const;
  const id = randomUUID();
  await insertUpload(deps.db, { ...kept, id, userId, path });
  return { id };
}

/** An offer of this person's to sell. */
async function placed(world: World, who: Someone) {
  const { order, ...sure } = exampleOf('sellUsdt');
  const card = await addCard(world.deps, who.userId, { holder: 'Lin Mei' });
  return (await who.ask('sellUsdt', { order: { ...order, methodIds: [card] } as typeof order, ...sure })).order;
}

async function taken(buyer: Someone, { id: offerId, version = 1 }: Named) {
  const { order, ...sure } = exampleOf('buyUsdt');
  return (await buyer.ask('buyUsdt', { order: { ...order, offerId, version } as typeof order, ...sure })).order;
}

async function paid(buyer: Someone, { id, version = 1 }: Named, proof: Named) {
  return (await buyer.ask('reportPayment', { id, version, reference: 'Mei 17', proofs: [proof.id] })).trade;
}

/** A withdrawal that waits for review. */
async function requested({ world, me, the }: Scene): Promise<Named> {
  const { id: methodId } = await the('method');
  const { db, clock } = world.deps;
  return withTransaction(db, async (tx) => {
    const [method, settings] = [await methodNamed(tx, me.userId, methodId), await loadSettings(tx)];
    const prepared = { settings, method, terms: termsOf(20_000_000n, settings), isTest: false };
    return request(tx, { accountId: me.accountId, intent: randomUUID(), now: clock.now() }, prepared);
  });
}

/** My order to buy, of which a part deposit is held and a match waits for the rest. */
async function matched({ world: { deps }, me, other }: Scene): Promise<Named> {
  const setRate = (rate: string) =>
    withTransaction(deps.db, (tx) => saveSetting(tx, 'otc.depositRate', rate, deps.clock.now()));
  await other.ask('sellRab', exampleOf('sellRab'));
  await setRate('0.3');
  const { order } = await me.ask('buyRab', exampleOf('buyRab'));
  await setRate('1');
  return order;
}

/** A conversation of mine in which an operator has done this last. */
async function conversation({ world, me }: Scene, command: 'chat say' | 'chat close') {
  const topic = 'other';
  await me.ask('sendServiceMessage', { topic, clientId: randomUUID(), text: 'Hello' });
  const { rows } = await world.deps.db.pool.query<Named>(
    'SELECT id::text AS id FROM service_conversations WHERE user_id = $1 AND topic = $2',
    [me.userId, topic],
  );
  await operated(world, command, { id: rows[0]?.id, ...(command === 'chat say' && { text: 'Good day' }) });
  const { items } = await me.ask('serviceMessages', { topic, limit: 1 });
  return first(items);
}

function first<T>([item]: readonly T[]): T {
  if (item === undefined) throw new Error('there is none');
  return item;
}

/** Has the gateway simulate a market with prices of now. */
export async function priced(deps: Deps): Promise<Named> {
  const products = parseProducts(DEFAULT_PRODUCTS) ?? [];
  deps.quotes = simulatedMarket(products);
  await keepQuotes(deps);
  return first(products);
}

const texts = (text: object) => ({ texts: { EN: { title: 'Opening', text: 'We are open.', ...text } } });

const MAKE = {
  account: ({ me }) => me.ask('createSubAccount', exampleOf('createSubAccount')),
  session: async ({ me }) => first((await me.ask('sessions', {})).sessions.filter(({ isCurrent }) => isCurrent)),
  upload: ({ world, me }) => uploaded(world, me),
  method: async ({ world, me }) => ({ id: await addCard(world.deps, me.userId, { holder: 'Lin Mei' }) }),
  withdrawal: requested,
  custodyOrder: async ({ me }) => {
    const { addTo: _, ...input } = exampleOf('createCustodyOrder');
    return (await me.ask('createCustodyOrder', input)).order;
  },
  quote: async ({ me, the }) => {
    await the('price');
    return me.ask('exchangeQuote', { from: 'USDT', to: 'RAB', amount: '12.5' });
  },
  exchange: async ({ me, the }) => {
    const { id: quoteId } = await the('quote');
    return (await me.ask('exchangeAssets', { ...exampleOf('exchangeAssets'), quoteId })).exchange;
  },
  moneyKey: async ({ me, the }) => {
    const id = randomUUID();
    const { id: toAccountId } = await the('account');
    await me.ask('transferToAccount', { ...exampleOf('transferToAccount'), toAccountId }, id);
    return { id };
  },
  // At a price that nothing on the market meets.
  rabOrder: async ({ me }) => (await me.ask('sellRab', { ...exampleOf('sellRab'), price: '0.13', fee: '0.03' })).order,
  matchedRabOrder: matched,
  // Withdrawn: an open one is everybody's to see.
  offer: async ({ world, me }) => {
    const { id, version } = await placed(world, me);
    return (await me.ask('cancelOfferOrTrade', { id, version })).order;
  },
  marketOffer: ({ world, other }) => placed(world, other),
  trade: async ({ world, me, other }) => taken(me, await placed(world, other)),
  paidTrade: async ({ world, me, the, other }) =>
    paid(me, await taken(me, await placed(world, other)), await the('upload')),
  soldTrade: async ({ world, me, other }) =>
    paid(other, await taken(other, await placed(world, me)), await uploaded(world, other)),
  proof: async ({ the }) => {
    await the('paidTrade');
    return the('upload');
  },
  message: async ({ other, the }) => {
    const { id: tradeId } = await the('paidTrade');
    return (await other.ask('sendMessage', { tradeId, clientId: randomUUID(), text: 'Hello' })).message;
  },
  serviceMessage: (scene) => conversation(scene, 'chat say'),
  closedConversation: (scene) => conversation(scene, 'chat close'),
  feedback: async ({ me }) =>
    (await me.ask('sendFeedback', { ...exampleOf('sendFeedback'), clientId: randomUUID(), images: [] })).feedback,
  slip: async ({ world, me }) => {
    const row = { ...SLIP, trade_no: `T-${me.userId}`, user: me.userId };
    await operated(world, 'slips import', { file: 'slips.json', format: 'json', text: JSON.stringify([row]) });
    const { items } = await me.ask('deliverySlips', {});
    return first(items.filter(({ tradeNumber }) => tradeNumber === row.trade_no));
  },
  notice: async ({ me, the }) => {
    await the('soldTrade');
    return first((await me.ask('toldNotices', { limit: 1 })).items);
  },

  machine: async ({ world, me }) => {
    const { id } = exampleOf('machineInfo');
    await operated(world, 'machine alter', { id, open: true, stock: 50 });
    return (await me.ask('machineInfo', { id })).model;
  },
  tickets: ({ world, me }) =>
    operated(world, 'ticket grant', { user: me.email, count: 10, reason: 'Welcome', runId: randomUUID() }),
  dividend: async ({ world, me }) => ({ id: await declaredDay(world.deps, me.accountId, '2026-11-22') }),
  product: ({ world }) => priced(world.deps),
  trader: async ({ other, the }) => {
    await the('marketOffer');
    return { id: other.userId };
  },
  news: ({ world }) => operated(world, 'content publish', { kind: 'news', ...texts({ body: 'Come **in**.' }) }),
  picture: async ({ world }) => {
    const picture = sharp({ create: { width: 8, height: 4, channels: 3, background: '#2340ce' } });
    return operated(world, 'content image', { base64: (await picture.png().toBuffer()).toString('base64') });
  },
  document: async ({ world }) => {
    const { id: file } = await operated(world, 'content file', { base64: FINE_PDF.toString('base64') });
    return operated(world, 'content publish', { kind: 'document', ...texts({ text: '', file }) });
  },
  mandatoryNotice: ({ world }) =>
    operated(world, 'content publish', {
      ...{ kind: 'mandatory', name: 'risk', version: 1 },
      ...texts({ text: '', body: 'Read **this**.' }),
    }),
  price: ({ world }) => operated(world, 'price set', { rabUsdt: '0.125' }),
  payout: async ({ world }) => {
    await payFromFund(world.deps);
    return { id: '' };
  },
} satisfies Record<string, (scene: Scene) => Promise<Named>>;
export type Thing = keyof typeof MAKE;

/** There is one of each for all. */
const COMMON = new Set(['dividend', 'product', 'news', 'picture', 'document', 'mandatoryNotice']);

/** Makes things for people of one world. @returns what gives a person's things: each of them is made once, when first asked for */
export function belongings(world: World): (me: Someone) => Promise<(thing: Thing) => Promise<Named>> {
  const common = new Map<string, Promise<Named>>();
  let known: Promise<Someone> | null = null;
  return async (me) => {
    known ??= trader(world);
    const other = await known;
    const own = new Map<string, Promise<Named>>();
    const the = (thing: string): Promise<Named> => {
      const kept = COMMON.has(thing) ? common : own;
      const make: (scene: Scene) => Promise<Named> = MAKE[thing as Thing];
      const made = kept.get(thing) ?? make({ world, me, the, other });
      kept.set(thing, made);
      return made;
    };
    return the;
  };
}
