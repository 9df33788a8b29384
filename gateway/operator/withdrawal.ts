/** `withdrawal list|show|approve|reject|pay`: the queue of withdrawals (docs/rules.md §4). */
import * as z from 'zod/mini';
import { WITHDRAWAL_ASSET } from '../../contract/calls/withdrawals';
import { toAmount } from '../../contract/money';
import type { Tx } from '../db/transaction';
import { WITHDRAWAL_STATES } from '../db/schema/withdrawals';
import { openCard } from '../domain/methods/cards';
import { isRecordId } from '../domain/paging';
import { listWithdrawals, withdrawalWithOwner, type OwnedWithdrawal } from '../domain/withdrawals/queue-repo';
import { approvalsOf, eventsOf, type WithdrawalRow } from '../domain/withdrawals/repo';
import { approve, pay, reject, ReviewError } from '../domain/withdrawals/review';
import { transactionsOf } from '../domain/withdrawals/transactions-repo';
import { defineCommand, OperatorError, refuseOwn, type OperatorContext } from './command';

const usdt = (units: bigint) => toAmount(units, WITHDRAWAL_ASSET);
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
const id = z.string().check(z.refine(isRecordId, "must be a withdrawal's id"));
const LISTED = ['open', ...WITHDRAWAL_STATES] as const;

/** Describes the withdrawal's target in a word: all of an address, of a card its last digits. */
function targetOf({ kind, network, isTest, address, bankName, cardLast4 }: WithdrawalRow): string {
  if (kind === 'bank') return `${bankName} **** ${cardLast4}`;
  return `${network}${isTest ? ' (test)' : ''} ${address}`;
}

function facts({ row, userId, email, phone, isFrozen }: OwnedWithdrawal) {
  return {
    id: row.id,
    state: row.state,
    isFrozen,
    userId,
    user: email ?? phone,
    amount: usdt(row.amount),
    fee: usdt(row.fee),
    target: targetOf(row),
    requestedAt: iso(row.createdAt),
  };
}

export const withdrawalList = defineCommand({
  name: 'withdrawal list',
  audited: 'listed withdrawals',
  options: [
    {
      flags: '--state <state>',
      text: 'open (not ended yet), requested, approved, sending, success, rejected, …',
      default: 'open',
    },
    { flags: '--limit <count>', text: 'at most 200', as: 'count', default: 50 },
  ],
  role: 'support',
  schema: z.strictObject({
    state: z.enum(LISTED, { error: `must be one of ${LISTED.join(', ')}` }),
    limit: z.int().check(z.gte(1), z.lte(200)),
  }),
  run: async (tx, { state, limit }) => {
    const found = await listWithdrawals(tx, state === 'open' ? null : state, limit);
    const data = found.map((one) => ({
      ...facts(one),
      approvals: one.approvals,
      approvalsNeeded: one.row.approvalsNeeded,
    }));
    return {
      lines: data.map(
        ({ id: number, state: at, isFrozen, user, amount, fee, target, approvals, approvalsNeeded, requestedAt }) =>
          [
            number,
            `${at} ${approvals}/${approvalsNeeded}${isFrozen ? ' (frozen)' : ''}`,
            user ?? '–',
            `${amount} + ${fee} USDT`,
            target,
            requestedAt,
          ].join('\t'),
      ),
      data,
      subject: null,
      detail: { state, listed: data.length },
    };
  },
});

export const withdrawalShow = defineCommand({
  name: 'withdrawal show',
  description: 'with the full account to pay to, who approved it, and its transactions',
  audited: 'looked at a withdrawal',
  options: [{ flags: '<id>' }],
  role: 'finance',
  schema: z.strictObject({ id }),
  run: async (tx, input, _now, deps) => {
    const found = await withdrawalWithOwner(tx, input.id);
    if (!found) throw new OperatorError('state', `there is no withdrawal ${input.id}`);
    const { row, userId } = found;
    const card = openCard(deps, { userId, sealedCard: row.sealedCard });
    const approvals = (await approvalsOf(tx, row.id)).map(({ actor, at }) => ({ actor, at: iso(at) }));
    const steps = (await eventsOf(tx, [row.id])).map(({ step, at }) => ({ step, at: iso(at) }));
    const transactions = (await transactionsOf(tx, [row.id])).map(({ txId, gasPrice, broadcastAt, blockNumber }) => ({
      txId,
      gasPrice: gasPrice.toString(),
      broadcastAt: iso(broadcastAt),
      blockNumber,
    }));
    const shown = {
      ...facts(found),
      cardNumber: card?.number ?? null,
      holder: card?.holder ?? null,
      branch: card?.branch ?? null,
      approvalsNeeded: row.approvalsNeeded,
      reason: row.reason,
      paymentReference: row.paymentReference,
      journal: row.journalId,
    };
    return {
      lines: [
        ...Object.entries(shown).map(([key, value]) => `${key}\t${value ?? '–'}`),
        ...approvals.map(({ actor, at }) => `approved by\t${actor}\t${at}`),
        ...transactions.map(
          ({ txId, broadcastAt, blockNumber }) =>
            `transaction\t${txId}\t${broadcastAt ?? 'not sent yet'}\t${blockNumber === null ? '–' : `block ${blockNumber}`}`,
        ),
        ...steps.map(({ step, at }) => `${at}\t${step}`),
      ],
      data: { ...shown, approvals, transactions, steps },
      subject: row.id,
      // The audit says who looked, not what was seen.
      detail: {},
    };
  },
});

/** The domain's refusal as a sentence for the operator. */
async function deciding<T>(number: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ReviewError)) throw error;
    const { problem, row } = error;
    const sentences: Record<typeof problem, string> = {
      unknown: `there is no withdrawal ${number}`,
      late: `withdrawal ${number} is ${row?.state}: this cannot be done with it now`,
      twice: `you have approved withdrawal ${number} already: another operator has to as well`,
      'in-doubt': `withdrawal ${number} may have been paid already: payouts over ${row?.network} are halted until that is explained (withdrawal status)`,
      frozen: `the account of withdrawal ${number} is frozen: nothing of it is paid until it has thawed (users show)`,
      'not-a-bank': `withdrawal ${number} is paid over ${row?.network}, which the gateway does by itself`,
    };
    throw new OperatorError('state', sentences[problem]);
  }
}

/** @throws OperatorError for a withdrawal of the operator's own */
export async function refuseOwnWithdrawal(tx: Tx, number: string, context: OperatorContext): Promise<void> {
  refuseOwn(context, [(await withdrawalWithOwner(tx, number))?.userId ?? null]);
}

/** The audit's record of a decision; every decision leaves the same facts. */
function decided({ id: number, state, amount, fee }: WithdrawalRow, detail: Record<string, unknown>) {
  const all = { state, amount: usdt(amount), fee: usdt(fee), ...detail };
  return { data: { id: number, ...all }, subject: number, detail: all };
}

export const withdrawalApprove = defineCommand({
  name: 'withdrawal approve',
  description: 'above withdrawals.secondOperatorAbove two different operators have to',
  audited: 'approved a withdrawal',
  options: [{ flags: '<id>' }],
  needsClock: true,
  role: 'finance',
  schema: z.strictObject({ id }),
  run: (tx, input, now, context) =>
    deciding(input.id, async () => {
      await refuseOwnWithdrawal(tx, input.id, context);
      const { actor } = context;
      const { row, approvals, needed } = await approve(tx, { id: input.id, actor, now });
      const left = needed - approvals;
      const line = `withdrawal ${row.id}: approved by ${approvals} of ${needed}`;
      return {
        lines: [left > 0 ? `${line}; another operator has to approve it as well` : line],
        ...decided(row, { approvals, approvalsNeeded: needed }),
      };
    }),
});

const words = (max: number) => z.string().check(z.trim(), z.minLength(1, 'must not be empty'), z.maxLength(max));

export const withdrawalReject = defineCommand({
  name: 'withdrawal reject',
  description: 'as long as nothing was sent; amount and fee go back in full',
  audited: 'rejected a withdrawal',
  options: [{ flags: '<id>' }, { flags: '--reason <text>', text: 'why; the user reads it', required: true }],
  needsClock: true,
  role: 'finance',
  schema: z.strictObject({ id, reason: words(200) }),
  run: (tx, { id: number, reason }, now, context) =>
    deciding(number, async () => {
      await refuseOwnWithdrawal(tx, number, context);
      const row = await reject(tx, { id: number, reason, now });
      return {
        lines: [`withdrawal ${row.id} is rejected; ${usdt(row.amount + row.fee)} USDT went back`],
        ...decided(row, { reason }),
      };
    }),
});

export const withdrawalPay = defineCommand({
  name: 'withdrawal pay',
  description: 'an approved withdrawal to a bank card has been paid',
  audited: 'told that a withdrawal was paid',
  options: [
    { flags: '<id>' },
    { flags: '--reference <text>', text: "the bank's reference of the payment; the user reads it", required: true },
  ],
  needsClock: true,
  role: 'finance',
  schema: z.strictObject({ id, reference: words(100) }),
  run: (tx, { id: number, reference }, now, context) =>
    deciding(number, async () => {
      await refuseOwnWithdrawal(tx, number, context);
      const row = await pay(tx, { id: number, reference, now });
      return {
        lines: [`withdrawal ${row.id} is paid (journal ${row.journalId})`],
        ...decided(row, { reference, journal: row.journalId }),
      };
    }),
});
