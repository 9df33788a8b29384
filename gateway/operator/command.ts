/** What an operator command is: data, an input schema, and one function that runs in one transaction with its audit row. */
import * as z from 'zod/mini';
import { withTransaction, type Tx } from '../db/transaction';
import type { Deps } from '../domain/call-context';
import { recordAct } from './repo';

export type OperatorDeps = Pick<Deps, 'db' | 'clock' | 'secret' | 'chains'>;

/** What a command gives back. `lines` is for people, `data` for `--json`; `failed` makes the exit code 1. */
export interface Outcome {
  lines: string[];
  data: unknown;
  failed?: boolean;
  /** For the audit row. */
  subject: string | null;
  detail: Record<string, unknown>;
}

/** What a command runs with: the gateway's outsides, and who is at the command line. */
export interface OperatorContext extends OperatorDeps {
  /** `os:<user name>`. */
  actor: string;
}

export interface Command {
  name: string;
  run(tx: Tx, input: unknown, now: number, context: OperatorContext): Promise<Outcome>;
}

/** The operator asked for something that cannot be done; the message is one sentence for them. */
export class OperatorError extends Error {
  override name = 'OperatorError';
  constructor(
    /** `input`: the command line is at fault (exit 2); `state`: what it asks for is not possible now (exit 1). */
    readonly fault: 'input' | 'state',
    message: string,
  ) {
    super(message);
  }
}

/** One sentence for the first thing that is wrong. */
function sentence(error: z.core.$ZodError): string {
  const [issue] = error.issues;
  if (!issue) return 'the input is not acceptable';
  const where = issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  return `${where}${issue.message}`;
}

export function defineCommand<S extends z.ZodMiniType>(
  name: string,
  schema: S,
  run: (tx: Tx, input: z.output<S>, now: number, context: OperatorContext) => Promise<Outcome>,
): Command {
  return {
    name,
    async run(tx, input, now, context) {
      const parsed = z.safeParse(schema, input);
      if (!parsed.success) throw new OperatorError('input', sentence(parsed.error));
      return run(tx, parsed.data, now, context);
    },
  };
}

/**
 * Runs a command: its effects and its audit row commit together, or neither.
 * @throws OperatorError, and whatever the database throws.
 */
export async function execute(deps: OperatorDeps, command: Command, input: unknown, actor: string): Promise<Outcome> {
  return withTransaction(deps.db, async (tx) => {
    const now = deps.clock.now();
    const outcome = await command.run(tx, input, now, { ...deps, actor });
    await recordAct(tx, { actor, act: command.name, subject: outcome.subject, detail: outcome.detail, at: now });
    return outcome;
  });
}
