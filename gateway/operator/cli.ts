/**
 * The operator's command line: parses it, signs the command, reaches the database, prints. Exit codes: 0 done, 1 not possible or findings,
 * 2 wrong input, 3 no connection, 4 not allowed.
 */
import { readFileSync } from 'node:fs';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { LANG_CODES, type LangCode } from '../../contract/ids';
import { BANNER_TARGETS } from '../domain/content/publish';
import { OperatorKeyError } from '../adapters/operator-key';
import { OperatorError } from './command';
import { addChain } from './chain-cli';
import type { Send } from './cli-parts';
import { addGathering } from './gathering-cli';
import { addAuthenticator } from './authenticator-cli';
import { addClock } from './clock-cli';
import { addIdentity } from './identity-cli';
import type { Maintenance } from './maintenance';
import { addMaintenance } from './maintenance-cli';
import { addOperator, type KeyRing } from './operator-cli';
import { addOtc } from './otc-cli';
import { addProposal } from './proposal-cli';
import { POOL_NAMES } from './money';
import { addRelease, type ReleaseEnvironment } from './release-cli';
import { signStatement, type SignedStatement } from './statement';
import type { Reply } from './transport';
import { addUpload } from './upload-cli';
import { addWithdrawal } from './withdrawal-cli';

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

interface Globals {
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

/** Collects `--text EN=… --text CN=…`. */
function byLanguage(value: string, so_far: Partial<Record<LangCode, string>> = {}): Partial<Record<LangCode, string>> {
  const { lang, text } = languageAndText(value);
  return { ...so_far, [lang]: text };
}

function wholeNumber(value: string): number {
  if (!/^[0-9]{1,6}$/.test(value)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(value);
}

function daysOf(value: string): number | 'all' {
  return value === 'all' ? value : wholeNumber(value);
}

/** Collects `--head 2026-11-22=…`. */
function printedHead(value: string, so_far: Record<string, string> = {}): Record<string, string> {
  const [, day = '', head = ''] = /^([0-9]{4}-[0-9]{2}-[0-9]{2})=([0-9a-f]{64})$/.exec(value.trim()) ?? [];
  if (day === '') throw new InvalidArgumentError('Write it as day=hash, as the log has it.');
  return { ...so_far, [day]: head };
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

/** A value as JSON where it is JSON, else as text: `0.03` would lose digits as a number only where a text is wanted. */
export function settingValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

interface Texts {
  title?: Partial<Record<LangCode, string>>;
  text: Partial<Record<LangCode, string>>;
  action?: Partial<Record<LangCode, string>>;
}

/** One entry per language that any of the options names; a missing part is empty and refused where it is needed. */
function textsOf({ title = {}, text, action = {} }: Texts) {
  const langs = LANG_CODES.filter((lang) => lang in title || lang in text || lang in action);
  return Object.fromEntries(
    langs.map((lang) => {
      const label = action[lang];
      return [
        lang,
        { title: title[lang] ?? '', text: text[lang] ?? '', ...(label === undefined ? {} : { action: label }) },
      ];
    }),
  );
}

function addMoney(program: Command, env: CliEnvironment, send: Send): void {
  program
    .command('fund-pool')
    .description('move operator capital or fee revenue into a pool')
    .requiredOption('--pool <name>', `one of ${POOL_NAMES.join(', ')}`)
    .requiredOption('--amount <amount>', 'plain decimal, e.g. 50000')
    .option('--asset <code>', 'USDT or RAB', 'USDT')
    .option('--from <account>', 'operator-capital or fee-revenue', 'operator-capital')
    .requiredOption('--reason <text>', 'why; kept in the journal and the audit')
    .action((options: object) => send('fund-pool', { ...options, runId: env.uuid() }));
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

function addContent(program: Command, send: Send): void {
  const publish = (kind: string, options: Texts & { target?: string }) =>
    send('content publish', {
      kind,
      texts: textsOf(options),
      ...(options.target === undefined ? {} : { target: options.target }),
    });
  const notice = program.command('notice').description('the scrolling notice');
  notice
    .command('publish')
    .requiredOption('--text <LANG=text>', 'the notice in one language; repeatable', byLanguage)
    .action((options: Texts) => publish('notice', options));
  const news = program.command('news').description('news and bulletins');
  news
    .command('publish')
    .option('--kind <kind>', 'news or bulletin', 'news')
    .requiredOption('--title <LANG=text>', 'repeatable', byLanguage)
    .requiredOption('--text <LANG=text>', 'summary; repeatable', byLanguage)
    .action((options: Texts & { kind: string }) => publish(options.kind, options));
  const banner = program.command('banner').description('banners on Home');
  banner
    .command('publish')
    .requiredOption('--title <LANG=text>', 'repeatable', byLanguage)
    .requiredOption('--text <LANG=text>', 'repeatable', byLanguage)
    .option('--action <LANG=text>', 'label of its button; repeatable', byLanguage)
    .option('--target <route>', `where it leads: ${BANNER_TARGETS.join(', ')}`)
    .action((options: Texts & { target?: string }) => publish('banner', options));
  program
    .command('content')
    .description('anything that was published')
    .command('withdraw <id>')
    .action((id: string) => send('content withdraw', { id }));
}

function addConfig(program: Command, send: Send): void {
  const config = program.command('config').description("the operator's figures; a change holds at once");
  config.command('list').action(() => send('config list', {}));
  config.command('get <key>').action((key: string) => send('config get', { key }));
  config
    .command('set <key> <value>')
    .description('value as JSON, e.g. \'"0.03"\', 300000, true; a bare word is a text')
    .action((key: string, value: string) => send('config set', { key, value: settingValue(value) }));
  const price = program.command('price').description('the guide price that RAB is exchanged and valued at');
  price
    .command('set')
    .description('holds for quotes for 60 s; set it again before that')
    .requiredOption('--rab-usdt <price>', 'USDT per RAB, e.g. 0.1234')
    .action(({ rabUsdt }: { rabUsdt: string }) => send('price set', { rabUsdt }));
  price
    .command('demo')
    .description('back to the labelled demo price, on a gateway with demo data')
    .action(() => send('price demo', {}));
  price
    .command('show')
    .description('the price, whose it is and how old')
    .action(() => send('price show', {}));
}

function addInspection(program: Command, send: Send): void {
  program
    .command('reconcile')
    .description('check the whole ledger and name what is wrong; exit code 1 when something is')
    .option('--chain', 'also compare what the wallets hold on their chains with the ledger')
    .option('--days <count>', 'how many closed days are hashed anew, or all', daysOf, 30)
    .option('--head <day=hash>', 'a head that was printed, kept outside the database; repeatable', printedHead)
    .action((options: object) => send('reconcile', { ...options }));
  const users = program.command('users').description('who is registered');
  users
    .command('list')
    .option('--search <text>', 'part of nickname, e-mail or phone number')
    .option('--after <id>', 'continue after this user')
    .option('--limit <count>', 'at most 200', wholeNumber, 50)
    .action((options: object) => send('users list', { ...options }));
  users
    .command('show <user>')
    .description('by id, e-mail, phone number or invitation code')
    .action((user: string) => send('users show', { user }));
  const user = program.command('user').description('freeze an account, and let it thaw');
  const why = '--reason <text>';
  user
    .command('freeze <user>')
    .description('closes what moves money and ends every session, at once; again, it takes a thaw back')
    .requiredOption(why, 'kept in the audit')
    .action((name: string, { reason }: { reason: string }) => send('user freeze', { user: name, reason }));
  user
    .command('thaw <user>')
    .description('begins the wait after which it thaws; takes two operators, who have checked who asks')
    .requiredOption(why, 'how the identity was checked; kept in the audit')
    .action((name: string, { reason }: { reason: string }) => send('user thaw', { user: name, reason }));
  const audit = program.command('audit').description('what operators did');
  audit
    .command('list')
    .option('--limit <count>', 'at most 500', wholeNumber, 50)
    .action((options: object) => send('audit list', { ...options }));
  audit
    .command('verify')
    .description('whether it is complete, in order, unchanged and signed; exit code 1 when it is not')
    .option('--noted <place>', 'what an earlier run told, kept outside the database')
    .action((options: object) => send('audit verify', { ...options }));
}

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
  const isJson = () => program.opts<Globals>().json === true || argv.includes('--json');
  const fail = (exit: number, message: string) => {
    code = exit;
    if (isJson()) env.write(JSON.stringify({ ok: false, message }));
    else env.writeError(message);
  };
  let ring: KeyRing | null = null;
  const keys = () => (ring ??= env.keys(program.opts<Globals>().key));
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
  const send: Send = async (command, input) => show(await ask(command, input));
  const cli = { ask, show, send };
  addMoney(program, env, send);
  addContent(program, send);
  addConfig(program, send);
  addRelease(program, { environment: () => env.releases(), ask, show }, { wholeNumber, languageAndText });
  addInspection(program, send);
  addChain(program, send);
  addGathering(program, { callerDir: () => env.releases().callerDir, ask, show });
  addAuthenticator(program, send, wholeNumber);
  addClock(program, send);
  addIdentity(program, send, wholeNumber);
  addWithdrawal(program, send, wholeNumber);
  addOtc(program, send, wholeNumber);
  addProposal(program, cli, wholeNumber);
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
