/** The command line of mining receipts: reads the file that is evidence. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Command } from 'commander';
import type { CommandSender } from './cli-parts';
import { OperatorError } from './command';
import { groupNamed } from './cli-builder';

interface RecordOptions {
  day: string;
  receipts: string;
  transaction?: string;
  file?: string;
}

function hashed(path: string): { file: string; sha256: string } {
  try {
    return { file: basename(path), sha256: createHash('sha256').update(readFileSync(path)).digest('hex') };
  } catch {
    throw new OperatorError('input', `the file ${path} cannot be read`);
  }
}

/** `mining record`. */
export function addMining(program: Command, send: CommandSender): void {
  groupNamed(program, 'mining')
    .command('record')
    .description("a UTC day's receipts, which its machines share after the fee; once per day")
    .requiredOption('--day <date>', 'a UTC day that is over, e.g. 2026-11-22')
    .requiredOption('--receipts <amount>', 'in USDT')
    .option('--transaction <id>', 'evidence: the transaction that brought them')
    .option('--file <path>', 'evidence: a file, of which name and SHA-256 are kept; keep the file')
    .action(({ day, receipts, transaction, file }: RecordOptions) => {
      if ((transaction === undefined) === (file === undefined))
        throw new OperatorError('input', 'name the evidence: --transaction or --file');
      return send('mining record', { day, receipts, evidence: file === undefined ? { transaction } : hashed(file) });
    });
}
