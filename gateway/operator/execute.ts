/** Runs commands: effects and audit row commit together; a command that needs two operators becomes a proposal first. */
import { withTransaction, type Tx } from '../db/transaction';
import { loadSettings } from '../domain/settings/settings';
import { admit, speakerOf } from './admit';
import { isAbout, PROPOSAL_MADE } from './audit-chain';
import { recordAct } from './audit-repo';
import type { Command, OperatorContext, OperatorDeps, Outcome, PreparedCommand } from './command';
import { insertProposal } from './proposals-repo';
import { statementText, type SignedStatement } from './statement';

class RehearsalEnd extends Error {
  constructor(readonly outcome: Outcome) {
    super('rehearsed');
  }
}

/** Tells the command's result and takes everything back. @throws OperatorError when the command would be refused */
async function rehearse(tx: Tx, prepared: PreparedCommand, now: number, context: OperatorContext): Promise<Outcome> {
  try {
    return await tx.transaction(async (inner) => {
      throw new RehearsalEnd(await prepared.run(inner, now, context));
    });
  } catch (error) {
    if (error instanceof RehearsalEnd) return error.outcome;
    throw error;
  }
}

/** Keeps the command for another operator's approval. @throws OperatorError when it could not be done even now */
async function propose(
  tx: Tx,
  { command, input, prepared }: { command: Command; input: unknown; prepared: PreparedCommand },
  now: number,
  context: OperatorContext,
): Promise<Outcome> {
  const { actor } = context;
  const { lines: preview, subject } = await rehearse(tx, prepared, now, { ...context, proposedBy: actor });
  const expiresAt = now + (await loadSettings(tx))['operators.proposalMs'];
  const id = await insertProposal(tx, { command: command.name, input, preview, proposedBy: actor, at: now, expiresAt });
  const until = new Date(expiresAt).toISOString();
  return {
    lines: [`proposal ${id}: another operator has to approve it until ${until}`, ...preview.map((line) => `  ${line}`)],
    data: { proposal: id, command: command.name, expiresAt: until, preview },
    act: PROPOSAL_MADE,
    subject,
    detail: { proposal: id, command: command.name, input },
  };
}

/**
 * Runs a signed command, or makes a proposal of it: its effects and its audit row commit together, or neither.
 * @throws OperatorError, and whatever the database throws.
 */
export async function execute(deps: OperatorDeps, command: Command, signed: SignedStatement): Promise<Outcome> {
  await admit(deps, command, signed);
  const { statement, signature } = signed;
  const { key, input } = statement;
  const record = (tx: Tx, actor: string, outcome: Outcome, at: number) => {
    const { act = command.name, subject, ending } = outcome;
    const detail = { ...outcome.detail, ...(ending && { ending }) };
    // `audit verify` would doubt such a row for ever.
    if (!isAbout({ act, detail }, statement)) throw new Error(`${command.name} would be recorded as ${act}`);
    return recordAct(tx, { actor, act, subject, detail, at, statement: statementText(statement), signature });
  };

  const run = async (tx: Tx, now: number): Promise<{ outcome: Outcome; actor: string }> => {
    const context = { ...deps, ...(await speakerOf(tx, key, command)), key, proposedBy: null };
    const prepared = command.prepare(input);
    const outcome = (await prepared.needsSecond(tx, now, context))
      ? await propose(tx, { command, input, prepared }, now, context)
      : await prepared.run(tx, now, context);
    return { outcome, actor: outcome.actor ?? context.actor };
  };

  const { isolationLevel = 'read committed' } = command;
  if (isolationLevel === 'repeatable read') {
    // The command only reads; its snapshot is older than the audit's end, so the audit row has a transaction of its own.
    const { outcome, actor } = await withTransaction(deps.db, (tx) => run(tx, deps.clock.now()), { isolationLevel });
    await withTransaction(deps.db, (tx) => record(tx, actor, outcome, deps.clock.now()));
    return outcome;
  }
  return withTransaction(deps.db, async (tx) => {
    const now = deps.clock.now();
    const { outcome, actor } = await run(tx, now);
    await record(tx, actor, outcome, now);
    return outcome;
  });
}
