/** Inputs for each call of the contract, and the demo user who makes the calls at a gateway with history. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import { expect } from 'vitest';
import type { CallInput, CallName } from '../../../contract/index';
import { fileSeal } from '../../../gateway/adapters/file-seal';
import { localFileStore } from '../../../gateway/adapters/file-store';
import { secureIds } from '../../../gateway/adapters/ids';
import { withTransaction } from '../../../gateway/db/transaction';
import { issueFreezeLink } from '../../../gateway/domain/identity/messages/freeze-links';
import { addCard, verify } from '../../gateway/otc/usdt/people';
import { payFromFund } from '../../gateway/support/dividends';
import { actAsTwo } from '../../gateway/support/operators';
import { payingChain } from '../../gateway/support/paying-chain';
import type { Tab } from '../support/harness';
import { said } from './registry-chat';
import { contentInputs } from './registry-content';
import { dividendInputs } from './registry-dividends';
import { TELLING_INPUTS } from './registry-telling';
import { uploadedImage } from './registry-images';
import { PHONE, phoneUser } from './registry-phone';
import { machineInputs } from './registry-machines';
import { serviceInputs } from './registry-service';
import { pricedProduct } from './registry-quotes';
import { reportedSlip } from './registry-slips';
import { DEMO, done, PASSWORD, RealGateway, registrationTicket, type Person } from './real-gateway';

let gateway: RealGateway;
/** The page that the calls are made on; some inputs log somebody else in on it. */
let tab: Tab;

/** Opens the gateway on a working day, in the middle of its business hours. @returns closes it */
export async function openRegistryGateway(): Promise<{ gateway: RealGateway; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'rab-registry-'));
  gateway = await RealGateway.open({ hasHistory: true });
  gateway.deps.files = localFileStore(folder, secureIds, fileSeal(gateway.deps.secret));
  gateway.deps.chains = [payingChain(() => gateway.now())];
  gateway.advanceTo(Date.UTC(2026, 10, 23, 3));
  const close = async () => {
    await gateway.close();
    rmSync(folder, { recursive: true });
  };
  return { gateway, close };
}

/** Logs the demo user in on a new device. @returns the page, and what the call is to be asked with on it */
export async function prepare<N extends CallName>(name: N, person: Person): Promise<{ tab: Tab; input: CallInput<N> }> {
  tab = await person.tab();
  const { email, password } = DEMO;
  // A minute must lie between two codes for the same person.
  gateway.advanceTo(gateway.now() + 61_000);
  person.device.time.pass(61_000);
  done(await tab.api.invoke('logInByEmail', { loginName: email, password }));
  const input = await INPUTS[name]();
  return { tab, input };
}

type Inputs = { readonly [N in CallName]: () => CallInput<N> | Promise<CallInput<N>> };

let fresh = 0;
const freshEmail = () => `call${(fresh += 1)}@example.com`;
const nothing = () => ({});

/** The running order that the demo user placed last. */
async function runningOrder() {
  const { items } = done(await tab.api.invoke('custodyOrders', { status: 'in-progress', limit: 100 }));
  const order = items.find(({ principal }) => Number(principal) > 500);
  if (!order) throw new Error('the demo user has no order to redeem of');
  return order;
}

/** Registers somebody for whose sake the demo user's passwords need not change, with a trade password. */
async function newUser(): Promise<string> {
  const email = freshEmail();
  const ticket = await registrationTicket(gateway, tab, email);
  done(await tab.api.invoke('register', { ticket, nickname: 'Mei', password: PASSWORD }));
  done(await tab.api.invoke('bindTradePassword', { tradePassword: '975310', password: PASSWORD }));
  return email;
}

/** Binds an authenticator to somebody new. @returns who, and the secret, whose code of this step is used */
async function newUserWithAuthenticator(): Promise<{ email: string; secret: string; recoveryCodes: string[] }> {
  const email = await newUser();
  const { secret, setup } = done(await tab.api.invoke('authenticatorSetup', {}));
  const code = totp(secret);
  const { recoveryCodes } = done(await tab.api.invoke('bindAuthenticator', { setup, code, password: PASSWORD }));
  return { email, secret, recoveryCodes };
}

function totp(secret: string): string {
  return new TOTP({ secret }).generate({ timestamp: gateway.now() });
}

/** Makes a sub-account of the person who is logged in. */
async function subAccount(): Promise<string> {
  return done(await tab.api.invoke('createSubAccount', { name: 'Savings' })).id;
}

/** An address of nobody's, for somebody new. */
async function newAddress() {
  await newUser();
  return { network: 'BEP20', address: `0x${randomBytes(20).toString('hex')}`, tradePassword: '975310' } as const;
}

async function forgottenCode(): Promise<string> {
  done(await tab.api.invoke('sendPasswordResetCode', { loginName: DEMO.email }));
  return gateway.codeFor(DEMO.email);
}

/** A guide price as of now. */
async function statePrice(): Promise<void> {
  expect(await actAsTwo(gateway.deps, 'price set', { rabUsdt: '0.125' })).toMatchObject({ ok: true });
}

const CARD = {
  bankName: 'Bank of Kelp',
  cardNumber: '4242 4242 4242 4242',
  holderName: 'Lin Mei',
  branch: 'Bay',
  tradePassword: '975310',
};

async function approveIdentity(): Promise<void> {
  const { id } = done(await tab.api.invoke('userInfo', {}));
  const document = { documentType: 'passport', documentNumber: 'G12345678', realName: 'Lin Mei' } as const;
  done(await tab.api.invoke('saveRealName', { ...document, images: [await uploadedImage(gateway, tab)] }));
  done(await tab.api.invoke('handInRealName', {}));
  expect(await actAsTwo(gateway.deps, 'identity approve', { user: id, version: 1 })).toMatchObject({ ok: true });
}

/** Makes a person who may withdraw at once: nothing has to wait in this test. */
async function withdrawer(): Promise<{ methodId: string; email: string; secret: string }> {
  for (const [key, value] of [
    ['security.methodWaitMs', 0],
    ['security.withdrawalPauseMs', 0],
  ] as const) {
    expect(await actAsTwo(gateway.deps, 'config set', { key, value })).toMatchObject({ ok: true });
  }
  const { email, secret } = await newUserWithAuthenticator();
  await approveIdentity();
  return { methodId: done(await tab.api.invoke('addBankMethod', CARD)).id, email, secret };
}

async function withdrawalInput(): Promise<CallInput<'requestWithdrawal'>> {
  const { methodId, email, secret } = await withdrawer();
  const meant = { methodId, amount: '20' };
  const { fee } = done(await tab.api.invoke('withdrawalQuote', meant));
  done(await tab.api.invoke('sendWithdrawalCode', meant));
  const emailCode = await gateway.codeFor(email);
  // The code of this step was used to bind it; the next one is good already.
  const authenticatorCode = new TOTP({ secret }).generate({ timestamp: gateway.now() + 30_000 });
  return { ...meant, fee, emailCode, authenticatorCode, tradePassword: '975310' };
}

/** An order that nothing on the market meets by accident. */
const RAB_ORDER = { price: '0.125', quantity: '100', canSplit: true, mode: 'rest', fee: '0.025' } as const;

async function restingOrder(tradePassword: string = DEMO.tradePassword) {
  const input = { ...RAB_ORDER, tradePassword };
  return done(await tab.api.invoke('sellRab', input, tab.confirmed())).order;
}

/** Somebody new has bought from the demo user with a part deposit. */
async function matchWithoutRest() {
  await restingOrder();
  await newUser();
  const rates = ['0.3', '1'].map((value) => ({ key: 'otc.depositRate', value }));
  const set = (input: object) => actAsTwo(gateway.deps, 'config set', input);
  expect(await set(rates[0] ?? {})).toMatchObject({ ok: true });
  const input = { ...RAB_ORDER, tradePassword: '975310' };
  const { order } = done(await tab.api.invoke('buyRab', input, tab.confirmed()));
  expect(await set(rates[1] ?? {})).toMatchObject({ ok: true });
  return { id: order.id, version: order.version, tradePassword: '975310' };
}

/** Somebody new on this page who may trade USDT. @returns the card to be paid to */
async function usdtTrader(on: Tab): Promise<{ userId: string; methodId: string }> {
  const ticket = await registrationTicket(gateway, on, freshEmail());
  done(await on.api.invoke('register', { ticket, nickname: 'Mei', password: PASSWORD }));
  done(await on.api.invoke('bindTradePassword', { tradePassword: '975310', password: PASSWORD }));
  const { id: userId } = done(await on.api.invoke('userInfo', {}));
  await verify(gateway.deps, userId, 'Lin Mei');
  return { userId, methodId: await addCard(gateway.deps, userId, { holder: 'Lin Mei' }) };
}

const confirmed = { fee: '10', tradePassword: '975310' };
const USDT_OFFER = { kind: 'place', price: '7.2', quantity: '100', minFiat: '72', maxFiat: '720' } as const;

/** An offer to sell of somebody's on this page. */
async function usdtOffer(on: Tab) {
  const { methodId } = await usdtTrader(on);
  const order = { ...USDT_OFFER, methodIds: [methodId] };
  return done(await on.api.invoke('sellUsdt', { order, ...confirmed }, on.confirmed())).order;
}

/** Takes somebody's offer. @returns what the taking is asked with */
async function usdtTaking(seller?: Tab): Promise<CallInput<'buyUsdt'>> {
  const { id: offerId, version } = await usdtOffer(seller ?? (await gateway.person().tab()));
  await usdtTrader(tab);
  return { order: { kind: 'take', offerId, version, quantity: '20', methodIds: [] }, ...confirmed };
}

/** A trade that the buyer on `tab` has taken. */
async function usdtTrade(seller?: Tab) {
  return done(await tab.api.invoke('buyUsdt', await usdtTaking(seller), tab.confirmed())).order;
}

async function usdtPayment(): Promise<CallInput<'reportPayment'>> {
  const { id, version } = await usdtTrade();
  return { id, version, reference: 'Mei 17', proofs: [await uploadedImage(gateway, tab)] };
}

/** A paid trade of the buyer's on `tab`, which can be disputed at once. */
async function usdtPaid() {
  expect(await actAsTwo(gateway.deps, 'config set', { key: 'otc.disputeAfterMs', value: 0 })).toMatchObject({
    ok: true,
  });
  return done(await tab.api.invoke('reportPayment', await usdtPayment(), tab.confirmed())).trade;
}

/** Makes a trade for the seller on `tab` to confirm. */
async function usdtConfirmation(): Promise<CallInput<'confirmPayment'>> {
  const offer = await usdtOffer(tab);
  const seller = tab;
  tab = await gateway.person().tab();
  await usdtTrader(tab);
  const { id: offerId, version } = offer;
  const order = { kind: 'take' as const, offerId, version, quantity: '20', methodIds: [] };
  const taken = done(await tab.api.invoke('buyUsdt', { order, ...confirmed }, tab.confirmed())).order;
  const payment = {
    id: taken.id,
    version: taken.version,
    reference: 'Mei 17',
    proofs: [await uploadedImage(gateway, tab)],
  };
  const { trade } = done(await tab.api.invoke('reportPayment', payment, tab.confirmed()));
  tab = seller;
  return { id: trade.id, version: trade.version, tradePassword: '975310' };
}

/** Makes each call's input; a call without an entry does not compile. */
const INPUTS: Inputs = {
  checkRegisterInfo: () => ({ loginName: freshEmail(), invitationCode: gateway.invitationCode }),
  sendRegisterCode: () => ({ email: freshEmail(), invitationCode: gateway.invitationCode }),
  register: async () => ({
    ticket: await registrationTicket(gateway, tab, freshEmail()),
    nickname: 'Hua',
    password: PASSWORD,
  }),
  logInByEmail: () => ({ loginName: DEMO.email, password: DEMO.password }),
  sendSmsCode: () => ({ phone: '13912345679', purpose: 'login' }),
  confirmLogin: async () => {
    const { email, recoveryCodes } = await newUserWithAuthenticator();
    const refused = await tab.api.invoke('logInByEmail', { loginName: email, password: PASSWORD });
    if (refused.ok || refused.error.code !== 'needs-second-step') throw new Error('no second step was asked for');
    const ticket = refused.error.data?.ticket ?? '';
    return { ticket, code: recoveryCodes[0] ?? '' };
  },
  logInBySms: async () => ({ phone: PHONE, code: await phoneUser(gateway, tab) }),
  sendPasswordResetCode: () => ({ loginName: freshEmail() }),
  checkPasswordResetCode: async () => ({ loginName: DEMO.email, code: await forgottenCode() }),
  resetLoginPassword: async () => {
    const code = await forgottenCode();
    const { ticket } = done(await tab.api.invoke('checkPasswordResetCode', { loginName: DEMO.email, code }));
    return { ticket, password: DEMO.password };
  },
  authCaptcha: nothing,
  basicCaptcha: nothing,
  randomNickname: nothing,
  logout: nothing,

  userInfo: nothing,
  assets: nothing,
  tradingAccounts: nothing,
  equityHistory: nothing,
  incomes: nothing,
  incomeTypes: nothing,
  ...machineInputs(() => ({ gateway, tab })),
  teamInfo: nothing,
  teamDays: nothing,
  teamMembers: nothing,
  levelProgress: nothing,
  levelChanges: nothing,
  incomeSeries: nothing,
  ...dividendInputs(() => ({ gateway, tab })),
  productQuotes: () => pricedProduct(gateway).then(nothing),
  productQuote: async () => ({ id: await pricedProduct(gateway), interval: '1h' }),
  deliverySlips: () => reportedSlip(gateway, tab).then(nothing),
  deliverySlip: async () => ({ id: await reportedSlip(gateway, tab) }),
  deliverySlipTotals: () => reportedSlip(gateway, tab).then(nothing),
  mapTiles: nothing,
  feedbackItems: nothing,
  sendFeedback: async () => ({
    clientId: randomUUID(),
    title: 'A title',
    content: 'What there is to say',
    images: [await uploadedImage(gateway, tab)],
  }),
  insuranceFund: nothing,
  insuranceInflows: nothing,
  insurancePayouts: () => payFromFund(gateway.deps).then(nothing),
  accountStatement: () => ({ account: 'cash', limit: 100 }),
  bindTradePassword: async () => {
    const ticket = await registrationTicket(gateway, tab, freshEmail());
    done(await tab.api.invoke('register', { ticket, nickname: 'Mei', password: PASSWORD }));
    return { tradePassword: '975310', password: PASSWORD };
  },
  sendUpdateLoginPasswordCode: nothing,
  updateLoginPassword: async () => {
    const email = await newUser();
    done(await tab.api.invoke('sendUpdateLoginPasswordCode', {}));
    return { oldPassword: PASSWORD, password: 'An0ther-Otter', code: await gateway.codeFor(email) };
  },
  sendUpdateTradePasswordCode: nothing,
  updateTradePassword: async () => {
    const email = await newUser();
    done(await tab.api.invoke('sendUpdateTradePasswordCode', {}));
    return { oldTradePassword: '975310', tradePassword: '804162', code: await gateway.codeFor(email) };
  },

  updateNickname: () => ({ nickname: 'Mei Lin' }),
  avatars: nothing,
  updateAvatar: async () => ({ source: 'upload', id: await uploadedImage(gateway, tab) }),
  createSubAccount: () => ({ name: 'Savings' }),
  switchAccount: async () => ({ accountId: await subAccount() }),
  transferToAccount: async () => ({
    toAccountId: await subAccount(),
    asset: 'USDT',
    amount: '1.5',
    tradePassword: DEMO.tradePassword,
  }),
  withdrawalMethods: nothing,
  addChainMethod: newAddress,
  addBankMethod: async () => {
    await newUser();
    await approveIdentity();
    return CARD;
  },
  removeMethod: async () => ({ id: done(await tab.api.invoke('addChainMethod', await newAddress())).id }),
  authenticatorSetup: nothing,
  bindAuthenticator: async () => {
    await newUser();
    const { secret, setup } = done(await tab.api.invoke('authenticatorSetup', {}));
    return { setup, code: totp(secret), password: PASSWORD };
  },
  replaceAuthenticator: async () => {
    const { recoveryCodes } = await newUserWithAuthenticator();
    const { secret, setup } = done(await tab.api.invoke('authenticatorSetup', {}));
    return { setup, code: totp(secret), current: recoveryCodes[0] ?? '' };
  },
  realNameVerification: nothing,
  saveRealName: () => ({ documentType: 'passport', documentNumber: 'G12345678', realName: 'Lin Mei' }),
  handInRealName: async () => {
    await newUser();
    const document = { documentType: 'passport', documentNumber: 'G12345678', realName: 'Lin Mei' } as const;
    done(await tab.api.invoke('saveRealName', { ...document, images: [await uploadedImage(gateway, tab)] }));
    return {};
  },
  ownImage: async () => ({ id: await uploadedImage(gateway, tab), size: 'small' }),
  securityInfo: nothing,
  sessions: nothing,
  revokeSession: async () => {
    const other = await gateway.person().tab();
    done(await other.api.invoke('logInByEmail', { loginName: DEMO.email, password: DEMO.password }));
    const { sessions } = done(await tab.api.invoke('sessions', {}));
    return { id: sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '' };
  },
  revokeOtherSessions: nothing,
  keepAuthenticator: async () => {
    const { email } = await newUserWithAuthenticator();
    const lost = { user: email, check: 'passport' };
    expect(await actAsTwo(gateway.deps, 'authenticator reset', lost)).toMatchObject({ ok: true });
    return {};
  },
  freezeAccount: async () => {
    await newUser();
    return {};
  },
  freezeAccountByLink: async () => {
    await newUser();
    const { id } = done(await tab.api.invoke('userInfo', {}));
    const { db, clock } = gateway.deps;
    return { link: await withTransaction(db, (tx) => issueFreezeLink(tx, id, clock.now())) };
  },
  sendThawCode: nothing,
  askThaw: async () => {
    const email = await newUser();
    await approveIdentity();
    done(await tab.api.invoke('freezeAccount', {}));
    done(await tab.api.invoke('sendThawCode', {}));
    return { documentNumber: 'G12345678', code: await gateway.codeFor(email) };
  },

  custodyConfig: nothing,
  custodyOrders: () => ({ limit: 100 }),
  custodyChanges: () => ({ limit: 100 }),
  custodyQuote: () => ({ planId: 'd30', amount: '250' }),
  redemptionQuote: async () => ({ orderId: (await runningOrder()).id, amount: '1.5' }),
  createCustodyOrder: () => ({ planId: 'd7', amount: '250', tradePassword: DEMO.tradePassword }),
  redeemCustodyOrder: async () => {
    const { id: orderId, version } = await runningOrder();
    return { orderId, version, amount: '1.5', tradePassword: DEMO.tradePassword };
  },

  depositAddresses: nothing,
  deposits: () => ({ limit: 100 }),

  withdrawalConfig: nothing,
  withdrawalQuote: async () => {
    const { methodId } = await withdrawer();
    return { methodId, amount: '20' };
  },
  sendWithdrawalCode: async () => {
    const { methodId } = await withdrawer();
    return { methodId, amount: '20' };
  },
  requestWithdrawal: withdrawalInput,
  withdrawals: () => ({ limit: 100 }),
  cancelWithdrawal: async () => {
    const input = await withdrawalInput();
    const { withdrawal } = done(await tab.api.invoke('requestWithdrawal', input, tab.confirmed()));
    return { id: withdrawal.id };
  },

  exchangeFigures: nothing,
  exchangeQuote: async () => {
    await statePrice();
    return { from: 'RAB', to: 'USDT', amount: '100' };
  },
  exchanges: () => ({ limit: 100 }),
  exchangeAssets: async () => {
    await statePrice();
    const { id } = done(await tab.api.invoke('exchangeQuote', { from: 'USDT', to: 'RAB', amount: '12.5' }));
    return { quoteId: id, tradePassword: DEMO.tradePassword };
  },

  otcFigures: nothing,
  rabGuideHistory: () => ({ period: '24h' }),
  rabLots: async () => {
    await restingOrder();
    return { side: 'sell' };
  },
  rabQuote: () => ({ side: 'buy', price: '0.125', quantity: '100', canSplit: true, mode: 'rest' }),
  buyRab: () => ({ ...RAB_ORDER, tradePassword: DEMO.tradePassword }),
  sellRab: () => ({ ...RAB_ORDER, tradePassword: DEMO.tradePassword }),
  cancelRabOrder: async () => {
    const { id, version } = await restingOrder();
    return { id, version };
  },
  postTheRest: matchWithoutRest,
  rabBuyOrders: () => ({ limit: 100 }),
  rabSellOrders: async () => {
    await restingOrder();
    return { limit: 100 };
  },
  rabOrder: async () => ({ id: (await restingOrder()).id }),
  sellOffers: async () => {
    await usdtOffer(await gateway.person().tab());
    return { amount: '200', sort: 'price' };
  },
  buyOffers: nothing,
  usdtQuote: async () => ({ side: 'buy', order: (await usdtTaking()).order }),
  buyUsdt: () => usdtTaking(),
  sellUsdt: async () => {
    const { methodId } = await usdtTrader(tab);
    return { order: { ...USDT_OFFER, methodIds: [methodId], note: 'Weekdays' }, ...confirmed };
  },
  cancelOfferOrTrade: async () => {
    const { id, version } = await usdtTrade();
    return { id, version };
  },
  reportPayment: usdtPayment,
  confirmPayment: usdtConfirmation,
  disputeTrade: async () => {
    const { id, version } = await usdtPaid();
    return { id, version, text: 'Paid, and nothing happens.', images: [] };
  },
  usdtPurchases: async () => {
    await usdtTrade();
    return { limit: 100 };
  },
  usdtSales: async () => {
    await usdtOffer(tab);
    return { limit: 100 };
  },
  usdtTrade: async () => ({ id: (await usdtTrade()).id }),
  usdtOffer: async () => ({ id: (await usdtOffer(tab)).id }),
  usdtTradeImage: async () => {
    const { id: tradeId, proofs } = await usdtPaid();
    return { tradeId, id: proofs[0] ?? '', size: 'small' };
  },
  tradeMessages: async () => ({ tradeId: (await said(tab, (await usdtTrade()).id)).tradeId }),
  sendMessage: async () => ({ tradeId: (await usdtTrade()).id, clientId: randomUUID(), text: 'Hello' }),
  markMessagesRead: async () => {
    const seller = await gateway.person().tab();
    return said(seller, (await usdtTrade(seller)).id);
  },
  counterparty: async () => {
    const other = await gateway.person().tab();
    await usdtOffer(other);
    return { id: done(await other.api.invoke('userInfo', {})).id };
  },

  ...serviceInputs(() => ({ gateway, tab })),

  config: nothing,
  languages: nothing,
  version: nothing,
  reportRelease: () => ({ version: '1.0.51', kind: 'hot', reason: 'did-not-start', detail: '' }),
  marquee: nothing,
  liveEvents: nothing,
  ...TELLING_INPUTS,
  newsItems: nothing,
  ...contentInputs(() => gateway),
  askOutcome: () => ({ key: randomUUID() }),
  uploadImage: nothing,
};
