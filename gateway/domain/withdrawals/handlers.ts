/** The withdrawal calls. Withdrawals belong to the account that the session has switched to, methods to the user. */
import type { AnswerOf, ParsedInputOf } from '../../../contract/call';
import type { withdrawalConfig, requestWithdrawal } from '../../../contract/calls/withdrawals';
import { WITHDRAWAL_ASSET } from '../../../contract/calls/withdrawals';
import { toAmount, toUnits } from '../../../contract/money';
import { cashOf } from '../../ledger/balances';
import { Refusal, type Handlers, type UserContext } from '../call-context';
import { CONFIRMATIONS } from '../deposits/rules';
import { assertAuthenticatorCode } from '../identity/authenticator/authenticator';
import { assertTradePassword } from '../identity/passwords/trade-password';
import { isServed, servedNetworks } from '../methods/networks';
import { methodsOf } from '../methods/repo';
import { runConfirmedCall } from '../money-call';
import { BY_TIME, isRecordId, pageOf } from '../paging';
import type { Settings } from '../settings/figures';
import { runWriteCall } from '../write-call';
import { returnHold } from './close';
import { isInDoubt } from './halts';
import { assertCode, sendCodeFor, spendCode } from './codes';
import { assertOpen, assertVerified, conditionsOf } from './conditions';
import { lockOwn, pageWithdrawals } from './repo';
import { methodNamed, prepare, prepareRequest, request, conditionFacts } from './request';
import { isOpenToReturn, statesOf } from './rules';
import { usdt, viewTarget, viewTerms, viewWithdrawal, viewWithdrawals } from './view';
import { openingAfter, windowAt } from '../time/opening-hours';
import { addDays, localDateAt } from '../time/zoned-time';
import { windowRules } from './window';

type WithdrawalCall =
  | 'withdrawalConfig'
  | 'withdrawalQuote'
  | 'sendWithdrawalCode'
  | 'requestWithdrawal'
  | 'withdrawals'
  | 'cancelWithdrawal';

const HOLIDAYS_AHEAD_DAYS = 30;

function viewWindow(settings: Settings, now: number): AnswerOf<typeof withdrawalConfig>['window'] {
  const rules = windowRules(settings);
  const { closedReason: byClock, opening } = windowAt(now, rules);
  const closedReason = byClock ?? (settings['app.maintenance'] ? 'maintenance' : null);
  const today = localDateAt(now, rules.timeZone);
  const last = addDays(today, HOLIDAYS_AHEAD_DAYS);
  return {
    isOpen: closedReason === null,
    closedReason,
    timeZone: rules.timeZone,
    from: rules.from,
    until: rules.until,
    weekdays: [...rules.weekdays].sort((a, b) => a - b),
    // Nobody knows when maintenance ends.
    opensAt: byClock === null ? null : (opening?.opensAt ?? null),
    closesAt: closedReason === null ? (opening?.closesAt ?? null) : null,
    holidays: [...rules.holidays].filter((date) => date >= today && date <= last).sort(),
    serverTime: now,
  };
}

/** The rate and fixed part, as the quote and the form show them. */
function feeTerms(settings: Settings) {
  return {
    feeFixed: toAmount(toUnits(settings['withdrawals.feeFixed'], WITHDRAWAL_ASSET), WITHDRAWAL_ASSET),
    feeRate: settings['withdrawals.feeRate'],
  };
}

/** Returns when a withdrawal is usually reviewed at the latest: the end of the opening that runs, or of the next one. */
function reviewedBy(settings: Settings, now: number): number {
  const rules = windowRules(settings);
  const { opening } = windowAt(now, rules);
  return opening?.closesAt ?? openingAfter(now, rules)?.closesAt ?? now;
}

async function config(context: UserContext): Promise<AnswerOf<typeof withdrawalConfig>> {
  const { deps, session, now } = context;
  const { db } = deps.db;
  const [facts, methods, available] = await Promise.all([
    conditionFacts(db, context),
    methodsOf(db, session.userId),
    cashOf(db, session.accountId, WITHDRAWAL_ASSET),
  ]);
  const { settings } = facts;
  return {
    window: viewWindow(settings, now),
    // A method that nothing pays to is of no use, however long it has waited.
    conditions: conditionsOf(
      facts,
      methods.filter((method) => isServed(deps, method)),
    ),
    networks: servedNetworks(deps).map((one) => ({ ...one, confirmations: CONFIRMATIONS })),
    ...feeTerms(settings),
    minimum: toAmount(toUnits(settings['withdrawals.minimum'], WITHDRAWAL_ASSET), WITHDRAWAL_ASSET),
    available: usdt(available),
  };
}

type RequestInput = ParsedInputOf<typeof requestWithdrawal>;

/** Everything that costs nothing is asked before a code is tried; the code of the device, which is spent by it, comes last. */
async function confirmRequest(context: UserContext, input: RequestInput): Promise<void> {
  const { deps, session } = context;
  const amount = toUnits(input.amount, WITHDRAWAL_ASSET);
  const { user, method } = await prepareRequest(deps.db.db, context, { methodId: input.methodId, amount }, input.fee);
  await assertTradePassword(context, input.tradePassword);
  await assertCode(context, { user, method, amount }, input.emailCode);
  await assertAuthenticatorCode(context, session.userId, input.authenticatorCode);
}

async function index(context: UserContext, input: RequestInput): Promise<AnswerOf<typeof requestWithdrawal>> {
  const { deps, session, now, idempotencyKey } = context;
  const { accountId, userId } = session;
  const { methodId, fee, emailCode } = input;
  const amount = toUnits(input.amount, WITHDRAWAL_ASSET);
  return runConfirmedCall(context, {
    call: 'requestWithdrawal',
    input: { methodId, amount: amount.toString(), fee },
    confirm: () => confirmRequest(context, input),
    effect: async (tx) => {
      // Checks everything again: something may have changed since the user confirmed.
      const prepared = await prepareRequest(tx, context, { methodId, amount }, fee);
      await spendCode(tx, context, { ...prepared, amount }, emailCode);
      const row = await request(tx, { accountId, intent: `${userId}:${idempotencyKey}`, now }, prepared);
      return { withdrawal: await viewWithdrawal(deps, tx, row, userId) };
    },
  });
}

export const withdrawalHandlers: Handlers<WithdrawalCall> = {
  withdrawalConfig: config,
  requestWithdrawal: index,

  async withdrawalQuote(context, { methodId, amount: text }) {
    const { deps, session, now } = context;
    const amount = toUnits(text, WITHDRAWAL_ASSET);
    const { settings, method, terms, isTest } = await prepare(deps.db.db, context, { methodId, amount });
    return {
      ...viewTerms(terms),
      ...feeTerms(settings),
      target: viewTarget(deps, method, session.userId, isTest),
      reviewedBy: reviewedBy(settings, now),
    };
  },

  async sendWithdrawalCode(context, { methodId, amount }) {
    const { db } = context.deps.db;
    const facts = await conditionFacts(db, context);
    if (facts.settings['app.maintenance']) throw new Refusal('unavailable');
    assertOpen(facts);
    assertVerified(facts);
    const method = await methodNamed(db, context.session.userId, methodId);
    return sendCodeFor(context, { user: facts.user, method, amount: toUnits(amount, WITHDRAWAL_ASSET) });
  },

  withdrawals({ deps, session }, { status, ...asked }) {
    const { db } = deps.db;
    const { accountId, userId } = session;
    const states = status ? statesOf(status) : null;
    return pageOf(BY_TIME, asked, {
      read: (page) => pageWithdrawals(db, { accountId, states, ...page }),
      last: ({ createdAt, id }) => ({ at: createdAt, id }),
      view: (rows) => viewWithdrawals(deps, db, rows, userId),
    });
  },

  async cancelWithdrawal(context, { id }) {
    const { deps, session, now } = context;
    const { accountId, userId } = session;
    if (!isRecordId(id)) throw new Refusal('not-found');
    return runWriteCall(context, async (tx, keepQuiet) => {
      const row = await lockOwn(tx, accountId, id);
      if (!row) throw new Refusal('not-found');
      if (!isOpenToReturn(row.state) && row.state !== 'cancelled') throw new Refusal('order-closed');
      // The withdrawal may have been paid without this database's knowledge.
      if (row.state !== 'cancelled' && (await isInDoubt(tx, row))) throw new Refusal('unavailable');
      if (row.state === 'cancelled') keepQuiet();
      const after = row.state === 'cancelled' ? row : await returnHold(tx, row, { state: 'cancelled' }, now);
      return { withdrawal: await viewWithdrawal(deps, tx, after, userId) };
    });
  },
};
