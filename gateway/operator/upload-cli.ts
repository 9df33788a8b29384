/** The command line of uploads. */
import { isAbsolute, resolve } from 'node:path';
import type { Command } from 'commander';
import { writeNewFile } from '../adapters/new-file';
import type { Cli } from './cli-parts';
import { OperatorError } from './command';
import { groupNamed } from './cli-builder';

/** `upload save`. */
export function addUpload(program: Command, { ask, show }: Pick<Cli, 'ask' | 'show'>, callerDir: () => string): void {
  groupNamed(program, 'upload')
    .command('save <path>')
    .description('write a readable copy of an image, by the path that "identity show" and "otc show" tell')
    .requiredOption('--out <file>', 'a new file; delete it when it was looked at')
    .action(async (path: string, { out }: { out: string }) => {
      const reply = await ask('upload save', { path });
      if (!reply.ok) return show(reply);
      const { base64, ...data } = reply.data as { base64: string };
      try {
        await writeNewFile(isAbsolute(out) ? out : resolve(callerDir(), out), Buffer.from(base64, 'base64'));
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        throw new OperatorError('input', code === 'EEXIST' ? `${out} is there already` : message);
      }
      show({ ...reply, lines: [...reply.lines, `written to ${out}`], data });
    });
}
