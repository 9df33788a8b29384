/** `machine list|put|alter` and `ticket grant`: what is on sale, and tickets for it (docs/rules.md §6). */
import * as z from 'zod/mini';
import { MINING_ASSET, PAYMENTS, type Payment } from '../../contract/calls/machines';
import { amountInput, toAmount, toUnits } from '../../contract/money';
import type { Tx } from '../db/transaction';
import { announce, announceToAccounts } from '../domain/live/announce';
import {
  allModels,
  insertModel,
  lockModel,
  saveModel,
  type Model,
  type ModelTerms,
} from '../domain/machines/models-repo';
import { insertTickets } from '../domain/machines/tickets-repo';
import { defineCommand, OperatorError, refuseOwn, type Outcome } from './command';
import { mainAccountNamed } from './users';

const whole = (from: number, to: number) => z.int().check(z.gte(from), z.lte(to));
const id = z.string().check(z.regex(/^[a-z0-9-]{1,32}$/, 'must be 1–32 lower-case letters, digits or hyphens'));
const price = amountInput(MINING_ASSET);
const payments = z
  .string()
  .check(z.regex(/^(usdt|tickets|both)(,(usdt|tickets|both)){0,2}$/, `must be some of ${PAYMENTS.join(', ')}`));

const paymentsOf = (text: string): Payment[] => PAYMENTS.filter((one) => text.split(',').includes(one));

function facts({ price: units, payments: by, revision, ...model }: Model) {
  return { ...model, price: toAmount(units, MINING_ASSET), payments: by.join(','), version: revision };
}

function line(model: Model): string {
  const { id: name, hashrate, price: usdt, tickets, payments: by, termDays, stock, sold, isOpen } = facts(model);
  const state = isOpen ? 'on sale' : 'closed';
  return [
    name,
    `${hashrate} T`,
    `${usdt} USDT`,
    `${tickets} tickets`,
    by,
    `${termDays} days`,
    `stock ${stock}`,
    `sold ${sold}`,
    state,
  ].join('\t');
}

export const machineListCommand = defineCommand({
  name: 'machine list',
  description: 'every model, with its stock and how many were sold',
  audited: 'listed the machines',
  options: [],
  role: 'support',
  schema: z.strictObject({}),
  async run(tx) {
    const models = await allModels(tx);
    return { lines: models.map(line), data: models.map(facts), subject: null, detail: { listed: models.length } };
  },
});

async function told(tx: Tx, before: Model | null, after: Model, now: number): Promise<Outcome> {
  await announce(tx, [{ to: 'everybody', topics: ['machines'] }], now);
  const detail = { before: before && facts(before), after: facts(after) };
  return { lines: [line(after)], data: facts(after), subject: after.id, detail };
}

export const machinePut = defineCommand({
  name: 'machine put',
  description: 'a new model; it is on sale at once unless it is closed',
  audited: 'put a machine on sale',
  options: [
    { flags: '<id>', text: 'e.g. t10' },
    { flags: '--hashrate <T>', text: 'whole T', as: 'count', required: true },
    { flags: '--price <amount>', text: 'of the whole machine in USDT', required: true },
    { flags: '--tickets <count>', text: 'the same price in tickets', as: 'count', required: true },
    { flags: '--payments <ways>', text: 'some of usdt,tickets,both', default: 'usdt,tickets,both' },
    { flags: '--term-days <days>', text: 'whole UTC days that it runs', as: 'count', default: 365 },
    { flags: '--stock <count>', text: 'how many there are', as: 'count', required: true },
    { flags: '--closed', text: 'not on sale yet' },
  ],
  role: 'finance',
  needsSecond: true,
  schema: z.strictObject({
    id,
    hashrate: whole(1, 1_000_000),
    price,
    tickets: whole(1, 1_000_000),
    payments,
    termDays: whole(1, 3_650),
    stock: whole(0, 999_999),
    closed: z._default(z.boolean(), false),
  }),
  async run(tx, { closed, ...terms }, now) {
    const model: ModelTerms = {
      ...terms,
      price: toUnits(terms.price, MINING_ASSET),
      payments: paymentsOf(terms.payments),
      isOpen: !closed,
    };
    const saved = await insertModel(tx, model);
    if (!saved) throw new OperatorError('state', `there is a machine ${terms.id} already; "machine alter" changes it`);
    return told(tx, null, saved, now);
  },
});

const changes = {
  price: z.optional(price),
  tickets: z.optional(whole(1, 1_000_000)),
  payments: z.optional(payments),
  termDays: z.optional(whole(1, 3_650)),
  stock: z.optional(whole(0, 999_999)),
  open: z._default(z.boolean(), false),
  closed: z._default(z.boolean(), false),
};

export const machineAlter = defineCommand({
  name: 'machine alter',
  description: 'what is given changes; machines that were bought keep what they were bought with',
  audited: 'altered a machine on sale',
  options: [
    { flags: '<id>' },
    { flags: '--price <amount>', text: 'of the whole machine in USDT' },
    { flags: '--tickets <count>', text: 'the same price in tickets', as: 'count' },
    { flags: '--payments <ways>', text: 'some of usdt,tickets,both' },
    { flags: '--term-days <days>', text: 'whole UTC days that it runs', as: 'count' },
    { flags: '--stock <count>', text: 'how many are left from now on', as: 'count' },
    { flags: '--open', text: 'put it on sale' },
    { flags: '--closed', text: 'take it off sale' },
  ],
  role: 'finance',
  // Stopping must not wait.
  needsSecond: (_tx, { id: _id, closed, open, ...figures }) =>
    !closed || open || Object.values(figures).some((one) => one !== undefined),
  schema: z.strictObject({ id, ...changes }),
  async run(tx, { id: named, open, closed, ...given }, now) {
    if (open && closed) throw new OperatorError('input', 'it is either open or closed');
    const before = await lockModel(tx, named);
    if (!before) throw new OperatorError('state', `there is no machine ${named}; "machine put" makes one`);
    const { revision: _revision, sold: _sold, ...terms } = before;
    const after = await saveModel(tx, {
      ...terms,
      price: given.price === undefined ? terms.price : toUnits(given.price, MINING_ASSET),
      payments: given.payments === undefined ? terms.payments : paymentsOf(given.payments),
      tickets: given.tickets ?? terms.tickets,
      termDays: given.termDays ?? terms.termDays,
      stock: given.stock ?? terms.stock,
      isOpen: open || (terms.isOpen && !closed),
    });
    return told(tx, before, after, now);
  },
});

export const ticketGrant = defineCommand({
  name: 'ticket grant',
  description: 'tickets that pay for machines, to a main account',
  audited: 'granted tickets',
  options: [
    { flags: '<user>', text: 'id, e-mail, phone number or invitation code' },
    { flags: '--count <count>', text: 'at most 10000', as: 'count', required: true },
    { flags: '--reason <text>', text: 'why; the user reads it', required: true },
    { flags: '--promotion', text: 'as part of a promotion' },
  ],
  needsClock: true,
  role: 'finance',
  needsSecond: true,
  schema: z.strictObject({
    user: z.string().check(z.minLength(1), z.maxLength(254)),
    count: whole(1, 10_000),
    reason: z.string().check(z.trim(), z.minLength(1, 'must say why'), z.maxLength(200)),
    promotion: z._default(z.boolean(), false),
    /** Made by the command line for each run, so that a repeated send grants once. */
    runId: z.uuid(),
  }),
  async run(tx, { user, count, reason, promotion, runId }, now, context) {
    const { userId, accountId } = await mainAccountNamed(tx, user);
    refuseOwn(context, [userId]);
    const source = promotion ? 'promotion' : 'operator';
    const grantId = await insertTickets(tx, { runId, accountId, source, reason, tickets: count, now });
    if (grantId === null) throw new OperatorError('state', 'these tickets were granted before');
    await announceToAccounts(tx, [accountId], ['mining'], now);
    const data = { grantId, userId, accountId, count, source, reason };
    return {
      lines: [`user ${userId} received ${count} tickets (grant ${grantId})`],
      data,
      subject: userId,
      detail: data,
    };
  },
});

export const MACHINE_COMMANDS = [machineListCommand, machinePut, machineAlter, ticketGrant] as const;
