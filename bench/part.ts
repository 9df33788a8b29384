/** The benchmark command runs parts of this shape. */
import type { Comparison } from './measure';
import type { Rows } from './table';

export interface Options {
  /** Small counts, to see that everything runs; its figures mean little. */
  isQuick: boolean;
  /** Tells where a long part is. */
  say(line: string): void;
}

export interface PartResult {
  comparisons: Comparison[];
  /** In place of the comparisons: a table of another shape, and the document of docs/ that has it. */
  table?: { rows: Rows; document: string };
  /** It ran on this beside the machine: a browser's or a server's version and settings. */
  ranOn: string;
  /** A limit that its median misses fails the command. */
  isBudget?: true;
}

export type Part = (options: Options) => Promise<PartResult>;
