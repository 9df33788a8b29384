/** `operator claim|enrol|list|role|rekey|revoke`: who operates, and with which key (docs/rules.md §12). */
import * as z from 'zod/mini';
import { OPERATOR_ROLES } from '../db/schema/operators';
import type { Tx } from '../db/transaction';
import { defineCommand, OperatorError, type OperatorContext } from './command';
import { hashOfCode } from './first-code';
import {
  countOperators,
  insertOperator,
  listOperators,
  lockOperator,
  replaceKey,
  revokeOperator,
  saveRole,
  takeCode,
  type OperatorRow,
} from './operators-repo';
import { operatorPublicKey } from './statement';
import { userNamed } from './users';

const name = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9-]{1,31}$/, 'must be 2–32 lower-case letters, digits or hyphens, a letter first'));
const role = z.enum(OPERATOR_ROLES, { error: `must be one of ${OPERATOR_ROLES.join(', ')}` });
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** The first operator enrols the second one alone, since there is nobody else; from then on two have to. */
const FIRST_TWO = 2;
const needsSecond = async (tx: Tx) => (await countOperators(tx)) >= FIRST_TWO;

async function enrol(
  tx: Tx,
  given: { name: string; role: OperatorRow['role']; publicKey: string; userId: string | null },
  at: number,
): Promise<void> {
  if (!(await insertOperator(tx, { ...given, at }))) {
    throw new OperatorError('state', `${given.name}, this key or this account is or was another operator's`);
  }
}

/** The server's code instead of other operators: for the first one, and after all keys were lost. */
export const operatorClaim = defineCommand({
  name: 'operator claim',
  audited: 'became the first operator by the code of the gateway',
  role: 'unenrolled',
  schema: z.strictObject({ name, code: z.string().check(z.maxLength(60)) }),
  async run(tx, input, now, { secret, key }) {
    if (!(await takeCode(tx, hashOfCode(secret, input.code)))) {
      throw new OperatorError('denied', 'this is not the code that the gateway told, or it was used');
    }
    await enrol(tx, { name: input.name, role: 'admin', publicKey: key, userId: null }, now);
    return {
      lines: [`${input.name} is enrolled as admin; enrol a second admin next`],
      data: { name: input.name, role: 'admin' },
      actor: input.name,
      subject: input.name,
      detail: { role: 'admin', publicKey: key, by: 'code' },
    };
  },
});

export const operatorEnrol = defineCommand({
  name: 'operator enrol',
  audited: 'enrolled an operator',
  role: 'admin',
  needsSecond,
  schema: z.strictObject({
    name,
    role,
    publicKey: operatorPublicKey,
    /** The operator's own account on the platform: the user's id, e-mail, phone number or invitation code. */
    user: z.optional(z.string().check(z.minLength(1), z.maxLength(254))),
  }),
  async run(tx, input, now, { proposedBy }) {
    if (proposedBy === null && input.role !== 'admin') {
      throw new OperatorError('state', 'the second operator is an admin too: only two admins can enrol others');
    }
    const userId = input.user === undefined ? null : (await userNamed(tx, input.user)).id;
    await enrol(tx, { name: input.name, role: input.role, publicKey: input.publicKey, userId }, now);
    const data = { name: input.name, role: input.role, publicKey: input.publicKey, userId };
    return { lines: [`${input.name} is enrolled as ${input.role}`], data, subject: input.name, detail: data };
  },
});

export const operatorList = defineCommand({
  name: 'operator list',
  audited: 'listed operators',
  options: [],
  role: 'support',
  schema: z.strictObject({}),
  async run(tx) {
    const data = (await listOperators(tx)).map(({ operator, publicKey }) => ({
      name: operator.name,
      role: operator.role,
      userId: operator.userId,
      publicKey,
      enrolledAt: iso(operator.enrolledAt),
      revokedAt: iso(operator.revokedAt),
    }));
    return {
      lines: data.map((one) =>
        [
          one.name,
          one.role,
          one.revokedAt === null ? `enrolled ${one.enrolledAt}` : `REVOKED ${one.revokedAt}`,
          one.publicKey ?? '–',
          ...(one.userId === null ? [] : [`user ${one.userId}`]),
        ].join('\t'),
      ),
      data,
      subject: null,
      detail: {},
    };
  },
});

/** @throws OperatorError for one who is not enrolled, or no more */
async function lockActive(tx: Tx, who: string): Promise<OperatorRow> {
  const row = await lockOperator(tx, who);
  if (!row) throw new OperatorError('state', `there is no operator ${who}`);
  if (row.revokedAt !== null) throw new OperatorError('state', `${who} was revoked at ${iso(row.revokedAt)}`);
  return row;
}

function refuseSelf({ actor, proposedBy }: OperatorContext, who: string): void {
  if (who === actor || who === proposedBy) {
    throw new OperatorError('denied', 'nobody changes their own role: two others have to');
  }
}

export const operatorRole = defineCommand({
  name: 'operator role',
  description: 'support, reviewer, finance or admin',
  audited: 'gave an operator another role',
  options: [{ flags: '<name>' }, { flags: '<role>' }],
  role: 'admin',
  needsSecond,
  schema: z.strictObject({ name, role }),
  async run(tx, input, _now, context) {
    refuseSelf(context, input.name);
    const before = await lockActive(tx, input.name);
    await saveRole(tx, before.id, input.role);
    const data = { name: input.name, before: before.role, after: input.role };
    return {
      lines: [`${input.name}: ${before.role} → ${input.role}`],
      data,
      subject: input.name,
      detail: data,
    };
  },
});

/** Replaces a key that was lost, or is to be another one; the operator's name and acts stay. */
export const operatorRekey = defineCommand({
  name: 'operator rekey',
  description: 'another key for them, e.g. after the old one was lost',
  audited: 'gave an operator another key',
  options: [
    { flags: '<name>' },
    { flags: '--public-key <base64>', text: 'as "operator keygen" printed it', required: true },
  ],
  role: 'admin',
  needsSecond,
  schema: z.strictObject({ name, publicKey: operatorPublicKey }),
  async run(tx, input, now) {
    const { id } = await lockActive(tx, input.name);
    if (!(await replaceKey(tx, id, input.publicKey, now))) {
      throw new OperatorError('state', "this key is or was an operator's");
    }
    const data = { name: input.name, publicKey: input.publicKey };
    return { lines: [`${input.name} signs with another key from now on`], data, subject: input.name, detail: data };
  },
});

/** One admin is enough: a key that is in wrong hands must end at once. */
export const operatorRevoke = defineCommand({
  name: 'operator revoke',
  description: 'ends their key at once',
  audited: 'revoked an operator',
  options: [{ flags: '<name>' }, { flags: '--reason <text>', text: 'why', required: true }],
  role: 'admin',
  schema: z.strictObject({
    name,
    reason: z.string().check(z.trim(), z.minLength(1, 'must say why'), z.maxLength(200)),
  }),
  async run(tx, input, now) {
    const { id, role: held } = await lockActive(tx, input.name);
    await revokeOperator(tx, id, now);
    const data = { name: input.name, role: held, reason: input.reason };
    return { lines: [`${input.name} is revoked; the name stays taken`], data, subject: input.name, detail: data };
  },
});
