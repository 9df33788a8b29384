/** The operator's commands, as `npm run operator` has them, without a process of their own for each. */
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { passingSigner, type Signer } from '../../gateway/adapters/operator-key';
import { EXIT, runCli } from '../../gateway/operator/cli';
import { readCode } from '../../gateway/operator/first-code';
import type { KeyRing } from '../../gateway/operator/operators-cli';
import { signStatement, type SignedStatement } from '../../gateway/operator/statement';
import { askGateway, askInstallation, SOCKET_NAME, type Reply } from '../../gateway/operator/transport';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The private key of the pair that `dist/app` was built with: where the build script has it. */
export const BUILD_KEY_FILE = resolve(
  ROOT,
  process.env['RELEASE_KEY_FILE'] || join(process.env['VAR_DIR'] || 'var', 'release-key.pem'),
);

type Send = (signed: SignedStatement) => Promise<Reply>;

/** A key ring with one key that is made as it is asked for. */
export function keysOf(signer: () => Promise<Signer>): KeyRing {
  return {
    signer,
    exists: () => true,
    make: async () => ({ signer: await signer(), path: 'nowhere' }),
    code: async () => null,
  };
}

/** Sends commands; another operator approves one that becomes a proposal, and that answer is returned. */
export function withSecondOperator(send: Send, second: () => Promise<Signer>, now: () => number): Send {
  return async (signed) => {
    const reply = await send(signed);
    const { proposal } = reply.ok ? ({ ...(reply.data as object) } as { proposal?: string }) : {};
    const { command, input, installation } = signed.statement;
    if (proposal === undefined || command.startsWith('proposal ')) return reply;
    const approval = { command: 'proposal approve', input: { id: proposal, command, input }, at: now(), installation };
    return send(await signStatement(await second(), approval));
  };
}

/** The running gateway on this folder. */
const sendTo =
  (varDir: string): Send =>
  async (signed) => {
    const reply = await askGateway(join(varDir, SOCKET_NAME), signed);
    if (!reply) throw new Error(`no gateway runs on ${varDir}`);
    return reply;
  };

async function installationOn(varDir: string): Promise<string> {
  const installation = await askInstallation(join(varDir, SOCKET_NAME));
  if (installation === null) throw new Error(`no gateway runs on ${varDir}`);
  return installation;
}

async function done(varDir: string, signer: Signer, command: string, input: object): Promise<void> {
  const installation = await installationOn(varDir);
  const reply = await sendTo(varDir)(await signStatement(signer, { command, input, at: Date.now(), installation }));
  if (!reply.ok) throw new Error(`${command}: ${reply.message}`);
}

/** The two admins of a gateway: the first enrols by its code, the second by the first. */
const TWO = ['ann', 'bob'] as const;
export type OperatorName = (typeof TWO)[number];
const enrolledOn = new Map<string, Promise<Record<OperatorName, Signer>>>();

async function enrolTwo(varDir: string): Promise<Record<OperatorName, Signer>> {
  const code = await readCode(varDir);
  if (code === null) throw new Error(`${varDir} has operators whose keys are not known here`);
  const [ann, bob] = [passingSigner(), passingSigner()];
  await done(varDir, ann, 'operator claim', { name: 'ann', code });
  await done(varDir, ann, 'operator enrol', { name: 'bob', role: 'admin', publicKey: bob.publicKey });
  return { ann, bob };
}

/** The key of an operator on the gateway that has this folder; both are enrolled when the first one is asked for. */
export async function signerOn(varDir: string, name: OperatorName): Promise<Signer> {
  const both = enrolledOn.get(varDir) ?? enrolTwo(varDir);
  enrolledOn.set(varDir, both);
  return (await both)[name];
}

export interface OperatorOptions {
  /** The operator who acts, for the audit and for commands that take two. */
  actor?: OperatorName;
  /** Signs releases. */
  keyFile?: string;
}

/**
 * Runs a signed command in the gateway that has this folder; the other operator approves it where it needs two. @returns its
 * answer
 */
export async function actOn(
  varDir: string,
  command: string,
  input: unknown,
  actor: OperatorName = 'ann',
): Promise<Reply> {
  const signer = await signerOn(varDir, actor);
  const installation = await installationOn(varDir);
  const signed = await signStatement(signer, { command, input, at: Date.now(), installation });
  return sendAs(varDir, actor)(signed);
}

const sendAs = (varDir: string, actor: OperatorName): Send =>
  withSecondOperator(
    sendTo(varDir),
    () => signerOn(varDir, actor === 'ann' ? 'bob' : 'ann'),
    () => Date.now(),
  );

/**
 * Runs one command line in the gateway that has this folder; the other operator approves what needs two.
 * @returns what it printed @throws Error with what it refused with
 */
export async function operate(
  varDir: string,
  line: readonly string[],
  { actor = 'ann', keyFile = BUILD_KEY_FILE }: OperatorOptions = {},
): Promise<string[]> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCli(line, {
    keys: () => keysOf(() => signerOn(varDir, actor)),
    uuid: () => crypto.randomUUID(),
    now: () => Date.now(),
    installation: () => installationOn(varDir),
    send: sendAs(varDir, actor),
    maintenance: () => {
      throw new Error('nothing is maintained here');
    },
    releases: () => ({
      callerDir: ROOT,
      releasesDir: join(varDir, 'releases'),
      keyFile,
      now: () => Date.now(),
    }),
    write: (text) => out.push(text),
    writeError: (text) => err.push(text),
  });
  if (code !== EXIT.done) throw new Error(`operator ${line.join(' ')}: ${code} ${err.join(' ')}`);
  return out;
}
