/** What the command line gives each group of commands. */
import type { Reply } from './transport';

/** Asks the database's side and prints the answer. */
export type Send = (command: string, input: unknown) => Promise<void>;

/** What a group of commands may need of the command line. */
export interface Cli {
  ask(command: string, input: unknown): Promise<Reply>;
  /** Prints an answer and sets the exit code. */
  show(reply: Reply): void;
  send: Send;
}
