/** `npm run operator -- <command>`. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { systemClock } from '../adapters/clock';
import { DatabaseError } from '../db/errors';
import type { Deps } from '../domain/call-context';
import { readEnvironment, StartError } from '../environment';
import { openDeps, type OpenDeps } from '../open-deps';
import { EXIT, runCli } from './cli';
import type { KeyRing } from './operators-cli';
import type { ReleaseEnvironment } from './release-cli';
import { codeFile, readCode } from './first-code';
import { installationOf } from './installation-repo';
import { keyRing } from './key-ring';
import { maintenanceOf } from './maintenance';
import type { SignedStatement } from './statement';
import { answer, askGateway, askInstallation, SOCKET_NAME, type Reply } from './transport';

/** Leaves out the mail server, which no command needs, and the key that pays withdrawals, which operators must not read. */
function operatorEnvironment(): Record<string, string | undefined> {
  return { ...process.env, ALLOW_NO_SMTP: '1', CHAIN_BEP20_HOT_KEY: '', CHAIN_BEP20_HOT_KEY_FILE: '' };
}

async function send(signed: SignedStatement): Promise<Reply> {
  const reply = await reach(
    (path) => askGateway(path, signed),
    (deps) => answer(deps, signed),
  );
  // Used up: the folder keeps nothing that looks like a way in.
  if (reply.ok && signed.statement.command === 'operator claim') {
    await rm(codeFile(readEnvironment(operatorEnvironment()).varDir), { force: true });
  }
  return reply;
}

/** The database, once this process has opened it itself. */
let opened: Promise<OpenDeps> | null = null;

/**
 * Asks the running gateway when there is one on this folder; else the database, which is opened for this one command.
 * @param overSocket answers null when nobody listens
 */
async function reach<T>(overSocket: (path: string) => Promise<T | null>, here: (deps: Deps) => Promise<T>): Promise<T> {
  const environment = readEnvironment(operatorEnvironment());
  if (opened === null && environment.databaseUrl === null) {
    const reply = await overSocket(join(environment.varDir, SOCKET_NAME));
    if (reply !== null) return reply;
  }
  opened ??= openDeps(environment);
  return here((await opened).deps);
}

async function closeOpened(): Promise<void> {
  const database = await opened?.catch(() => null);
  await database?.close();
}

/** npm changes into the project's folder, and tells where it was called. */
function callerDir(): string {
  const isByNpm = process.env['npm_lifecycle_event'] === 'operator';
  return (isByNpm ? process.env['INIT_CWD'] : undefined) ?? process.cwd();
}

function releases(): ReleaseEnvironment {
  const { releasesDir, releaseKeyFile } = readEnvironment(operatorEnvironment());
  return { callerDir: callerDir(), releasesDir, keyFile: releaseKeyFile, now: () => systemClock.now() };
}

function keys(named: string | undefined): KeyRing {
  const { varDir, operator } = readEnvironment(operatorEnvironment());
  const key = named === undefined || /^agent(:|$)/.test(named) ? (named ?? operator.key) : resolve(callerDir(), named);
  return keyRing({ ...operator, key, agentSocket: process.env['SSH_AUTH_SOCK'] }, () => readCode(varDir));
}

const running = runCli(process.argv.slice(2), {
  keys,
  uuid: () => randomUUID(),
  now: () => systemClock.now(),
  installation: () => reach(askInstallation, ({ db }) => installationOf(db.db)),
  send,
  releases,
  maintenance: () => maintenanceOf(readEnvironment(operatorEnvironment()), callerDir()),
  write: (line) => process.stdout.write(`${line}\n`),
  writeError: (line) => process.stderr.write(`${line}\n`),
});
running.finally(closeOpened).then(
  (code) => process.exit(code),
  (error: unknown) => {
    const isTold = error instanceof StartError || error instanceof DatabaseError;
    process.stderr.write(`${isTold ? error.message : String((error as Error)?.stack ?? error)}\n`);
    process.exit(EXIT.unreachable);
  },
);
