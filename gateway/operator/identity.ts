/** `identity list|show|approve|fail`: the queue of real-name verifications (docs/rules.md §9). */
import * as z from 'zod/mini';
import type { Tx } from '../db/transaction';
import { openFreeze } from '../domain/freeze/repo';
import { announce } from '../domain/live/announce';
import { openRecord } from '../domain/identity/real-name/real-name';
import {
  lockRecord,
  recordOf,
  recordsByStatus,
  saveRecord,
  usersWithNumber,
} from '../domain/identity/real-name/real-name-repo';
import { IDENTITY_FIELDS, reviewed, type IdentityStatus } from '../domain/identity/real-name/real-name-rules';
import {
  defineCommand,
  OperatorError,
  refuseOwn,
  type CommandOption,
  type OperatorContext,
  type Outcome,
} from './command';
import { pathsOf } from './upload';
import { userNamed } from './users';

const STATUSES = ['pending-review', 'approved', 'failed', 'not-verified'] as const satisfies readonly IdentityStatus[];
const user = z.string().check(z.minLength(1), z.maxLength(254));
const version = z.int().check(z.gte(1, 'must be the version that "identity show" told'));
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

export const identityList = defineCommand({
  name: 'identity list',
  audited: 'listed verifications',
  options: [
    { flags: '--status <status>', text: 'pending-review, approved, failed or not-verified', default: 'pending-review' },
    { flags: '--limit <count>', text: 'at most 200', as: 'count', default: 50 },
  ],
  role: 'reviewer',
  schema: z.strictObject({
    status: z.enum(STATUSES, { error: `must be one of ${STATUSES.join(', ')}` }),
    limit: z.int().check(z.gte(1), z.lte(200)),
  }),
  run: async (tx, { status, limit }) => {
    const data = (await recordsByStatus(tx, status, limit)).map(({ submittedAt, ...row }) => ({
      ...row,
      submittedAt: iso(submittedAt),
    }));
    return {
      lines: data.map(({ userId, email, phone, nickname, revision, submittedAt }) =>
        [userId, email ?? phone ?? '–', nickname, `version ${revision}`, submittedAt ?? '–'].join('\t'),
      ),
      data,
      subject: null,
      detail: { status, listed: data.length },
    };
  },
});

export const identityShow = defineCommand({
  name: 'identity show',
  description: 'by id, e-mail, phone number or invitation code; tells the version to decide about',
  audited: 'looked at a verification',
  options: [{ flags: '<user>' }],
  role: 'reviewer',
  schema: z.strictObject({ user }),
  run: async (tx, input, _now, deps) => {
    const { id, identityStatus } = await userNamed(tx, input.user);
    const record = await recordOf(tx, id);
    if (!record) throw new OperatorError('state', `user ${id} has handed nothing in`);
    const data = {
      userId: id,
      status: identityStatus,
      version: record.revision,
      documentType: record.documentType,
      ...openRecord(deps, record),
      images: record.images.map(await pathsOf(tx, record.images)),
      fields: record.fields,
      submittedAt: iso(record.submittedAt),
      reviewedAt: iso(record.reviewedAt),
      // Whoever has it approved can thaw the account.
      frozenSince: iso((await openFreeze(tx, id))?.frozenAt ?? null),
      sameNumber: await usersWithNumber(tx, record),
    };
    const { images, fields, sameNumber, ...facts } = data;
    return {
      lines: [
        ...Object.entries(facts).map(([key, value]) => `${key}\t${value ?? '–'}`),
        ...images.map((path) => `image\t${path} (below VAR_DIR)`),
        ...IDENTITY_FIELDS.map((field) => {
          const { state = 'missing', reason } = fields[field] ?? {};
          return `field ${field}\t${state}${reason === undefined ? '' : `: ${reason}`}`;
        }),
        ...sameNumber.map((other) => `same number\tuser ${other}`),
      ],
      data,
      subject: id,
      // The audit names the operator who looked, and not the data that they saw.
      detail: { version: record.revision },
    };
  },
});

/** Decides about the submission that the operator has seen. @throws OperatorError when it is another by now, or none waits */
async function decide(
  tx: Tx,
  name: string,
  seen: number,
  reasons: Parameters<typeof reviewed>[1],
  now: number,
  context: OperatorContext,
): Promise<Outcome> {
  const { id } = await userNamed(tx, name);
  refuseOwn(context, [id]);
  const locked = await lockRecord(tx, id);
  if (locked?.status !== 'pending-review') throw new OperatorError('state', `nothing of user ${id} waits for review`);
  const { record } = locked;
  if (record.revision !== seen) {
    throw new OperatorError('state', `user ${id} has handed in version ${record.revision} meanwhile: look at it first`);
  }
  const fields = reviewed(record.fields, reasons);
  const status = Object.keys(reasons).length > 0 ? 'failed' : 'approved';
  await saveRecord(tx, { ...record, fields, reviewedAt: now }, status);
  const kind = status === 'approved' ? 'identity-approved' : 'identity-failed';
  await announce(tx, [{ to: id, topics: ['identity'], notice: { kind, subjectId: String(seen) } }], now);
  return {
    lines: [`user ${id} is ${status}`, ...Object.entries(reasons).map(([field, reason]) => `${field}\t${reason}`)],
    data: { userId: id, status, fields },
    subject: id,
    detail: { version: seen, before: 'pending-review', after: status, reasons },
  };
}

/** The reviewer decides on what they saw, not on what was sent since. */
const SEEN: CommandOption = {
  flags: '--seen <version>',
  text: 'the version that was looked at',
  required: true,
  as: 'count',
  field: 'version',
};

export const identityApprove = defineCommand({
  name: 'identity approve',
  audited: 'approved a verification',
  options: [{ flags: '<user>' }, SEEN],
  role: 'reviewer',
  schema: z.strictObject({ user, version }),
  run: (tx, input, now, context) => decide(tx, input.user, input.version, {}, now, context),
});

const reason = z.string().check(z.trim(), z.minLength(1, 'must say why'), z.maxLength(200));

export const identityFail = defineCommand({
  name: 'identity fail',
  audited: 'failed a verification',
  options: [
    { flags: '<user>' },
    SEEN,
    {
      flags: '--field <field=reason>',
      text: 'documentType, documentNumber, realName or images, and why; repeatable; the others are approved',
      required: true,
      as: 'pairs',
      field: 'reasons',
    },
  ],
  role: 'reviewer',
  schema: z.strictObject({
    user,
    version,
    reasons: z
      .partialRecord(z.enum(IDENTITY_FIELDS, { error: `must be one of ${IDENTITY_FIELDS.join(', ')}` }), reason)
      .check(z.refine((given) => Object.keys(given).length > 0, 'at least one field with its reason')),
  }),
  run: (tx, input, now, context) => decide(tx, input.user, input.version, input.reasons, now, context),
});
