/**
 * Another user's ids in every call (docs/rules.md §3): each id that the registry's inputs take is asked for with a
 * stranger's and with one that nobody has. Both get the same answer, and nothing of the stranger's changes. An id of a new
 * call that is not listed here fails the first test.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isDefined } from '../../../contract/call';
import { id, uuid } from '../../../contract/ids';
import { calls, declarations, type CallInput, type CallName } from '../../../contract/index';
import { toUnits } from '../../../contract/money';
import { fileSeal } from '../../../gateway/adapters/file-seal';
import { localFileStore } from '../../../gateway/adapters/file-store';
import { secureIds } from '../../../gateway/adapters/ids';
import { insertQuote, type NewQuote } from '../../../gateway/domain/exchange/repo';
import { insertUpload } from '../../../gateway/domain/uploads/repo';
import { loadSettings } from '../../../gateway/domain/settings/settings';
import { methodNamed, request } from '../../../gateway/domain/withdrawals/request';
import { termsOf } from '../../../gateway/domain/withdrawals/rules';
import { post } from '../../../gateway/ledger/post';
import { addCard, addUpload } from '../otc/usdt/people';
import { describeOnDatabase } from '../support/database';
import { act } from '../support/operators';
import { payingChain } from '../support/paying-chain';
import { freshEmail, openWorld, type Opened, type World, PASSWORD } from './world';

const TRADE = '739215';
/** A field of this name holds an id, whatever its schema is. */
const ID_NAME = /(^|\.)ids?$|Ids?$/;

type Schema = z.core.$ZodType;

/** Lists the paths of ids in an input, e.g. `addTo.orderId`, `images[]`. */
function idPaths(schema: Schema, path = ''): string[] {
  const { def } = (schema as unknown as { _zod: { def: z.core.$ZodTypes['_zod']['def'] } })._zod;
  if (schema === id || schema === uuid) return [path];
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) =>
        idPaths(field, path === '' ? name : `${path}.${name}`),
      );
    case 'optional':
    case 'nullable':
    case 'default':
      return idPaths(def.innerType, path);
    case 'array':
      return idPaths(def.element, `${path}[]`);
    case 'union':
      return [...new Set(def.options.flatMap((option) => idPaths(option, path)))];
    case 'pipe':
      return [...new Set([...idPaths(def.in, path), ...idPaths(def.out, path)])];
    case 'record':
      return [`${path}{}`];
    default:
      return ID_NAME.test(path.replace(/\[\]$/, '')) ? [path] : [];
  }
}

/** The ids of somebody who has one of everything; or ids of the same kinds that nobody has. */
interface Ids {
  accountId: string;
  sessionId: string;
  orderId: string;
  methodId: string;
  uploadId: string;
  quoteId: string;
  withdrawalId: string;
  rabOrderId: string;
  moneyKey: string;
  /** Withdrawn: an open one is everybody's to see. */
  offerId: string;
  /** A paid trade of USDT, with a picture and a message in it. */
  tradeId: string;
  proofId: string;
  messageId: string;
  slipId: string;
  noticeId: string;
}

const ABSENT: Ids = {
  accountId: '999999999',
  sessionId: '999999999',
  orderId: '999999999',
  methodId: '999999999',
  uploadId: randomUUID(),
  quoteId: '999999999',
  withdrawalId: '999999999',
  rabOrderId: '999999999',
  moneyKey: randomUUID(),
  offerId: '999999999',
  tradeId: '999999999',
  proofId: randomUUID(),
  messageId: '999999999',
  slipId: '999999999',
  noticeId: '999999999',
};

/** Trades of USDT of one's own, to put ids of others' into. */
const own = { unpaid: '', disputed: '' };

/** `nobody`: the id is of something that belongs to no user, or that everybody is shown. */
type Case = 'nobody' | { call: CallName; input: (theirs: Ids) => unknown; answer: 'not-found' | 'nothing' };

function ask<N extends CallName>(
  call: N,
  input: (theirs: Ids) => CallInput<N>,
  answer: 'not-found' | 'nothing' = 'not-found',
): Case {
  return { call, input, answer };
}

/** An offer that is paid to this card. */
function usdtPlacing(methodId: string) {
  const order = {
    kind: 'place' as const,
    price: '7',
    quantity: '20',
    minFiat: '7',
    maxFiat: '140',
    methodIds: [methodId],
  };
  return { order, fee: '1', tradePassword: TRADE };
}

const CASES: Record<string, Case> = {
  'switchAccount accountId': ask('switchAccount', ({ accountId }) => ({ accountId })),
  'transferToAccount toAccountId': ask('transferToAccount', ({ accountId }) => ({
    toAccountId: accountId,
    asset: 'USDT',
    amount: '1',
    tradePassword: TRADE,
  })),
  'updateAvatar id': ask('updateAvatar', ({ uploadId }) => ({ source: 'upload', id: uploadId })),
  'postTheRest id': ask('postTheRest', ({ rabOrderId }) => ({ id: rabOrderId, version: 1, tradePassword: TRADE })),
  'exchangeAssets quoteId': ask('exchangeAssets', ({ quoteId }) => ({ quoteId, tradePassword: TRADE })),
  'createCustodyOrder addTo.orderId': ask('createCustodyOrder', ({ orderId }) => ({
    planId: 'd7',
    amount: '200',
    addTo: { orderId, version: 1 },
    tradePassword: TRADE,
  })),
  'createCustodyOrder planId': 'nobody',
  // Models of machines, and declarations of dividends, are everybody's; whoever has no share of one is told not-found.
  'machineInfo id': 'nobody',
  'machineQuote id': 'nobody',
  'buyMachine id': 'nobody',
  'claimDividend id': 'nobody',
  'deliverySlip id': ask('deliverySlip', ({ slipId }) => ({ id: slipId })),
  'custodyChanges orderId': ask('custodyChanges', ({ orderId }) => ({ orderId }), 'nothing'),
  'custodyQuote planId': 'nobody',
  'redemptionQuote orderId': ask('redemptionQuote', ({ orderId }) => ({ orderId, amount: '10' })),
  'redeemCustodyOrder orderId': ask('redeemCustodyOrder', ({ orderId }) => ({
    orderId,
    version: 1,
    amount: '10',
    tradePassword: TRADE,
  })),
  'saveRealName images[]': ask('saveRealName', ({ uploadId }) => ({ images: [uploadId] })),
  'sendFeedback clientId': 'nobody',
  'sendFeedback images[]': ask('sendFeedback', ({ uploadId }) => ({
    clientId: randomUUID(),
    title: 'x',
    content: 'x',
    images: [uploadId],
  })),
  // A lot is there for everybody to take.
  'buyRab seen.id': 'nobody',
  'cancelRabOrder id': ask('cancelRabOrder', ({ rabOrderId }) => ({ id: rabOrderId, version: 1 })),
  'rabOrder id': ask('rabOrder', ({ rabOrderId }) => ({ id: rabOrderId })),
  'rabQuote seen.id': 'nobody',
  'sellRab seen.id': 'nobody',
  'askOutcome key': ask('askOutcome', ({ moneyKey }) => ({ key: moneyKey }), 'nothing'),
  'ownImage id': ask('ownImage', ({ uploadId }) => ({ id: uploadId, size: 'small' })),
  // Contents are everybody's.
  'acknowledgeNotice id': 'nobody',
  'productQuote id': 'nobody',
  'markRead ids[]': 'nobody',
  'counterparty id': 'nobody',
  'tradeMessages tradeId': ask('tradeMessages', ({ tradeId }) => ({ tradeId })),
  'markMessagesRead messageId': ask('markMessagesRead', ({ messageId }) => ({ tradeId: own.unpaid, messageId })),
  'markMessagesRead tradeId': ask('markMessagesRead', ({ tradeId, messageId }) => ({ tradeId, messageId })),
  'markNoticesRead ids[]': ask('markNoticesRead', ({ noticeId }) => ({ ids: [noticeId] }), 'nothing'),
  'sendMessage clientId': 'nobody',
  'sendMessage image': ask('sendMessage', ({ uploadId }) => ({
    tradeId: own.unpaid,
    clientId: randomUUID(),
    image: uploadId,
  })),
  'sendMessage tradeId': ask('sendMessage', ({ tradeId }) => ({ tradeId, clientId: randomUUID(), text: 'Hello' })),
  'confirmServiceDelivery upTo': ask('confirmServiceDelivery', ({ messageId }) => ({ upTo: messageId }), 'nothing'),
  'sendServiceMessage clientId': 'nobody',
  'sendServiceMessage image': ask('sendServiceMessage', ({ uploadId }) => ({
    topic: 'other',
    clientId: randomUUID(),
    image: uploadId,
  })),
  'sendServiceMessage order.id': ask('sendServiceMessage', ({ orderId }) => ({
    topic: 'other',
    clientId: randomUUID(),
    order: { kind: 'custody', id: orderId },
  })),
  'usdtTrade id': ask('usdtTrade', ({ tradeId }) => ({ id: tradeId })),
  'usdtTradeImage id': ask('usdtTradeImage', ({ proofId }) => ({ tradeId: own.unpaid, id: proofId, size: 'small' })),
  'usdtTradeImage tradeId': ask('usdtTradeImage', ({ tradeId, proofId }) => ({ tradeId, id: proofId, size: 'small' })),
  'buyUsdt order.methodIds[]': ask('buyUsdt', ({ methodId }) => usdtPlacing(methodId)),
  'buyUsdt order.offerId': 'nobody',
  'cancelOfferOrTrade id': ask('cancelOfferOrTrade', ({ tradeId }) => ({ id: tradeId, version: 2 })),
  'disputeTrade id': ask('disputeTrade', ({ tradeId }) => ({ id: tradeId, version: 2, text: 'x', images: [] })),
  'disputeTrade images[]': ask('disputeTrade', ({ uploadId }) => ({
    id: own.disputed,
    version: 3,
    text: 'x',
    images: [uploadId],
  })),
  'usdtOffer id': ask('usdtOffer', ({ offerId }) => ({ id: offerId })),
  'reportPayment id': ask('reportPayment', ({ tradeId, uploadId }) => ({
    id: tradeId,
    version: 2,
    reference: 'x',
    proofs: [uploadId],
  })),
  'reportPayment proofs[]': ask('reportPayment', ({ uploadId }) => ({
    id: own.unpaid,
    version: 1,
    reference: 'x',
    proofs: [uploadId],
  })),
  'usdtQuote order.methodIds[]': ask('usdtQuote', ({ methodId }) => ({
    side: 'sell',
    order: usdtPlacing(methodId).order,
  })),
  'usdtQuote order.offerId': 'nobody',
  'sellUsdt order.methodIds[]': ask('sellUsdt', ({ methodId }) => usdtPlacing(methodId)),
  'sellUsdt order.offerId': 'nobody',
  'confirmPayment id': ask('confirmPayment', ({ tradeId }) => ({ id: tradeId, version: 2, tradePassword: TRADE })),
  'removeMethod id': ask('removeMethod', ({ methodId }) => ({ id: methodId })),
  'revokeSession id': ask('revokeSession', ({ sessionId }) => ({ id: sessionId })),
  'sendUpdateLoginPasswordCode captcha.id': 'nobody',
  'sendUpdateTradePasswordCode captcha.id': 'nobody',
  'sendThawCode captcha.id': 'nobody',
  'sendWithdrawalCode methodId': ask('sendWithdrawalCode', ({ methodId }) => ({ methodId, amount: '20' })),
  'cancelWithdrawal id': ask('cancelWithdrawal', ({ withdrawalId }) => ({ id: withdrawalId })),
  'requestWithdrawal methodId': ask('requestWithdrawal', ({ methodId }) => ({
    methodId,
    amount: '20',
    fee: '1.02',
    emailCode: '000000',
    authenticatorCode: '000000',
    tradePassword: TRADE,
  })),
  'withdrawalQuote methodId': ask('withdrawalQuote', ({ methodId }) => ({ methodId, amount: '20' })),
};

describe('ids in inputs', () => {
  test('every one of every call that needs a session is listed here', () => {
    const users = declarations.filter(isDefined).filter(({ access }) => access === 'user');
    const found = users.flatMap((call) => idPaths(call.input).map((path) => `${call.name} ${path}`));
    expect(found.sort()).toEqual(Object.keys(CASES).sort());
  });

  test('are found in whatever shape they come', () => {
    const schema = z.strictObject({
      plain: id,
      deep: z.optional(z.array(z.strictObject({ orderId: z.string(), note: z.string() }))),
      either: z.union([z.strictObject({ key: uuid }), z.literal('none')]),
      ids: z.nullable(z.array(z.string())),
      any: z.record(z.string(), z.string()),
      paid: z.boolean(),
    });
    expect(idPaths(schema)).toEqual(['plain', 'deep[].orderId', 'either.key', 'ids[]', 'any{}']);
  });
});

/** A quote as the gateway keeps it; its price is too old to be filled at. */
function quoteOf(userId: string, accountId: string, quotedAt: number): NewQuote {
  const price = { price: 125_000n, priceSource: 'operator', priceAsOf: 0, spread: '0.005' } as const;
  const assets = { fromAsset: 'USDT', toAsset: 'RAB', given: 1_000_000n, received: 1n } as const;
  return { ...price, ...assets, userId, accountId, quotedAt, expiresAt: quotedAt + 3_600_000 };
}

describeOnDatabase("another user's ids", (fixture) => {
  let folder: string;
  let world: World;
  let mine: Opened;
  let theirs: Opened;
  let ids: Ids;

  const fund = (account: Parameters<typeof post>[1]['legs'][number]['account'], usdt: string) =>
    fixture.tx((tx) =>
      post(tx, {
        transferId: `test:${randomUUID()}`,
        kind: 'system' in account ? 'pool-fund' : 'deposit',
        at: world.deps.clock.now(),
        legs: [
          {
            account: { system: 'system' in account ? 'operator-capital' : 'external-deposits', asset: 'USDT' },
            amount: -toUnits(usdt, 'USDT'),
          },
          { account, amount: toUnits(usdt, 'USDT'), spread: 'system' in account },
        ],
      }),
    );

  async function person(): Promise<Opened> {
    const opened = await world.register(freshEmail());
    await world.done('bindTradePassword', { tradePassword: TRADE, password: PASSWORD }, { token: opened.token });
    await fund({ owner: opened.accountId, kind: 'user_cash', asset: 'USDT' }, '1000');
    return opened;
  }

  /** Lets the person withdraw, or not, as far as it depends on them; other tests do the verification itself. */
  const verify = ({ userId }: Opened, isVerified: boolean) =>
    fixture.database.pool.query(
      `UPDATE users SET security_changed_at = NULL,
                        identity_status = CASE WHEN $2 THEN 'approved' ELSE 'not-verified' END,
                        authenticator_bound_at = CASE WHEN $2 THEN created_at END WHERE id = $1`,
      [userId, isVerified],
    );

  /** A withdrawal that waits for review. */
  async function withdrawalTo(methodId: string, { userId, accountId }: Pick<Opened, 'userId' | 'accountId'>) {
    const now = world.deps.clock.now();
    const row = await fixture.tx(async (tx) => {
      const [method, settings] = [await methodNamed(tx, userId, methodId), await loadSettings(tx)];
      const prepared = { settings, method, terms: termsOf(20_000_000n, settings), isTest: true };
      return request(tx, { accountId, intent: randomUUID(), now }, prepared);
    });
    return row.id;
  }

  /** Takes an offer to sell of somebody's. @returns the trade's id */
  async function usdtTaken(from: { token: string }): Promise<string> {
    const other = await person();
    await verify(other, true);
    const selling = { token: other.token, key: randomUUID() };
    const card = await addCard(world.deps, other.userId, { holder: 'Lin Mei' });
    const { order } = await world.done('sellUsdt', usdtPlacing(card), selling);
    const { id: offerId, version } = order;
    const taking = { kind: 'take' as const, offerId, version, quantity: '20', methodIds: [] };
    const paying = { order: taking, fee: '1', tradePassword: TRADE };
    return (await world.done('buyUsdt', paying, { ...from, key: randomUUID() })).order.id;
  }

  async function usdtPaid(from: { token: string }, proofId: string): Promise<string> {
    const tradeId = await usdtTaken(from);
    const payment = { id: tradeId, version: 1, reference: 'x', proofs: [proofId] };
    await world.done('reportPayment', payment, { ...from, key: randomUUID() });
    return tradeId;
  }

  /** A withdrawn offer, and a paid trade with a message. */
  async function usdtBelongings({ token, userId }: Pick<Opened, 'token' | 'userId'>, proofId: string) {
    const from = { token };
    const whose = { userId } as Opened;
    await verify(whose, true);
    const { order: placing, ...sure } = usdtPlacing('');
    const order = { ...placing, methodIds: [] };
    const placed = await world.done('buyUsdt', { order, ...sure }, { ...from, key: randomUUID() });
    const { id: offerId, version } = placed.order;
    await world.done('cancelOfferOrTrade', { id: offerId, version }, { ...from, key: randomUUID() });
    const tradeId = await usdtPaid(from, proofId);
    const said = await world.done('sendMessage', { tradeId, clientId: randomUUID(), text: 'Hello' }, from);
    await verify(whose, false);
    return { offerId, tradeId, proofId, messageId: said.message.id };
  }

  async function reportedSlip(user: string, from: { token: string }): Promise<string> {
    const [open, close] = ['2026-11-20T09:30:00Z', '2026-11-20T11:00:00Z'];
    const figures = {
      lots: '1',
      leverage: '10',
      margin: '5',
      spread: '0',
      open_price: '2',
      close_price: '3',
      profit: '1',
    };
    const row = { trade_no: `T-${user}`, user, direction: 'long', ...figures, open_time: open, close_time: close };
    const file = { file: 'slips.json', format: 'json', text: JSON.stringify([row]) };
    expect(await act(world.deps, 'slips import', file)).toMatchObject({ ok: true, failed: false });
    return (await world.done('deliverySlips', {}, from)).items[0]?.id ?? '';
  }

  /** Trades of my own: one that waits for my payment, one in dispute. */
  async function usdtOfMine(): Promise<void> {
    const from = { token: mine.token };
    await verify(mine, true);
    own.unpaid = await usdtTaken(from);
    own.disputed = await usdtPaid(from, await addUpload(world.deps, mine.userId));
    world.advance(30 * 60_000);
    const dispute = { id: own.disputed, version: 2, text: 'x', images: [] };
    await world.done('disputeTrade', dispute, { ...from, key: randomUUID() });
  }

  /** Makes one of everything. */
  async function belongings({ token, userId, accountId }: Opened): Promise<Omit<Ids, 'noticeId'>> {
    const from = { token };
    const moneyKey = randomUUID();
    const place = { planId: 'd7', amount: '300', tradePassword: TRADE };
    const { order } = await world.done('createCustodyOrder', place, { ...from, key: moneyKey });
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    const method = await world.done('addChainMethod', { network: 'BEP20', address, tradePassword: TRADE }, from);
    const { sessions } = await world.done('sessions', {}, from);
    const picture = sharp({ create: { width: 30, height: 20, channels: 3, background: '#3c6' } });
    const path = await world.deps.files.put(await picture.png().toBuffer(), 'png');
    const uploadId = randomUUID();
    const kept = { width: 30, height: 20, bytes: 1, type: 'image/png', createdAt: 0 } as const;
    await insertUpload(fixture.database, { ...kept, id: uploadId, userId, path });
    const { id: quoteId } = await fixture.tx((tx) =>
      insertQuote(tx, quoteOf(userId, accountId, world.deps.clock.now()), 0),
    );
    const sessionId = sessions[0]?.id ?? '';
    const withdrawalId = await withdrawalTo(method.id, { userId, accountId });
    const rabOrder = { price: '0.125', quantity: '100', canSplit: true, mode: 'rest', fee: '0.025' } as const;
    const buying = { ...rabOrder, tradePassword: TRADE };
    const { order: waiting } = await world.done('buyRab', buying, { ...from, key: randomUUID() });
    const slipId = await reportedSlip(userId, from);
    const ofMoney = {
      accountId,
      sessionId,
      orderId: order.id,
      methodId: method.id,
      uploadId,
      quoteId,
      withdrawalId,
      rabOrderId: waiting.id,
      moneyKey,
      slipId,
    };
    return { ...ofMoney, ...(await usdtBelongings({ token, userId }, uploadId)) };
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rab-ids-'));
    // A working day, in business hours.
    world = openWorld(fixture.database, Date.UTC(2026, 10, 23, 9));
    world.deps.chains = [payingChain(() => world.deps.clock.now())];
    world.deps.files = localFileStore(folder, secureIds, fileSeal(world.deps.secret));
    await fund({ system: 'yield-pool', asset: 'USDT' }, '10000');
    [mine, theirs] = [await person(), await person()];
    const had = await belongings(theirs);
    const [notice] = (await world.done('toldNotices', {}, { token: theirs.token })).items;
    ids = { ...had, noticeId: notice?.id ?? '' };
    await usdtOfMine();
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** Everything of theirs that they can see themselves. */
  const stateOfTheirs = () =>
    Promise.all(
      (
        [
          'assets',
          'tradingAccounts',
          'sessions',
          'withdrawalMethods',
          'realNameVerification',
          'userInfo',
          'custodyOrders',
          'withdrawals',
          'rabBuyOrders',
          'usdtPurchases',
          'unreadNotices',
        ] as const
      ).map((name) => world.done(name, {}, { token: theirs.token })),
    );

  test.each(Object.entries(CASES))('%s', async (_, found) => {
    if (found === 'nobody') return;
    const { call, input, answer: expected } = found;
    const asked = (whose: Ids) =>
      world.call(call, input(whose) as CallInput<typeof call>, {
        token: mine.token,
        ...(calls[call].effect === 'money' && { key: randomUUID() }),
      });
    await verify(mine, /withdraw|usdt/i.test(call));
    const before = await stateOfTheirs();
    const answer = await asked(ids);
    expect(answer).toEqual(await asked(ABSENT));
    // The answer was the same for an id of nobody's, so there is nothing of theirs in it.
    if (expected === 'not-found') expect(answer).toMatchObject({ ok: false, code: 'not-found' });
    expect(answer.ok).toBe(expected === 'nothing');
    expect(await stateOfTheirs()).toEqual(before);
  });

  test('they are good ids: their owner gets something for each kind', async () => {
    const from = { token: theirs.token };
    await world.done('ownImage', { id: ids.uploadId, size: 'small' }, from);
    await world.done('redemptionQuote', { orderId: ids.orderId, amount: '10' }, from);
    expect((await world.done('custodyChanges', { orderId: ids.orderId }, from)).items).toHaveLength(1);
    expect(await world.done('askOutcome', { key: ids.moneyKey }, from)).not.toEqual(
      await world.done('askOutcome', { key: ABSENT.moneyKey }, from),
    );
    const filling = { quoteId: ids.quoteId, tradePassword: TRADE };
    expect(await world.call('exchangeAssets', filling, { ...from, key: randomUUID() })).toMatchObject({
      code: 'price-too-old',
    });
    const meant = { methodId: ids.methodId, amount: '20' };
    expect(await world.call('withdrawalQuote', meant, from)).toMatchObject({ code: 'method-waiting' });
    await world.done('saveRealName', { images: [ids.uploadId] }, from);
    await verify(theirs, true);
    await world.done('sendWithdrawalCode', meant, from);
    await world.done('cancelWithdrawal', { id: ids.withdrawalId }, from);
    await world.done('removeMethod', { id: ids.methodId }, from);
    await world.done('cancelRabOrder', { id: ids.rabOrderId, version: 1 }, { ...from, key: randomUUID() });
    await world.done('usdtTradeImage', { tradeId: ids.tradeId, id: ids.proofId, size: 'small' }, from);
    await world.done('markMessagesRead', { tradeId: ids.tradeId, messageId: ids.messageId }, from);
    const { count } = await world.done('unreadNotices', {}, from);
    await world.done('markNoticesRead', { ids: [ids.noticeId] }, from);
    expect(await world.done('unreadNotices', {}, from)).toEqual({ count: count - 1 });
    await world.done('usdtOffer', { id: ids.offerId }, from);
    await world.done('revokeSession', { id: ids.sessionId }, from);
  });
});
