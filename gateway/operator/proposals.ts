/** `proposal list|show|approve|reject`: the second operator's part of what needs two (docs/rules.md §12). */
import * as z from 'zod/mini';
import { canonicalJson } from '../../contract/canonical-json';
import { PROPOSAL_STATES } from '../db/schema/operators';
import type { Tx } from '../db/transaction';
import { isRecordId } from '../domain/paging';
import { defineCommand, OperatorError, type Command, type Operator } from './command';
import { findOperator } from './operators-repo';
import { decideProposal, findProposal, listProposals, lockProposal, type ProposalRow } from './proposals-repo';
import { mayDo } from './roles';

const id = z.string().check(z.refine(isRecordId, "must be a proposal's id"));
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

function facts(row: ProposalRow, now: number) {
  return {
    id: row.id,
    state: row.state === 'open' && row.expiresAt <= now ? 'expired' : row.state,
    command: row.command,
    input: row.input,
    proposedBy: row.proposedBy,
    at: iso(row.at),
    expiresAt: iso(row.expiresAt),
    decidedBy: row.decidedBy,
    decidedAt: iso(row.decidedAt),
    reason: row.reason,
    preview: row.preview,
  };
}

const LISTED = [...PROPOSAL_STATES, 'all'] as const;

const proposalList = defineCommand({
  name: 'proposal list',
  audited: 'listed proposals',
  options: [
    { flags: '--state <state>', text: 'open, executed, rejected or all', default: 'open' },
    { flags: '--limit <count>', text: 'at most 200', as: 'count', default: 50 },
  ],
  role: 'support',
  schema: z.strictObject({
    state: z.enum(LISTED, { error: `must be one of ${LISTED.join(', ')}` }),
    limit: z.int().check(z.gte(1), z.lte(200)),
  }),
  async run(tx, { state, limit }, now) {
    const rows = await listProposals(tx, state === 'all' ? null : state, limit);
    const data = rows.map((row) => facts(row, now));
    return {
      lines: data.map((one) =>
        [
          one.id,
          one.state,
          one.command,
          canonicalJson(one.input),
          `by ${one.proposedBy}`,
          `until ${one.expiresAt}`,
        ].join('\t'),
      ),
      data,
      subject: null,
      detail: { state, listed: data.length },
    };
  },
});

const proposalShow = defineCommand({
  name: 'proposal show',
  description: 'the command, its input, who proposed it, and what it would do',
  audited: 'looked at a proposal',
  options: [{ flags: '<id>' }],
  role: 'support',
  schema: z.strictObject({ id }),
  async run(tx, input, now) {
    const row = await findProposal(tx, input.id);
    if (!row) throw new OperatorError('state', `there is no proposal ${input.id}`);
    const data = facts(row, now);
    const { preview, input: asked, ...shown } = data;
    return {
      lines: [
        ...Object.entries(shown).map(([key, value]) => `${key}\t${value ?? '–'}`),
        `input\t${canonicalJson(asked)}`,
        ...preview.map((line) => `would do\t${line}`),
      ],
      data,
      subject: row.id,
      detail: {},
    };
  },
});

/** @throws OperatorError for a proposal that is not there, or has ended */
async function lockOpen(tx: Tx, number: string): Promise<ProposalRow> {
  const row = await lockProposal(tx, number);
  if (!row) throw new OperatorError('state', `there is no proposal ${number}`);
  if (row.state !== 'open') throw new OperatorError('state', `proposal ${number} was ${row.state} by ${row.decidedBy}`);
  return row;
}

/** @throws OperatorError when the operator's role may not do the command that a proposal is about */
function refuseRole(operator: Operator | null, { name, role }: Command): void {
  if (operator && role !== 'unenrolled' && mayDo(operator.role, role)) return;
  throw new OperatorError(
    'denied',
    `"${name}" is for ${role}; ${operator?.name ?? 'nobody'} is ${operator?.role ?? 'none'}`,
  );
}

/** @throws OperatorError unless both operators may do the command still */
async function refuseUnfit(tx: Tx, second: Operator | null, proposedBy: string, target: Command): Promise<void> {
  refuseRole(second, target);
  const proposer = await findOperator(tx, proposedBy);
  if (!proposer || proposer.revokedAt !== null) {
    throw new OperatorError('state', `${proposedBy}, who proposed it, was revoked; propose it again`);
  }
  refuseRole(proposer, target);
}

/** The command and its input go with the approval, so that it says what was approved and not only a number. */
const approval = z.strictObject({ id, command: z.string(), input: z.unknown() });

/** Executes what another operator proposed, as things are now. */
const proposalApprove = (commandNamed: (name: string) => Command) =>
  defineCommand({
    name: 'proposal approve',
    description: 'executes it, as things are now; another operator than the one who proposed it',
    audited: 'approved a proposal',
    options: [{ flags: '<id>' }],
    role: 'support',
    schema: approval,
    async run(tx, seen, now, context) {
      const row = await lockOpen(tx, seen.id);
      const { actor } = context;
      const { command, input, proposedBy } = row;
      const target = commandNamed(command);
      if (row.expiresAt <= now) {
        throw new OperatorError('state', `proposal ${row.id} expired at ${iso(row.expiresAt)}; propose it again`);
      }
      if (proposedBy === actor) {
        throw new OperatorError('state', `you proposed ${row.id} yourself: another operator has to approve it`);
      }
      if (seen.command !== command || canonicalJson(seen.input) !== canonicalJson(input)) {
        throw new OperatorError('input', `proposal ${row.id} is another command than the one that you approve`);
      }
      await refuseUnfit(tx, context.operator, proposedBy, target);
      const outcome = await target.prepare(input).run(tx, now, { ...context, proposedBy });
      await decideProposal(tx, row.id, { state: 'executed', decidedBy: actor, decidedAt: now });
      return { ...outcome, act: command, detail: { ...outcome.detail, proposal: row.id, proposedBy } };
    },
  });

const proposalReject = (commandNamed: (name: string) => Command) =>
  defineCommand({
    name: 'proposal reject',
    audited: 'rejected a proposal',
    options: [{ flags: '<id>' }, { flags: '--reason <text>', text: 'why', required: true }],
    role: 'support',
    schema: z.strictObject({
      id,
      reason: z.string().check(z.trim(), z.minLength(1, 'must say why'), z.maxLength(200)),
    }),
    async run(tx, { id: number, reason }, now, { actor, operator }) {
      const row = await lockOpen(tx, number);
      // Whoever proposed it may take it back.
      if (row.proposedBy !== actor) refuseRole(operator, commandNamed(row.command));
      await decideProposal(tx, row.id, { state: 'rejected', decidedBy: actor, decidedAt: now, reason });
      return {
        lines: [`proposal ${row.id} is rejected`],
        data: { proposal: row.id, reason },
        subject: row.id,
        detail: { command: row.command, input: row.input, proposedBy: row.proposedBy, reason },
      };
    },
  });

/** @param commandNamed finds what was proposed. @throws OperatorError for a name that is none */
export function proposalCommands(commandNamed: (name: string) => Command): readonly Command[] {
  return [proposalList, proposalShow, proposalApprove(commandNamed), proposalReject(commandNamed)];
}
