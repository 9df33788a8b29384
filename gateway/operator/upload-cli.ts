/** The command line of uploads: a copy of an image goes into a new file. */
import { isAbsolute, resolve } from 'node:path';
import type { Command } from 'commander';
import { writeNewFile } from '../adapters/new-file';
import type { Cli } from './cli-parts';
import { OperatorError } from './command';
import { groupNamed, wholeNumber } from './cli-builder';

type ImageCli = Pick<Cli, 'ask' | 'show'>;

const OUT = ['--out <file>', 'a new file; delete it when it was looked at'] as const;

/** `upload save` and `feedback image`. */
export function addUpload(program: Command, cli: ImageCli, callerDir: () => string): void {
  const save = async (command: string, input: object, out: string) => {
    const reply = await cli.ask(command, input);
    if (!reply.ok) return cli.show(reply);
    const { base64, ...data } = reply.data as { base64: string };
    const file = isAbsolute(out) ? out : resolve(callerDir(), out);
    await writeImage(file, base64, out);
    cli.show({ ...reply, lines: [...reply.lines, `written to ${out}`], data });
  };
  groupNamed(program, 'upload')
    .command('save <path>')
    .description('write a readable copy of an image, by the path that "identity show" and "otc show" tell')
    .requiredOption(...OUT)
    .action((path: string, { out }: { out: string }) => save('upload save', { path }, out));
  groupNamed(program, 'feedback')
    .command('image <id>')
    .description('write a readable copy of an image, by the number that "feedback show" tells')
    .argument('<number>', 'from 1 on', wholeNumber)
    .requiredOption(...OUT)
    .action((id: string, number: number, { out }: { out: string }) => save('feedback image', { id, number }, out));
}

/** @throws OperatorError */
async function writeImage(file: string, base64: string, named: string): Promise<void> {
  try {
    await writeNewFile(file, Buffer.from(base64, 'base64'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new OperatorError('input', code === 'EEXIST' ? `${named} is there already` : message);
  }
}
