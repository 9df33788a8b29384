/** Withdrawals of USDT to a method on file (docs/rules.md §4). */
import * as z from 'zod/mini';
import { defineCall, nothing } from '../call';
import { id, pageInput, pageOf, timeMs, timeZone } from '../ids';
import { amount, amountInput, rate } from '../money';
import { network } from './identity';
import { codeSent, sixDigits, tradePassword } from './session';

export const WITHDRAWAL_ASSET = 'USDT';

/** A person has to meet these before any withdrawal, besides the window. Screens list them in this order. */
export const WITHDRAWAL_CONDITIONS = [
  'identity',
  'authenticator',
  'trade-password',
  'method',
  'security-pause',
] as const;
export type WithdrawalCondition = (typeof WITHDRAWAL_CONDITIONS)[number];

export const CLOSED_REASONS = ['hours', 'weekend', 'holiday', 'maintenance'] as const;

/** `YYYY-MM-DD` in the window's zone. */
const localDate = z.string().check(
  z.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/),
  z.refine((text) => !Number.isNaN(Date.parse(text))),
);
/** `HH:mm` in the window's zone. */
const localTime = z.string().check(z.regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/));

/** The gateway takes withdrawals on `weekdays`, from `from` up to but not including `until`, by its own clock. */
const withdrawalWindow = z.object({
  isOpen: z.boolean(),
  /** Null while it is open. */
  closedReason: z.nullable(z.enum(CLOSED_REASONS)),
  /** IANA name; hours and dates are meant in it. */
  timeZone,
  from: localTime,
  until: localTime,
  /** Working days: 1 is Monday, 7 is Sunday. */
  weekdays: z.array(z.int().check(z.gte(1), z.lte(7))),
  /** The next opening; null while it is open. */
  opensAt: z.nullable(timeMs),
  /** The end of the present opening; null while it is closed. */
  closesAt: z.nullable(timeMs),
  /** The configured ones of the coming 30 days. */
  holidays: z.array(localDate),
  /** The gateway's clock when it answered: a countdown corrects the device's clock by it. */
  serverTime: timeMs,
});

/** Tells whether, when and at what price the person can withdraw. */
export const withdrawalConfig = defineCall({
  name: 'withdrawalConfig',
  method: 'GET',
  uri: '/api/withdraw/config',
  access: 'user',
  effect: 'read',
  shows: ['cash', 'security', 'identity', 'methods'],
  cache: { kind: 'record', maxAgeMs: 30_000 },
  input: nothing,
  output: z.object({
    window: withdrawalWindow,
    /** All of WITHDRAWAL_CONDITIONS. `metAt`: when time alone will meet it (a method's wait, a pause); else null. */
    conditions: z.array(
      z.object({ name: z.enum(WITHDRAWAL_CONDITIONS), isMet: z.boolean(), metAt: z.nullable(timeMs) }),
    ),
    /** Withdrawals can be sent over these networks just now; to a bank card they always can. */
    networks: z.array(z.object({ network, isTest: z.boolean(), confirmations: z.int() })),
    /** The fee comes on top of the amount: `feeFixed + amount × feeRate`, rounded up to the asset's smallest unit. */
    feeFixed: amount,
    feeRate: rate,
    minimum: amount,
    available: amount,
  }),
});

/** The target of a withdrawal as it was when the person asked for it; of a bank card only the last four digits. */
const withdrawalTarget = z.object({
  kind: z.enum(['chain', 'bank']),
  network: z.nullable(network),
  isTest: z.boolean(),
  address: z.nullable(z.string()),
  bankName: z.nullable(z.string()),
  cardLast4: z.nullable(z.string()),
  holderName: z.nullable(z.string()),
});

const withdrawalTerms = {
  /** The amount that arrives. */
  amount,
  fee: amount,
  /** The gateway deducts `amount` and `fee`. */
  total: amount,
} as const;

const withdrawalInput = { methodId: id, amount: amountInput(WITHDRAWAL_ASSET) } as const;

/** The figures of a withdrawal to be confirmed. Holds nothing; `requestWithdrawal` refuses when they changed meanwhile. */
export const withdrawalQuote = defineCall({
  name: 'withdrawalQuote',
  method: 'GET',
  uri: '/api/v1/withdraw/quote',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: 'nothing',
  input: z.strictObject(withdrawalInput),
  example: { methodId: '1', amount: '20' },
  output: z.object({
    ...withdrawalTerms,
    feeFixed: amount,
    feeRate: rate,
    target: withdrawalTarget,
    /** Operators usually review it by this time: the end of this opening, or of the next one. */
    reviewedBy: timeMs,
  }),
  errors: ['not-found', 'amount-too-small', 'insufficient-funds', 'method-waiting', 'network-closed'],
});
export type WithdrawalQuote = z.output<typeof withdrawalQuote.output>;

/** Mails a code that counts for this amount and method only; the mail names both. */
export const sendWithdrawalCode = defineCall({
  name: 'sendWithdrawalCode',
  method: 'POST',
  uri: '/api/v1/withdraw/sendWithdrawCode',
  access: 'user',
  effect: 'write',
  changes: 'nothing',
  closedByFreeze: true,
  input: z.strictObject(withdrawalInput),
  example: { methodId: '1', amount: '20' },
  output: codeSent,
  errors: [
    'not-found',
    'resend-too-soon',
    'rate-limited',
    'needs-identity',
    'needs-authenticator',
    'withdrawals-closed',
  ],
});

/** Users see one of these (docs/rules.md §17); the timeline tells the rest. */
export const WITHDRAWAL_STATUSES = ['pending', 'failed', 'success'] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

/**
 * A withdrawal goes through these in this order, through some of them never: requested → approved (by all operators that it
 * needs) → broadcast → confirmed (on the chain) or paid (to a bank). At any moment before it may be rejected, cancelled or
 * failed, and is then returned: amount and fee are available again. `replaced`: the same transaction was sent again with a
 * higher network fee.
 */
export const WITHDRAWAL_STEPS = [
  'requested',
  'approved',
  'broadcast',
  'replaced',
  'confirmed',
  'paid',
  'rejected',
  'cancelled',
  'failed',
  'returned',
] as const;

export const withdrawal = z.object({
  id,
  status: z.enum(WITHDRAWAL_STATUSES),
  ...withdrawalTerms,
  target: withdrawalTarget,
  createdAt: timeMs,
  /** Null while the withdrawal is pending. */
  closedAt: z.nullable(timeMs),
  /** True while the person can still cancel: nothing was broadcast. */
  canCancel: z.boolean(),
  /** The operator's words to the user: why it was rejected, or how two of them ended one that got stuck; null otherwise. */
  reason: z.nullable(z.string()),
  txId: z.nullable(z.string()),
  confirmations: z.int(),
  confirmationsNeeded: z.int(),
  /** A bank's reference of the payment. */
  paymentReference: z.nullable(z.string()),
  steps: z.array(z.object({ step: z.enum(WITHDRAWAL_STEPS), at: timeMs })),
  journalId: z.nullable(id),
});
export type Withdrawal = z.output<typeof withdrawal>;

/** Holds amount and fee and queues the withdrawal for review. `fee` is the quoted one. */
export const requestWithdrawal = defineCall({
  name: 'requestWithdrawal',
  method: 'POST',
  uri: '/api/v1/withdraw/index',
  access: 'user',
  effect: 'money',
  changes: ['cash', 'withdrawals'],
  closedByFreeze: true,
  input: z.strictObject({
    ...withdrawalInput,
    fee: amount,
    emailCode: sixDigits,
    authenticatorCode: sixDigits,
    tradePassword,
  }),
  example: {
    methodId: '1',
    amount: '20',
    fee: '1.02',
    emailCode: '123456',
    authenticatorCode: '123456',
    tradePassword: '246810',
  },
  output: z.object({ withdrawal }),
  errors: [
    'withdrawals-closed',
    'withdrawals-paused',
    'needs-identity',
    'needs-authenticator',
    'needs-trade-password',
    'wrong-trade-password',
    'trade-password-locked',
    'wrong-code',
    'wrong-authenticator-code',
    'authenticator-locked',
    'authenticator-code-used',
    'not-found',
    'method-waiting',
    'network-closed',
    'amount-too-small',
    'insufficient-funds',
    'fee-changed',
  ],
});

/** Withdrawals, newest first. */
export const withdrawals = defineCall({
  name: 'withdrawals',
  method: 'GET',
  uri: '/api/v1/withdraw/list',
  access: 'user',
  effect: 'read',
  shows: ['withdrawals'],
  cache: { kind: 'list', maxAgeMs: 10_000, sort: 'createdAt', tag: 'status' },
  input: z.strictObject({ status: z.optional(z.enum(WITHDRAWAL_STATUSES)), ...pageInput }),
  example: { limit: 100 },
  output: pageOf(withdrawal),
});

/** Takes a withdrawal back that was not broadcast; the hold is released in full. Again: the same answer. */
export const cancelWithdrawal = defineCall({
  name: 'cancelWithdrawal',
  method: 'POST',
  uri: '/api/v1/withdraw/cancel',
  origin: 'extension',
  access: 'user',
  effect: 'write',
  changes: ['cash', 'withdrawals'],
  input: z.strictObject({ id }),
  example: { id: '1' },
  output: z.object({ withdrawal }),
  errors: ['not-found', 'order-closed'],
});
