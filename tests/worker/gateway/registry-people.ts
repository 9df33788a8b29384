/** Who makes each call of the contract at a gateway with history, what is there for it, and what it is asked with. */
import { randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';
import type { CallInput, CallName } from '../../../contract/index';
import { fileSeal } from '../../../gateway/adapters/file-seal';
import { localFileStore } from '../../../gateway/adapters/file-store';
import { secureIds } from '../../../gateway/adapters/ids';
import { withTransaction } from '../../../gateway/db/transaction';
import { issueFreezeLink } from '../../../gateway/domain/identity/messages/freeze-links';
import {
  asking,
  belongings,
  hurry,
  newcomer,
  PASSWORD,
  setIdentity,
  trader,
  type Someone,
  type Thing,
} from '../../gateway/support/belongings';
import { freshEmail, type World } from '../../gateway/identity/world';
import { actAsTwo } from '../../gateway/support/operators';
import { payingChain } from '../../gateway/support/paying-chain';
import { exampleOf } from '../../support/examples';
import { liveInput } from '../../support/live-inputs';
import { madeFolder } from '../../support/made-folder';
import type { Tab } from '../support/harness';
import { DEMO, done, RealGateway, registrationTicket, type Person } from './real-gateway';

let gateway: RealGateway;
let world: World;
let thingsOf: ReturnType<typeof belongings>;

async function demoUser(): Promise<Someone> {
  const { email, password } = DEMO;
  return asking(world, await world.done('logInByEmail', { loginName: email, password }), email);
}

/** Opens the gateway on a working day, in the middle of its business hours. */
export async function openRegistryGateway(): Promise<RealGateway> {
  gateway = await RealGateway.open({ hasHistory: true });
  ({ world } = gateway);
  gateway.deps.files = localFileStore(madeFolder('registry'), secureIds, fileSeal(gateway.deps.secret));
  gateway.deps.chains = [payingChain(() => gateway.now())];
  gateway.advanceTo(Date.UTC(2026, 10, 23, 3));
  await hurry(world);
  thingsOf = belongings(world);
  const demo = await demoUser();
  const { images: _, ...document } = exampleOf('saveRealName');
  await demo.ask('saveRealName', document);
  await setIdentity(world, demo, 'approved');
  return gateway;
}

/** The demo user's own log-in, name and passwords stay as they are, and so does the demo user's account. */
const BY_SOMEBODY_NEW: Partial<Record<CallName, (world: World) => Promise<Someone>>> = {
  ...{ logInByEmail: newcomer, checkPasswordResetCode: newcomer, resetLoginPassword: newcomer },
  ...{ bindTradePassword: newcomer, updateLoginPassword: newcomer, updateTradePassword: trader },
  ...{
    confirmLogin: newcomer,
    bindAuthenticator: newcomer,
    replaceAuthenticator: newcomer,
    keepAuthenticator: newcomer,
  },
  ...{ saveRealName: newcomer, handInRealName: newcomer },
  ...{ freezeAccount: newcomer, freezeAccountByLink: newcomer, askThaw: trader },
  ...{ withdrawalQuote: trader, sendWithdrawalCode: trader, requestWithdrawal: trader, postTheRest: trader },
};

/** A call needs these besides the things that its input names. */
const NEEDS: Partial<Record<CallName, Thing>> = {
  buyMachine: 'tickets',
  deliverySlips: 'slip',
  dividendInfo: 'dividend',
  dividendReleases: 'dividend',
  documents: 'document',
  exchangeQuote: 'price',
  exchanges: 'exchange',
  feedbackItems: 'feedback',
  insurancePayouts: 'payout',
  machineModels: 'machine',
  mandatoryNotices: 'mandatoryNotice',
  productQuotes: 'product',
  rabLots: 'rabOrder',
  rabSellOrders: 'rabOrder',
  rateService: 'closedConversation',
  sellOffers: 'marketOffer',
  serviceMessages: 'serviceMessage',
  tradeMessages: 'message',
  usdtPurchases: 'trade',
  usdtSales: 'offer',
  withdrawals: 'withdrawal',
};

interface At {
  me: Someone;
  /** The page that the call is made on. */
  tab: Tab;
}

const totp = (secret: string, at = gateway.now()) => new TOTP({ secret }).generate({ timestamp: at });

/** Somebody's authenticator, whose code of this step is used. */
async function bound({ ask }: Someone) {
  const { secret, setup } = await ask('authenticatorSetup', {});
  const { recoveryCodes } = await ask('bindAuthenticator', { setup, code: totp(secret), password: PASSWORD });
  return { secret, recoveryCode: recoveryCodes[0] ?? '' };
}

async function offered({ ask }: Someone) {
  const { secret, setup } = await ask('authenticatorSetup', {});
  return { setup, code: totp(secret) };
}

/** The code that a call has mailed. */
async function mailed({ ask, email }: Someone, name: 'sendUpdateLoginPasswordCode' | 'sendUpdateTradePasswordCode') {
  await ask(name, {});
  return { code: await world.codeFor(email) };
}

async function forgotten({ email }: Someone) {
  await world.done('sendPasswordResetCode', { loginName: email });
  return { loginName: email, code: await world.codeFor(email) };
}

/** Makes the parts of inputs that are right for this moment only, or were sent to somebody. */
const OF_THE_MOMENT: { [N in CallName]?: (at: At, input: CallInput<N>) => Promise<Partial<CallInput<N>>> } = {
  checkRegisterInfo: async () => ({ invitationCode: gateway.invitationCode }),
  sendRegisterCode: async () => ({ invitationCode: gateway.invitationCode }),
  register: async ({ tab }) => ({ ticket: await registrationTicket(gateway, tab, freshEmail()) }),
  logInByEmail: async ({ me }) => ({ loginName: me.email }),
  logInBySms: async () => {
    const { phone } = exampleOf('logInBySms');
    await world.register(phone);
    await world.done('sendSmsCode', { phone, purpose: 'login' });
    return { code: await world.codeFor(phone) };
  },
  confirmLogin: async ({ me }) => {
    const { recoveryCode: code } = await bound(me);
    const { data } = await world.refused('logInByEmail', { loginName: me.email, password: PASSWORD });
    return { ticket: 'ticket' in data ? String(data.ticket) : '', code };
  },
  checkPasswordResetCode: ({ me }) => forgotten(me),
  resetLoginPassword: async ({ me }) => {
    const { ticket } = await world.done('checkPasswordResetCode', await forgotten(me));
    return { ticket };
  },
  updateLoginPassword: ({ me }) => mailed(me, 'sendUpdateLoginPasswordCode'),
  updateTradePassword: ({ me }) => mailed(me, 'sendUpdateTradePasswordCode'),
  bindAuthenticator: ({ me }) => offered(me),
  replaceAuthenticator: async ({ me }) => {
    const { recoveryCode: current } = await bound(me);
    return { ...(await offered(me)), current };
  },
  keepAuthenticator: async ({ me }) => {
    await bound(me);
    const reply = await actAsTwo(gateway.deps, 'authenticator reset', { user: me.email, check: 'passport' });
    if (!reply.ok) throw new Error(reply.message);
    return {};
  },
  handInRealName: async ({ me }) => {
    await me.ask('saveRealName', await liveInput('saveRealName', await thingsOf(me)));
    return {};
  },
  freezeAccountByLink: async ({ me }) => ({
    link: await withTransaction(gateway.db, (tx) => issueFreezeLink(tx, me.userId, gateway.now())),
  }),
  askThaw: async ({ me, tab }) => {
    // This ends the person's other sessions.
    done(await tab.api.invoke('freezeAccount', {}));
    done(await tab.api.invoke('sendThawCode', {}));
    return { code: await world.codeFor(me.email) };
  },
  withdrawalQuote: ({ me }) => bound(me).then(() => ({})),
  sendWithdrawalCode: ({ me }) => bound(me).then(() => ({})),
  requestWithdrawal: async ({ me }, { methodId, amount }) => {
    const { secret } = await bound(me);
    const { fee } = await me.ask('withdrawalQuote', { methodId, amount });
    await me.ask('sendWithdrawalCode', { methodId, amount });
    // The code of this step was used to bind it; the next one is good already.
    const authenticatorCode = totp(secret, gateway.now() + 30_000);
    return { fee, emailCode: await world.codeFor(me.email), authenticatorCode };
  },
  askOutcome: async () => ({ key: randomUUID() }),
  markServiceRead: async ({ me }) => {
    await (
      await thingsOf(me)
    )('serviceMessage');
    const { items } = await me.ask('serviceMessages', { topic: 'other', limit: 1 });
    return { seq: items[0]?.seq ?? 0 };
  },
};

/** Logs in on a new device whoever makes the call. @returns the page, and what the call is to be asked with on it */
export async function prepare<N extends CallName>(
  name: N,
  person: Person,
): Promise<{ tab: Tab; input: CallInput<N>; userId: string }> {
  const tab = await person.tab();
  // A minute must lie between two codes for the same person.
  gateway.advanceTo(gateway.now() + 61_000);
  person.device.time.pass(61_000);
  const makeNew = BY_SOMEBODY_NEW[name];
  const me = makeNew ? await makeNew(world) : await demoUser();
  const password = makeNew ? PASSWORD : DEMO.password;
  done(await tab.api.invoke('logInByEmail', { loginName: me.email, password }));
  const the = await thingsOf(me);
  const need = NEEDS[name];
  if (need) await the(need);
  const input = await liveInput(name, the);
  const ofTheMoment = await OF_THE_MOMENT[name]?.({ me, tab }, input);
  return { tab, input: { ...input, ...ofTheMoment }, userId: me.userId };
}
