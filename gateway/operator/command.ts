/** Defines an operator command: data, an input schema, and one function that runs in one transaction with its audit row. */
import * as z from 'zod/mini';
import { doubtOf } from '../adapters/clock';
import type { TransactionOptions, Tx } from '../db/transaction';
import type { Deps } from '../domain/call-context';
import type { Role } from './roles';

export type OperatorDeps = Pick<Deps, 'db' | 'clock' | 'secret' | 'chains' | 'files'>;

/** A command's result. `lines` is for people, `data` for `--json`; `failed` makes the exit code 1. */
export interface Outcome {
  lines: string[];
  data: unknown;
  failed?: boolean;
  /** Goes into the audit row, as `detail` does. */
  subject: string | null;
  detail: Record<string, unknown>;
  /** The audit's name for the act, where it is not the command's: a proposal that is made, or the command of one that is approved. */
  act?: string;
  /** Nothing was changed, and why: only rehearsed, refused by what it asks for, or known already. The audit row says it. */
  ending?: 'rehearsed' | 'refused' | 'known';
  /** The actor's name, where the actor was not enrolled before the command. */
  actor?: string;
}

/** An operator, as the key of a statement tells. */
export interface Operator {
  name: string;
  role: Role;
  /** The operator's own account on the platform, where they told it. */
  userId: string | null;
}

/** A command runs with this: the gateway's outsides, and the operators who act. */
export interface OperatorContext extends OperatorDeps {
  /** The executing operator's name, as the audit has it; of two operators the second one. */
  actor: string;
  /** The executing operator; null for somebody who is not enrolled, which no command but `operator claim` lets through. */
  operator: Operator | null;
  /** The key that signed the statement: raw, base64. */
  key: string;
  /** The first of two operators, also while the proposal is rehearsed; null where the command needs no second one. */
  proposedBy: string | null;
}

type CommandRunner<I, T> = (tx: Tx, input: I, now: number, context: OperatorContext) => T;

/** Something that is given with a command. */
export interface CommandOption {
  /** `<id>` in its place, `--limit <count>` by name, `--chain` without a value. */
  flags: string;
  /** The option's help text. */
  text?: string;
  required?: true;
  default?: string | number;
  /** The reader of its text; absent for the text itself. `pairs` may be given several times. */
  as?: 'count' | 'count-or-all' | 'json' | 'pairs';
  /** The field of the input, where it is not called the same. */
  field?: string;
}

/**
 * A command's description for people and for the parts that are generated from it: the command line (cli-builder.ts), a desk.
 */
export interface CommandDescription {
  /** Its words: a group and an act, or one alone. */
  name: string;
  /** Its purpose, in one line. */
  description?: string;
  /** The operator's act in the audit's words, e.g. "approved a withdrawal". */
  audited: string;
  /** The parts of its input; absent where that takes more than typed words: files, keys, several lines for one command. */
  options?: readonly CommandOption[];
}

/** A command's declaration, from which `defineCommand` makes the command. */
export interface CommandDeclaration<S extends z.ZodMiniType> extends CommandDescription {
  /** The least role that may do it (roles.ts); `unenrolled`: whoever is not enrolled, and nobody else. */
  role: Role | 'unenrolled';
  schema: S;
  /**
   * True, or a function that answers true, when two different operators have to (docs/rules.md §12). Then the first one's command
   * becomes a proposal, and `run` follows when another operator approves it.
   */
  needsSecond?: true | CommandRunner<z.output<S>, boolean | Promise<boolean>>;
  /** Moves money, or something that time decides about: refused while the clock is doubted. */
  needsClock?: true;
  /** Default `read committed`; `repeatable read` shows one moment to a command that only reads. */
  isolationLevel?: TransactionOptions['isolationLevel'];
  /**
   * Does it. A command that needs a second operator is rehearsed when it is proposed, and that is rolled back: it must do nothing
   * outside the database. It judges its input and the state of things anew each time. @throws OperatorError
   */
  run: CommandRunner<z.output<S>, Promise<Outcome>>;
}

/** A command with an input that its schema has accepted. */
export interface PreparedCommand {
  needsSecond(tx: Tx, now: number, context: OperatorContext): Promise<boolean>;
  run(tx: Tx, now: number, context: OperatorContext): Promise<Outcome>;
}

export interface Command extends CommandDescription {
  schema: z.ZodMiniType;
  role: Role | 'unenrolled';
  isolationLevel: TransactionOptions['isolationLevel'];
  /** @throws OperatorError input, in one sentence */
  prepare(input: unknown): PreparedCommand;
}

/** The operator asked for something that cannot be done; the message is one sentence for them. */
export class OperatorError extends Error {
  override name = 'OperatorError';
  constructor(
    /**
     * `input`: the command line is at fault (exit 2); `state`: what it asks for is not possible now (exit 1); `denied`: this key may not
     * (exit 4).
     */
    readonly fault: 'input' | 'state' | 'denied',
    message: string,
  ) {
    super(message);
  }
}

const CLOCK_DOUBTED =
  'the gateway\'s clock is being checked, so nothing that moves money is done; "clock status" tells more';

/** Says in one sentence the first thing that is wrong with the input. */
function sentence(error: z.core.$ZodError): string {
  const [issue] = error.issues;
  if (!issue) return 'the input is not acceptable';
  const where = issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  return `${where}${issue.message}`;
}

export function defineCommand<S extends z.ZodMiniType>(declared: CommandDeclaration<S>): Command {
  const { name, description, audited, options, role, schema, isolationLevel, run } = declared;
  const { needsSecond = () => false, needsClock = false } = declared;
  return {
    name,
    description,
    audited,
    options,
    schema,
    role,
    isolationLevel,
    prepare(input) {
      const parsed = z.safeParse(schema, input);
      if (!parsed.success) throw new OperatorError('input', sentence(parsed.error));
      const { data } = parsed;
      return {
        needsSecond: async (tx, now, context) => needsSecond === true || needsSecond(tx, data, now, context),
        run(tx, now, context) {
          if (needsClock && doubtOf(context.clock) !== null) throw new OperatorError('state', CLOCK_DOUBTED);
          return run(tx, data, now, context);
        },
      };
    },
  };
}

/** Nobody acts on their own request (docs/rules.md §12). @throws OperatorError when the operator's own account is one of `users` */
export function refuseOwn({ operator }: OperatorContext, users: readonly (string | null)[]): void {
  if (operator && operator.userId !== null && users.includes(operator.userId)) {
    throw new OperatorError('denied', 'this is about your own account: another operator has to');
  }
}
