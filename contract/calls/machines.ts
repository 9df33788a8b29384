/** Mining machines, tickets, and what machines have mined (docs/rules.md §6). */
import * as z from 'zod/mini';
import { defineCall, knownOrNull, nothing } from '../call';
import { id, pageInput, pageOf, timeMs } from '../ids';
import { amount, rate } from '../money';
import { tradePassword } from './session';

/** Machines are paid in USDT and tickets, and mine USDT (docs/rules.md §6). */
export const MINING_ASSET = 'USDT';

const wholeCount = z.int().check(z.gte(0));
/** Tickets of one purchase; the model says how many there may be. */
const ticketsPaid = wholeCount.check(z.lte(1_000_000));

/** `both`: some tickets, and the rest in USDT. */
export const PAYMENTS = ['usdt', 'tickets', 'both'] as const;
export type Payment = (typeof PAYMENTS)[number];

/** A kind of machine that is on sale. */
export const machineModel = z.object({
  id,
  /** Raised by every change of its terms; buying names the one that the user saw. */
  version: z.int().check(z.gte(1)),
  /** In T. */
  hashrate: z.int().check(z.gte(1)),
  /** In USDT, of the whole machine. */
  price: amount,
  /** The same price in tickets. */
  tickets: z.int().check(z.gte(1)),
  payments: z.array(knownOrNull(z.enum(PAYMENTS))),
  termDays: z.int().check(z.gte(1)),
  /** False: the operator sells none of it now. */
  isOpen: z.boolean(),
  stock: wholeCount,
});
export type MachineModel = z.output<typeof machineModel>;

/** A UTC day whose mining receipts were recorded; what the fee leaves goes to all machines that ran that day. */
const miningDay = z.object({
  /** UTC midnight at which it began. */
  day: timeMs,
  receipts: amount,
  fee: amount,
  output: amount,
  machines: wholeCount,
  /** T of all of them. */
  hashrate: wholeCount,
  /** Of the output, rounded down. */
  perT: amount,
});

export const machineModels = defineCall({
  name: 'machineModels',
  method: 'GET',
  uri: '/api/v1/machine/list',
  access: 'user',
  effect: 'read',
  shows: ['machines', 'mining'],
  cache: { kind: 'record', maxAgeMs: 60_000 },
  input: nothing,
  output: z.object({
    models: z.array(machineModel),
    /** Part of each day's receipts that is the platform's. */
    serviceFeeRate: rate,
    /** The last day whose receipts were recorded; null when there was none yet. */
    latest: z.nullable(miningDay),
    ticketsAvailable: wholeCount,
    /** T of the person's running machines. */
    ownHashrate: wholeCount,
  }),
});

export const machineInfo = defineCall({
  name: 'machineInfo',
  method: 'GET',
  uri: '/api/v1/machine/info',
  access: 'user',
  effect: 'read',
  shows: ['machines', 'mining', 'cash'],
  cache: { kind: 'record', maxAgeMs: 60_000 },
  input: z.strictObject({ id }),
  example: { id: 't10' },
  output: z.object({
    model: machineModel,
    serviceFeeRate: rate,
    /** The latest days with receipts, the newest first: what was, and no promise. */
    days: z.array(miningDay).check(z.maxLength(31)),
    available: amount,
    ticketsAvailable: wholeCount,
  }),
  errors: ['not-found'],
});

/** Tells the figures of buying this machine with so many tickets; the confirmation shows them. */
export const machineQuote = defineCall({
  name: 'machineQuote',
  method: 'GET',
  uri: '/api/v1/machine/quote',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: 'nothing',
  input: z.strictObject({ id, tickets: ticketsPaid }),
  example: { id: 't10', tickets: 5 },
  output: z.object({
    model: machineModel,
    tickets: wholeCount,
    /** The rest in USDT. */
    price: amount,
    /** It runs on whole UTC days from then on. */
    startsAt: timeMs,
    endsAt: timeMs,
    serviceFeeRate: rate,
    available: amount,
    ticketsAvailable: wholeCount,
  }),
  errors: ['not-found', 'payment-refused', 'sold-out'],
});

export const machine = z.object({
  id,
  modelId: id,
  hashrate: z.int().check(z.gte(1)),
  /** The price that was paid for it. */
  price: amount,
  tickets: wholeCount,
  boughtAt: timeMs,
  /** It runs on the whole UTC days from `startsAt` up to `endsAt`. */
  startsAt: timeMs,
  endsAt: timeMs,
  status: z.enum(['waiting', 'running', 'ended']),
  /** Of all days so far: credited, and still waiting for the mining pool. */
  credited: amount,
  pending: amount,
  /** Days with receipts on which it ran. */
  days: wholeCount,
  journalId: z.nullable(id),
});
export type Machine = z.output<typeof machine>;

/** The machines of the account, the newest first. */
export const miningRecords = defineCall({
  name: 'miningRecords',
  method: 'GET',
  uri: '/api/v1/machine/index',
  access: 'user',
  effect: 'read',
  shows: ['mining', 'income'],
  cache: { kind: 'list', maxAgeMs: 60_000, sort: 'boughtAt' },
  input: z.strictObject({ ...pageInput }),
  example: { limit: 100 },
  output: pageOf(machine),
});

/** Sums of the account's machines. */
export const miningSummary = defineCall({
  name: 'miningSummary',
  method: 'GET',
  uri: '/api/v1/machine/summary',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: ['mining', 'income'],
  cache: { kind: 'record', maxAgeMs: 60_000 },
  input: nothing,
  output: z.object({
    /** Machines that run today, and their T. */
    running: wholeCount,
    hashrate: wholeCount,
    credited: amount,
    pending: amount,
    serviceFeeRate: rate,
    latest: z.nullable(miningDay),
  }),
});

/**
 * - no-receipts: nothing was recorded for the day, and so there is no output
 * - under-way: the receipts are being distributed
 * - pending-credit: the mining pool does not hold enough
 */
export const MINING_DAY_STATES = ['no-receipts', 'under-way', 'pending-credit', 'credited'] as const;

/** The days on which machines of the account ran, the newest first, those without receipts too. */
export const miningDays = defineCall({
  name: 'miningDays',
  method: 'GET',
  uri: '/api/v1/machine/days',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: ['mining', 'income'],
  cache: { kind: 'list', maxAgeMs: 60_000, sort: 'day' },
  input: z.strictObject({ ...pageInput }),
  example: { limit: 100 },
  output: pageOf(
    z.object({
      id,
      /** UTC midnight at which the day began. */
      day: timeMs,
      /** Of the account. */
      machines: wholeCount,
      hashrate: wholeCount,
      amount,
      status: z.enum(MINING_DAY_STATES),
      /** Of everybody; null without receipts. */
      total: z.nullable(miningDay),
    }),
  ),
});

export const TICKET_STATES = ['available', 'used'] as const;

export const ticket = z.object({
  id,
  status: z.enum(TICKET_STATES),
  source: knownOrNull(z.enum(['operator', 'promotion'])),
  /** The operator's reason for granting it. */
  reason: z.string(),
  grantedAt: timeMs,
  usedAt: z.nullable(timeMs),
  /** The machine that it paid for, and that one's model. */
  machineId: z.nullable(id),
  hashrate: z.nullable(z.int()),
});
export type TicketRecord = z.output<typeof ticket>;

/** The account's tickets, the newest first. */
export const machineTickets = defineCall({
  name: 'machineTickets',
  method: 'GET',
  uri: '/api/v1/machine/tickets',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: ['mining'],
  cache: { kind: 'list', maxAgeMs: 60_000, sort: 'grantedAt' },
  input: z.strictObject({ status: z.optional(z.enum(TICKET_STATES)), ...pageInput }),
  example: { limit: 100 },
  output: pageOf(ticket),
});

/** Buys one machine, with USDT, tickets, or both. */
export const buyMachine = defineCall({
  name: 'buyMachine',
  method: 'POST',
  uri: '/api/v1/machine/buy',
  access: 'user',
  effect: 'money',
  changes: ['cash', 'mining', 'machines'],
  changesMarket: ['machines'],
  closedByFreeze: true,
  input: z.strictObject({ id, version: z.int(), tickets: ticketsPaid, tradePassword }),
  example: { id: 't10', version: 1, tickets: 5, tradePassword: '246810' },
  output: z.object({ machine }),
  errors: [
    'needs-trade-password',
    'wrong-trade-password',
    'trade-password-locked',
    'insufficient-funds',
    'not-found',
    'stale-version',
    'payment-refused',
    'sold-out',
    'tickets-short',
  ],
});
