/** The command line of operators. This process works with keys; the database decides who is an operator (operators.ts). */
import type { Command } from 'commander';
import type { Signer } from '../adapters/operator-key';
import { OperatorError } from './command';
import type { Cli } from './cli-parts';
import { groupNamed } from './cli-builder';

/** The keys of this command line. */
export interface KeyRing {
  /** The key that commands are signed with. @throws OperatorKeyError */
  signer(): Promise<Signer>;
  /** Makes one where `signer` looks for it. @returns it, and where it is. @throws OperatorKeyError when there is one */
  make(): Promise<{ signer: Signer; path: string }>;
  /** True when `signer` has a key to find. */
  exists(): boolean;
  /** The code that the gateway has left in its folder; null when there is none that this process can read. */
  code(): Promise<string | null>;
}

interface EnrolOptions {
  name: string;
  role: string;
  publicKey?: string;
  user?: string;
  code?: string;
}

/** With a public key the command enrols another operator; without one it enrols the caller, by the gateway's code. */
async function enrol({ send }: Cli, ring: () => KeyRing, options: EnrolOptions): Promise<void> {
  const { code, publicKey, ...operator } = options;
  if (publicKey !== undefined) return send('operator enrol', { ...operator, publicKey });
  const given = code ?? (await ring().code());
  if (given === null) {
    throw new OperatorError(
      'input',
      'the code is missing: --code takes what the gateway printed, or name a --public-key',
    );
  }
  if (operator.role !== 'admin') throw new OperatorError('input', 'role: who is enrolled by the code is an admin');
  if (!ring().exists()) await ring().make();
  await send('operator claim', { name: operator.name, code: given });
}

export function addOperator(program: Command, cli: Cli, ring: () => KeyRing): void {
  const { show } = cli;
  const operator = groupNamed(program, 'operator');
  operator
    .command('keygen')
    .description('make a key, encrypted with a passphrase, where --key says; prints its public half')
    .action(async () => {
      const { signer, path } = await ring().make();
      const data = { path, publicKey: signer.publicKey };
      show({ ok: true, lines: [`the key is in ${path}`, `public key\t${data.publicKey}`], data, failed: false });
    });
  operator
    .command('public-key')
    .description('the public half of your key, e.g. of one that an SSH agent holds')
    .action(async () => {
      const { publicKey } = await ring().signer();
      show({ ok: true, lines: [publicKey], data: { publicKey }, failed: false });
    });
  operator
    .command('enrol')
    .description('yourself by the code that the gateway printed, or somebody else by their public key')
    .requiredOption('--name <name>', 'what the audit calls them, for ever')
    .option('--role <role>', 'support, reviewer, finance or admin', 'admin')
    .option('--code <code>', 'of the gateway; without it the file in VAR_DIR is read')
    .option('--public-key <base64>', 'of somebody else, as "operator keygen" printed it')
    .option('--user <user>', 'their own account on the platform: they do not decide about it; id, e-mail, …')
    .action((options: EnrolOptions) => enrol(cli, ring, options));
}
