/** What an operator command is: data, an input schema, and one function that runs in one transaction with its audit row. */
import * as z from 'zod/mini';
import { doubtOf } from '../adapters/clock';
import type { TransactionOptions, Tx } from '../db/transaction';
import type { Deps } from '../domain/call-context';
import type { Role } from './roles';

export type OperatorDeps = Pick<Deps, 'db' | 'clock' | 'secret' | 'chains' | 'files'>;

/** What a command gives back. `lines` is for people, `data` for `--json`; `failed` makes the exit code 1. */
export interface Outcome {
  lines: string[];
  data: unknown;
  failed?: boolean;
  /** For the audit row. */
  subject: string | null;
  detail: Record<string, unknown>;
  /** What the audit calls it where that is not the command's name. */
  act?: string;
  /** Who did it where that is nobody who was enrolled before. */
  actor?: string;
}

/** An operator, as the key of a statement tells. */
export interface Operator {
  name: string;
  role: Role;
  /** The operator's own account on the platform, where they told it. */
  userId: string | null;
}

/** What a command runs with: the gateway's outsides, and who acts. */
export interface OperatorContext extends OperatorDeps {
  /** Who executes it; of two operators the second one. The name, as the audit has it. */
  actor: string;
  /** The same; null for somebody who is not enrolled, which no command but `operator claim` lets through. */
  operator: Operator | null;
  /** The key that signed the statement: raw, base64. */
  key: string;
  /** The first of two operators, also while the proposal is rehearsed; null where the command needs no second one. */
  proposedBy: string | null;
}

type Run<I, T> = (tx: Tx, input: I, now: number, context: OperatorContext) => T;

/** Something that is given with a command. */
export interface CommandOption {
  /** `<id>` in its place, `--limit <count>` by name, `--chain` without a value. */
  flags: string;
  /** For people. */
  text?: string;
  required?: true;
  default?: string | number;
  /** How its text is read; absent for the text itself. `pairs` may be given several times. */
  as?: 'count' | 'count-or-all' | 'json' | 'pairs';
  /** The field of the input, where it is not called the same. */
  field?: string;
}

/** What a command is to people, and to what is generated for them: the command line (command-line.ts), a desk. */
export interface Told {
  /** Its words: a group and an act, or one alone. */
  name: string;
  /** What it does, in one line. */
  description?: string;
  /** What the audit says that the operator did. */
  audited: string;
  /** What the input is made of; absent where that takes more than what is typed: files, keys, several lines for one command. */
  options?: readonly CommandOption[];
}

/** How a command is declared. */
export interface Declaration<S extends z.ZodMiniType> extends Told {
  /** The least role that may do it (roles.ts); `unenrolled`: whoever is not enrolled, and nobody else. */
  role: Role | 'unenrolled';
  schema: S;
  /**
   * Whether two different operators have to (docs/rules.md §12). Then the first one's command becomes a proposal, and `run` follows when
   * another operator approves it.
   */
  needsSecond?: true | Run<z.output<S>, boolean | Promise<boolean>>;
  /** Moves money, or something that time decides about: refused while the clock is doubted. */
  needsClock?: true;
  /** Default `read committed`; `repeatable read` shows one moment to a command that only reads. */
  isolationLevel?: TransactionOptions['isolationLevel'];
  /**
   * Does it. A command that needs a second operator is rehearsed when it is proposed, and that is rolled back: it must do nothing
   * outside the database. It judges its input and the state of things anew each time. @throws OperatorError
   */
  run: Run<z.output<S>, Promise<Outcome>>;
}

/** A command with an input that its schema has accepted. */
export interface Prepared {
  needsSecond(tx: Tx, now: number, context: OperatorContext): Promise<boolean>;
  run(tx: Tx, now: number, context: OperatorContext): Promise<Outcome>;
}

export interface Command extends Told {
  schema: z.ZodMiniType;
  role: Role | 'unenrolled';
  isolationLevel: TransactionOptions['isolationLevel'];
  /** @throws OperatorError input, in one sentence */
  prepare(input: unknown): Prepared;
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

/** One sentence for the first thing that is wrong. */
function sentence(error: z.core.$ZodError): string {
  const [issue] = error.issues;
  if (!issue) return 'the input is not acceptable';
  const where = issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  return `${where}${issue.message}`;
}

export function defineCommand<S extends z.ZodMiniType>(declared: Declaration<S>): Command {
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
