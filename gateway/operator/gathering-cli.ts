/** `gathering …` on the command line. This process reads and writes the files; the gateway proposes and judges their contents. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import * as z from 'zod/mini';
import { signedBatch, unsignedBatch } from '../domain/gathering/batch';
import { OperatorError } from './command';
import { groupNamed } from './cli-builder';
import { signTransfers } from './sign-transfers';
import type { Reply } from './transport';

export interface GatheringCli {
  /** The caller's folder: paths on the command line start here. */
  callerDir(): string;
  ask(command: string, input: unknown): Promise<Reply>;
  show(reply: Reply): void;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new OperatorError('input', `the file ${path} cannot be read`);
  }
}

/** @throws OperatorError when the file is not of this format */
function readBatch<S extends z.ZodMiniType>(schema: S, path: string): z.output<S> {
  const text = readText(path);
  try {
    return z.parse(schema, JSON.parse(text));
  } catch {
    throw new OperatorError('input', `the file ${path} is not of the format that is read here`);
  }
}

/** Never over another file: an older one may be at the signer's. @throws OperatorError */
function writeBatch(path: string, batch: object): void {
  try {
    writeFileSync(path, `${JSON.stringify(batch, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new OperatorError(
      'state',
      isThere ? `the file ${path} is there already` : `the file ${path} cannot be written`,
    );
  }
}

async function plan(cli: GatheringCli, network: string, out: string): Promise<Reply> {
  const path = resolve(cli.callerDir(), out);
  const reply = await cli.ask('gathering plan', { network });
  if (!reply.ok) return reply;
  const batch = z.parse(unsignedBatch, reply.data);
  if (batch.transfers.length === 0) return reply;
  writeBatch(path, batch);
  return { ...reply, lines: [...reply.lines, `written to ${path}, to be signed where the key is (gathering sign)`] };
}

interface SignOptions {
  file: string;
  keyFile: string;
  to: string;
  token: string;
  chainId: string;
  out: string;
}

async function sign(cli: GatheringCli, { file, keyFile, out, ...terms }: SignOptions): Promise<Reply> {
  const at = (path: string) => resolve(cli.callerDir(), path);
  const batch = readBatch(unsignedBatch, at(file));
  const signed = await signTransfers(batch, { ...terms, privateKey: readText(at(keyFile)) });
  writeBatch(at(out), signed);
  const lines = batch.transfers.map(({ from, amount }) => `${from}\t${amount} USDT`);
  return { ok: true, lines: [...lines, `${signed.signed.length} signed, in ${at(out)}`], data: signed, failed: false };
}

export function addGathering(program: Command, cli: GatheringCli): void {
  const gathering = groupNamed(program, 'gathering');
  gathering
    .command('plan')
    .description('write the unsigned transfers that fill the wallet up to withdrawals.hotMaximum')
    .requiredOption('--network <network>', 'BEP20')
    .requiredOption('--out <file>', 'a new file')
    .action(async ({ network, out }: { network: string; out: string }) => cli.show(await plan(cli, network, out)));
  gathering
    .command('sign')
    .description('sign a plan, on the machine that has the key; asks no gateway')
    .requiredOption('--file <file>', 'the plan')
    .requiredOption('--key-file <file>', 'holds the extended private key (xprv…) of the deposit addresses')
    .requiredOption('--to <address>', 'the wallet that everything has to go to')
    .requiredOption('--token <address>', "the token's contract")
    .requiredOption('--chain-id <number>', 'e.g. 56')
    .requiredOption('--out <file>', 'a new file')
    .action(async (options: SignOptions) => cli.show(await sign(cli, options)));
  gathering
    .command('submit')
    .description('check signed transfers and send them')
    .requiredOption('--file <file>', 'what gathering sign wrote')
    .action(async ({ file }: { file: string }) => {
      const batch = readBatch(signedBatch, resolve(cli.callerDir(), file));
      cli.show(await cli.ask('gathering submit', { batch }));
    });
}
