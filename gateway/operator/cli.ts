/**
 * The operator's command line: parses it, signs the command, reaches the database, prints. Exit codes: 0 done, 1 not possible or findings,
 * 2 wrong input, 3 no connection, 4 not allowed.
 */
import { readFileSync } from 'node:fs';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { LANG_CODES, type LangCode } from '../../contract/ids';
import { OperatorKeyError } from '../adapters/operator-key';
import { OperatorError } from './command';
import type { Cli, CommandSender } from './cli-parts';
import { addDeclared } from './cli-builder';
import { COMMANDS } from './command-list';
import { addContent } from './content-cli';
import { addGathering } from './gathering-cli';
import type { Maintenance } from './maintenance';
import { addMaintenance } from './maintenance-cli';
import { addMining } from './mining-cli';
import { addOperator, type KeyRing } from './operators-cli';
import { addRelease, type ReleaseEnvironment } from './release-cli';
import { addSlips } from './slips-cli';
import { signStatement, type SignedStatement } from './statement';
import type { Reply } from './transport';
import { addUpload } from './upload-cli';

export const EXIT = { done: 0, refused: 1, input: 2, unreachable: 3, denied: 4 } as const;

const EXIT_OF: Readonly<Record<Exclude<Reply, { ok: true }>['fault'], number>> = {
  state: EXIT.refused,
  internal: EXIT.refused,
  input: EXIT.input,
  denied: EXIT.denied,
};

export interface CliEnvironment {
  /** The caller's keys; `key` is what --key says. @throws StartError */
  keys(key: string | undefined): KeyRing;
  uuid(): string;
  /** UTC ms. */
  now(): number;
  /** The installation that commands are signed for. */
  installation(): Promise<string>;
  send(signed: SignedStatement): Promise<Reply>;
  /** Read when a release command asks for it. @throws StartError */
  releases(): ReleaseEnvironment;
  /** @throws StartError */
  maintenance(): Maintenance;
  write(line: string): void;
  writeError(line: string): void;
}

interface GlobalOptions {
  json?: boolean;
  key?: string;
}

const LANG_TEXT = /^([A-Za-z]{2})=([\s\S]+)$/;

function languageAndText(value: string): { lang: LangCode; text: string } {
  const [, code = '', text = ''] = LANG_TEXT.exec(value) ?? [];
  const lang = LANG_CODES.find((one) => one === code.toUpperCase());
  if (!lang) throw new InvalidArgumentError(`Write it as LANG=text with LANG one of ${LANG_CODES.join(', ')}.`);
  return { lang, text };
}

/** `user=amount`, or `user,amount` in a file. */
function recipient(line: string, separator: RegExp): { user: string; amount: string } {
  const [user = '', amount = '', ...more] = line.split(separator).map((part) => part.trim());
  if (user === '' || amount === '' || more.length > 0) {
    throw new InvalidArgumentError(`"${line.slice(0, 60)}" is not a user and an amount.`);
  }
  return { user, amount };
}

function toRecipient(value: string, so_far: { user: string; amount: string }[] = []) {
  return [...so_far, recipient(value, /=/)];
}

/** A CSV file of user,amount lines; empty lines and lines that start with # are skipped. */
function listFile(path: string): { user: string; amount: string }[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new InvalidArgumentError(`The file ${path} cannot be read.`);
  }
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => recipient(line, /,/));
}

function addAirdrop(program: Command, send: CommandSender): void {
  program
    .command('grant-airdrop')
    .description('publish a finite list and pay it from the airdrop pool, all or nothing')
    .requiredOption('--name <name>', 'name of the list; used once')
    .requiredOption('--asset <code>', 'USDT or RAB')
    .option('--to <user=amount>', 'a recipient by id, e-mail, phone or invitation code; repeatable', toRecipient)
    .option('--list <file>', 'CSV file with lines user,amount', listFile)
    .action(({ name, asset, to = [], list = [] }: { name: string; asset: string; to?: object[]; list?: object[] }) =>
      send('grant-airdrop', { name, asset, list: [...list, ...to] }),
    );
}

type CommandAction = (input: Record<string, unknown>, cli: Cli, env: CliEnvironment) => Promise<void>;

/** Commands that take more than to send the typed input. */
const ACTS: Readonly<Record<string, CommandAction>> = {
  'fund-pool': (input, { send }, env) => send('fund-pool', { ...input, runId: env.uuid() }),
  'insurance pay': (input, { send }, env) => send('insurance pay', { ...input, runId: env.uuid() }),
  'ticket grant': (input, { send }, env) => send('ticket grant', { ...input, runId: env.uuid() }),
  /** Fetches the proposal first, so that the operator signs the command and input that they approve. */
  async 'proposal approve'({ id }, { ask, show, send }) {
    const shown = await ask('proposal show', { id });
    if (!shown.ok) return show(shown);
    const { command, input } = shown.data as { command: string; input: unknown };
    await send('proposal approve', { id, command, input });
  },
};

/** Commander's own refusals, in the same shape as ours. Help and version end with 0. */
function inputError(program: Command, env: CliEnvironment): void {
  program
    .exitOverride()
    .configureOutput({ writeOut: (text) => env.write(text.trimEnd()), writeErr: () => undefined })
    .commands.forEach((command) => inputError(command, env));
}

/** Runs one command line (without the program's name). @returns the exit code */
export async function runCli(argv: readonly string[], env: CliEnvironment): Promise<number> {
  const program = new Command('operator')
    .description('Operator commands. Every act leaves an audit row.')
    .option('--json', 'one JSON object on standard output')
    .option(
      '--key <file>',
      'your key: a file, agent or agent:<comment>; else OPERATOR_KEY, else operator-key.pem in VAR_DIR',
    )
    .showHelpAfterError(false);
  let code: number = EXIT.done;
  const isJson = () => program.opts<GlobalOptions>().json === true || argv.includes('--json');
  const fail = (exit: number, message: string) => {
    code = exit;
    if (isJson()) env.write(JSON.stringify({ ok: false, message }));
    else env.writeError(message);
  };
  let ring: KeyRing | null = null;
  const keys = () => (ring ??= env.keys(program.opts<GlobalOptions>().key));
  const ask = async (command: string, input: unknown) => {
    const signer = await keys().signer();
    const installation = await env.installation();
    return env.send(await signStatement(signer, { command, input, at: env.now(), installation }));
  };
  const show = (reply: Reply): void => {
    if (!reply.ok) return fail(EXIT_OF[reply.fault], reply.message);
    code = reply.failed ? EXIT.refused : EXIT.done;
    if (isJson()) env.write(JSON.stringify({ ok: !reply.failed, data: reply.data }));
    else reply.lines.forEach((line) => env.write(line));
  };
  const send: CommandSender = async (command, input) => show(await ask(command, input));
  const cli = { ask, show, send };
  for (const command of COMMANDS) {
    const act = ACTS[command.name] ?? ((input) => send(command.name, input));
    addDeclared(program, command, (input) => act(input, cli, env));
  }
  addAirdrop(program, send);
  addContent(program, { send, ask, show, callerDir: () => env.releases().callerDir, languageAndText });
  addRelease(program, { environment: () => env.releases(), ask, show }, languageAndText);
  addMining(program, send);
  addSlips(program, send, () => env.releases().callerDir);
  addGathering(program, { callerDir: () => env.releases().callerDir, ask, show });
  addOperator(program, cli, keys);
  addUpload(program, cli, () => env.releases().callerDir);
  addMaintenance(
    program,
    cli,
    () => env.maintenance(),
    (line) => isJson() || env.write(line),
  );
  inputError(program, env);
  try {
    await program.parseAsync([...argv.filter((word) => word !== '--json')], { from: 'user' });
  } catch (error) {
    if (error instanceof OperatorError) fail(EXIT_OF[error.fault], error.message);
    else if (error instanceof OperatorKeyError) fail(EXIT.denied, error.message);
    else if (!(error instanceof CommanderError))
      fail(EXIT.unreachable, error instanceof Error ? error.message : String(error));
    else if (error.code === 'commander.help') fail(EXIT.input, 'a command is missing; --help shows them');
    else if (error.exitCode !== 0) fail(EXIT.input, error.message.replace(/^error: /, '').replace(/\s+/g, ' '));
  }
  return code;
}
