/** The user, their accounts and balances, and the trade password. */
import * as z from 'zod/mini';
import { defineCall, knownOr, noAnswer, nothing } from '../call';
import { id, pageInput, pageOf, timeMs } from '../ids';
import { amount, amountProblem, assetCode } from '../money';
import { captchaField, codeSent, nickname, password, sessionOpened, sixDigits, tradePassword } from './session';

export const identityStatus = z.enum(['not-verified', 'pending-review', 'approved', 'failed']);

export const userInfo = defineCall({
  name: 'userInfo',
  method: 'GET',
  uri: '/api/v1/user/info',
  access: 'user',
  effect: 'read',
  shows: ['profile', 'security', 'identity', 'level'],
  cache: { kind: 'record', maxAgeMs: 60_000 },
  input: nothing,
  output: z.object({
    id,
    nickname,
    /** The picture as a data URI (WebP or SVG), null for the initials. */
    avatar: z.nullable(z.string()),
    invitationCode: z.string(),
    /** Masked, e.g. `li***@example.com`; null when there is none. */
    email: z.nullable(z.string()),
    /** Masked, e.g. `138****5678`. */
    phone: z.nullable(z.string()),
    level: z.int(),
    hasTradePassword: z.boolean(),
    hasAuthenticator: z.boolean(),
    identity: identityStatus,
    accountId: id,
    registeredAt: timeMs,
  }),
});

/** One account's amount of one asset. `available + held = total`; `valueUsdt` is rounded down at the guide price. */
const balance = z.object({
  asset: assetCode,
  available: amount,
  held: amount,
  total: amount,
  valueUsdt: amount,
});

/**
 * An account's worth at the end of a UTC day; `day` is the midnight that the day started with. `flowUsdt`: inflow from outside since
 * the point before, less outflow (deposits, withdrawals, transfers, demo credit); it is no gain.
 */
const equityPoint = z.object({ day: timeMs, totalUsdt: amount, flowUsdt: amount });

/** Balances of the account that is switched to, and one point a day of its equity for the last 30 days. */
export const assets = defineCall({
  name: 'assets',
  method: 'GET',
  uri: '/api/v1/user/assets',
  access: 'user',
  effect: 'read',
  shows: ['cash'],
  cache: { kind: 'record', maxAgeMs: 30_000 },
  input: nothing,
  output: z.object({
    accountId: id,
    totalUsdt: amount,
    cash: z.array(balance),
    custody: z.array(balance),
    /** RAB in USDT and where the figure comes from (docs/rules.md §8). */
    guidePrice: z.object({
      price: amount,
      source: z.enum(['trades', 'reference']),
      asOf: timeMs,
    }),
    custodySummary: z.object({
      runningOrders: z.int(),
      interestTotal: amount,
      interestYesterday: amount,
      /** The person has valid custody: enough in the running orders of all accounts together (docs/rules.md §5). */
      isValid: z.boolean(),
    }),
    /** Oldest first. The last point is now. */
    equity: z.array(equityPoint).check(z.maxLength(400)),
  }),
});

/** The equity of all days that have ended, oldest first: each of the last 366, before that the last one of each month. */
export const equityHistory = defineCall({
  name: 'equityHistory',
  method: 'GET',
  uri: '/api/v1/account/equity-history',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: 'nothing',
  cache: { kind: 'record', maxAgeMs: 3_600_000 },
  input: nothing,
  output: z.object({ points: z.array(equityPoint).check(z.maxLength(2_000)) }),
});

export const tradingAccount = z.object({
  id,
  kind: z.enum(['main', 'sub']),
  name: z.string(),
  totalUsdt: amount,
  isCurrent: z.boolean(),
  createdAt: timeMs,
});

export const tradingAccounts = defineCall({
  name: 'tradingAccounts',
  method: 'GET',
  uri: '/api/v1/account/list',
  access: 'user',
  effect: 'read',
  shows: ['cash', 'accounts'],
  cache: { kind: 'record', maxAgeMs: 60_000 },
  input: nothing,
  output: z.object({
    accounts: z.array(tradingAccount).check(z.maxLength(50)),
  }),
});

/** Reasons for which a statement row exists. */
export const STATEMENT_KINDS = [
  'demo-credit',
  'airdrop',
  'dividend',
  'insurance-payout',
  'custody-place',
  'custody-interest',
  'custody-redeem',
  'custody-undo',
  'custody-mature',
  'deposit',
  'withdrawal',
  'exchange',
  'otc-trade',
  'otc-escrow',
  'otc-return',
  'otc-forfeit',
  'machine-buy',
  'machine-output',
  'promotion-fee',
  'management-fee',
  'fee-rebate',
  'transfer',
  'adjustment',
] as const;
export const statementKind = z.enum(STATEMENT_KINDS);

/** Every posting on an account, newest first. `account` picks the cash or the custody account. */
export const accountStatement = defineCall({
  name: 'accountStatement',
  method: 'GET',
  uri: '/api/v1/account/statement',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: ['cash'],
  cache: {
    kind: 'list',
    maxAgeMs: 30_000,
    sort: 'createdAt',
    tag: 'kind',
    search: ['amount', 'asset', 'reference', 'journalId'],
  },
  input: z.strictObject({
    account: z.enum(['cash', 'custody']),
    asset: z.optional(assetCode),
    kind: z.optional(statementKind),
    ...pageInput,
  }),
  example: { account: 'cash', limit: 100 },
  output: pageOf(
    z.object({
      id,
      createdAt: timeMs,
      asset: assetCode,
      kind: knownOr(statementKind, 'adjustment'),
      /** Signed: what the posting did to the account. */
      amount,
      balanceAfter: amount,
      /** The order or record that caused it, null for none. */
      reference: z.nullable(z.string()),
      journalId: id,
    }),
  ),
});

/**
 * The first trade password (code 300 leads to its screen). Six digits or more. Confirmed by the login password, or by the code of
 * `sendUpdateTradePasswordCode`; withdrawals stay closed for a while afterwards.
 */
export const bindTradePassword = defineCall({
  name: 'bindTradePassword',
  method: 'POST',
  uri: '/api/v1/user/bindTradePassword',
  access: 'user',
  effect: 'write',
  changes: ['security'],
  closedByFreeze: true,
  input: z
    .strictObject({ tradePassword, password: z.optional(password), code: z.optional(sixDigits) })
    .check(z.refine((proof) => (proof.password === undefined) !== (proof.code === undefined), { path: ['password'] })),
  example: { tradePassword: '246810', password: 'quiet-lapis-77' },
  output: noAnswer,
  errors: [
    'trade-password-already-set',
    'password-common',
    'wrong-password',
    'password-locked',
    'wrong-code',
    'rate-limited',
  ],
});

/** Sends the code for `updateLoginPassword` to the user's e-mail address, or phone number where there is none. */
export const sendUpdateLoginPasswordCode = defineCall({
  name: 'sendUpdateLoginPasswordCode',
  method: 'POST',
  uri: '/api/v1/user/sendUpdateLoginPasswordCode',
  access: 'user',
  effect: 'write',
  changes: 'nothing',
  closedByFreeze: true,
  input: z.strictObject(captchaField),
  example: {},
  output: codeSent,
  errors: ['resend-too-soon', 'captcha-required', 'rate-limited'],
  captcha: true,
});

/** Mode 1. Ends every other session; withdrawals stay closed for a while. */
export const updateLoginPassword = defineCall({
  name: 'updateLoginPassword',
  method: 'POST',
  uri: '/api/v1/user/updateLoginPassword',
  access: 'user',
  effect: 'write',
  changes: ['security', 'sessions'],
  closedByFreeze: true,
  input: z.strictObject({ oldPassword: password, password, code: sixDigits }),
  example: { oldPassword: 'quiet-lapis-77', password: 'An0ther-Otter', code: '123456' },
  output: noAnswer,
  errors: ['wrong-password', 'password-locked', 'password-unchanged', 'password-common', 'wrong-code', 'rate-limited'],
});

/** Sends the code for `updateTradePassword`, to the same place. */
export const sendUpdateTradePasswordCode = defineCall({
  name: 'sendUpdateTradePasswordCode',
  method: 'POST',
  uri: '/api/v1/user/sendUpdateTradePasswordCode',
  access: 'user',
  effect: 'write',
  changes: 'nothing',
  closedByFreeze: true,
  input: z.strictObject(captchaField),
  example: {},
  output: codeSent,
  errors: ['resend-too-soon', 'captcha-required', 'rate-limited'],
  captcha: true,
});

/** Mode 2. Withdrawals stay closed for a while. */
export const updateTradePassword = defineCall({
  name: 'updateTradePassword',
  method: 'POST',
  uri: '/api/v1/user/updateTradePassword',
  access: 'user',
  effect: 'write',
  changes: ['security'],
  closedByFreeze: true,
  input: z.strictObject({ oldTradePassword: tradePassword, tradePassword, code: sixDigits }),
  example: { oldTradePassword: '246810', tradePassword: '804162', code: '123456' },
  output: noAnswer,
  errors: [
    'needs-trade-password',
    'wrong-trade-password',
    'trade-password-locked',
    'password-unchanged',
    'password-common',
    'wrong-code',
    'rate-limited',
  ],
});

/** Pictures to choose from, as data URIs. */
export const avatars = defineCall({
  name: 'avatars',
  method: 'GET',
  uri: '/api/v1/common/avatarList',
  access: 'user',
  effect: 'read',
  shows: 'nothing',
  cache: { kind: 'static', maxAgeMs: 86_400_000 },
  input: nothing,
  output: z.object({ avatars: z.array(z.object({ id, image: z.string() })) }),
});

/** `list`: `id` of `avatars`; `upload`: `id` that `uploadImage` answered, cut to a square; `none`: the initials. */
export const updateAvatar = defineCall({
  name: 'updateAvatar',
  method: 'POST',
  uri: '/api/v1/user/avatar-update',
  access: 'user',
  effect: 'write',
  changes: ['profile'],
  input: z.strictObject({ source: z.enum(['list', 'upload', 'none']), id: z.optional(id) }),
  example: { source: 'upload', id: '00000000-0000-4000-8000-000000000001' },
  output: noAnswer,
  errors: ['not-found'],
});

export const updateNickname = defineCall({
  name: 'updateNickname',
  method: 'POST',
  uri: '/api/v1/user/name-update',
  access: 'user',
  effect: 'write',
  changes: ['profile'],
  input: z.strictObject({ nickname }),
  example: { nickname: 'Mei Lin' },
  output: noAnswer,
});

/** At most as many as the operator allows (`limit` of the refusal). */
export const createSubAccount = defineCall({
  name: 'createSubAccount',
  method: 'POST',
  uri: '/api/v1/account/createSubAccount',
  access: 'user',
  effect: 'write',
  changes: ['accounts'],
  input: z.strictObject({ name: nickname }),
  example: { name: 'Savings' },
  output: tradingAccount,
  errors: ['limit-reached'],
});

/**
 * Opens a session on another of the user's accounts: a token of its own, so that answers of one account never meet those of
 * another. The session that asked ends when the new one is first used.
 */
export const switchAccount = defineCall({
  name: 'switchAccount',
  method: 'POST',
  uri: '/api/v1/account/switch',
  access: 'user',
  effect: 'write',
  changes: 'nothing',
  input: z.strictObject({ accountId: id }),
  example: { accountId: '1' },
  output: sessionOpened,
  errors: ['not-found'],
  opensSession: true,
});

/** From the cash of the account that is switched to into another of the user's own; free. */
export const transferToAccount = defineCall({
  name: 'transferToAccount',
  method: 'POST',
  uri: '/api/v1/account/transfer',
  origin: 'extension',
  access: 'user',
  effect: 'money',
  changes: ['cash'],
  closedByFreeze: true,
  input: z.strictObject({ toAccountId: id, asset: assetCode, amount: z.string(), tradePassword }).check((ctx) => {
    const message = amountProblem(ctx.value.amount, ctx.value.asset);
    if (message) ctx.issues.push({ code: 'custom', message, path: ['amount'], input: ctx.value.amount });
  }),
  example: { toAccountId: '1', asset: 'USDT', amount: '1.5', tradePassword: '246810' },
  output: z.object({ journalId: id, amount }),
  errors: [
    'not-found',
    'same-account',
    'insufficient-funds',
    'needs-trade-password',
    'wrong-trade-password',
    'trade-password-locked',
  ],
});
