/** `authenticator list|reset|keep`: a lost authenticator is taken off after 72 h (docs/rules.md §3). */
import * as z from 'zod/mini';
import { beginReset } from '../domain/identity/authenticator/authenticator-resets';
import { announce } from '../domain/live/announce';
import { endReset, waitingResets } from '../domain/identity/authenticator/reset-repo';
import { defineCommand, OperatorError, refuseOwn } from './command';
import { userNamed } from './users';

const user = z.string().check(z.minLength(1), z.maxLength(254));
const words = z.string().check(z.trim(), z.minLength(1, 'must not be empty'), z.maxLength(200));
const iso = (ms: number) => new Date(ms).toISOString();

export const authenticatorList = defineCommand({
  name: 'authenticator list',
  description: 'those that are to be taken off, and when',
  audited: 'listed lost authenticators',
  options: [{ flags: '--limit <count>', text: 'at most 200', as: 'count', default: 50 }],
  role: 'support',
  schema: z.strictObject({ limit: z.int().check(z.gte(1), z.lte(200)) }),
  async run(tx, { limit }) {
    const data = (await waitingResets(tx, null, limit)).map((row) => ({
      userId: row.userId,
      dueAt: iso(row.dueAt),
      proposedBy: row.proposedBy,
      approvedBy: row.approvedBy,
      identityCheck: row.identityCheck,
    }));
    return {
      lines: data.map((row) => Object.values(row).join('\t')),
      data,
      subject: null,
      detail: { listed: data.length },
    };
  },
});

export const authenticatorReset = defineCommand({
  name: 'authenticator reset',
  description: 'take it off after 72 h; two operators; by id, e-mail, phone number or invitation code',
  audited: 'began to take an authenticator off',
  options: [
    { flags: '<user>' },
    { flags: '--check <text>', text: 'how the identity was checked; kept in the audit', required: true },
  ],
  role: 'reviewer',
  needsSecond: true,
  needsClock: true,
  schema: z.strictObject({ user, check: words }),
  async run(tx, { user: name, check }, now, context) {
    const found = await userNamed(tx, name);
    refuseOwn(context, [found.id]);
    if (found.authenticatorBoundAt === null) throw new OperatorError('state', `user ${found.id} has no authenticator`);
    const { actor, proposedBy } = context;
    const by = { proposedBy: proposedBy ?? actor, approvedBy: actor };
    const row = await beginReset(tx, context, { user: found, identityCheck: check, ...by }, now);
    if (!row) throw new OperatorError('state', `a reset of user ${found.id} waits already`);
    const dueAt = iso(row.dueAt);
    return {
      lines: [`the authenticator of user ${found.id} is taken off at ${dueAt}, unless they keep it; they are told now`],
      data: { userId: found.id, dueAt },
      subject: found.id,
      detail: { check, dueAt },
    };
  },
});

export const authenticatorKeep = defineCommand({
  name: 'authenticator keep',
  description: 'it is not taken off after all',
  audited: 'kept an authenticator',
  options: [{ flags: '<user>' }, { flags: '--reason <text>', text: 'why; kept in the audit', required: true }],
  role: 'reviewer',
  schema: z.strictObject({ user, reason: words }),
  async run(tx, { user: name, reason }, now) {
    const { id } = await userNamed(tx, name);
    if (!(await endReset(tx, id, 'kept-by-operator', now))) {
      throw new OperatorError('state', `no reset of user ${id} waits`);
    }
    await announce(tx, [{ to: id, topics: ['security'] }], now);
    return {
      lines: [`user ${id} keeps the authenticator`],
      data: { userId: id },
      subject: id,
      detail: { reason },
    };
  },
});
