/** The command line of delivery slips: reads the file. */
import { readFileSync, statSync } from 'node:fs';
import { basename, extname, isAbsolute, resolve } from 'node:path';
import type { Command } from 'commander';
import { MAX_FILE_BYTES, SLIP_FORMATS, type SlipFormat } from '../domain/slips/file';
import type { CommandSender } from './cli-parts';
import { OperatorError } from './command';
import { groupNamed } from './cli-builder';

interface ImportOptions {
  file: string;
  dryRun?: boolean;
}

function formatOf(path: string): SlipFormat {
  const format = SLIP_FORMATS.find((one) => extname(path).toLowerCase() === `.${one}`);
  if (!format) throw new OperatorError('input', 'the file must end in .csv or .json');
  return format;
}

function textOf(path: string): string {
  try {
    if (statSync(path).size <= MAX_FILE_BYTES)
      return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    const reason = error instanceof TypeError ? 'is not UTF-8 text' : 'cannot be read';
    throw new OperatorError('input', `the file ${path} ${reason}`);
  }
  throw new OperatorError('input', `the file ${path} has more than ${MAX_FILE_BYTES} bytes: split it`);
}

/** `slips import`. */
export function addSlips(program: Command, send: CommandSender, callerDir: () => string): void {
  groupNamed(program, 'slips')
    .command('import')
    .description("import the trading desk's delivery slips, all or nothing; the same file twice changes nothing")
    .requiredOption('--file <path>', 'CSV with a header, or a JSON array; docs/operating.md has the columns')
    .option('--dry-run', 'only tell what an import would do')
    .action(({ file, dryRun }: ImportOptions) => {
      const path = isAbsolute(file) ? file : resolve(callerDir(), file);
      const input = { file: basename(path).slice(0, 200), format: formatOf(path), text: textOf(path) };
      return send('slips import', { ...input, ...(dryRun && { dryRun }) });
    });
}
