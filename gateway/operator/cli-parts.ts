/** The command line gives these to each group of commands. */
import type { Reply } from './transport';

/** Asks the database's side and prints the answer. */
export type CommandSender = (command: string, input: unknown) => Promise<void>;

/** The parts of the command line that a group of commands may need. */
export interface Cli {
  ask(command: string, input: unknown): Promise<Reply>;
  /** Prints an answer and sets the exit code. */
  show(reply: Reply): void;
  send: CommandSender;
}
