/** `npm run operator -- <command>`. */
import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../adapters/clock';
import { DatabaseError } from '../db/errors';
import { readEnvironment, StartError } from '../environment';
import { openDeps } from '../open-deps';
import { EXIT, runCli } from './cli';
import type { ReleaseEnvironment } from './release-cli';
import { answer, askGateway, SOCKET_NAME, type Reply, type Request } from './transport';

/** Which mail server the gateway uses is no matter here, and the key that pays withdrawals is not for operators to read. */
function operatorEnvironment(): Record<string, string | undefined> {
  return { ...process.env, ALLOW_NO_SMTP: '1', CHAIN_BEP20_HOT_KEY: '', CHAIN_BEP20_HOT_KEY_FILE: '' };
}

/** The running gateway when there is one on this folder; else the database, opened for this one command. */
async function send(request: Request): Promise<Reply> {
  const environment = readEnvironment(operatorEnvironment());
  if (environment.databaseUrl === null) {
    const reply = await askGateway(join(environment.varDir, SOCKET_NAME), request);
    if (reply) return reply;
  }
  const { deps, close } = await openDeps(environment);
  try {
    return await answer(deps, request);
  } finally {
    await close();
  }
}

function releases(): ReleaseEnvironment {
  const { releasesDir, releaseKeyFile } = readEnvironment(operatorEnvironment());
  // npm changes into the project's folder, and tells where it was called.
  const isByNpm = process.env['npm_lifecycle_event'] === 'operator';
  const callerDir = (isByNpm ? process.env['INIT_CWD'] : undefined) ?? process.cwd();
  return { callerDir, releasesDir, keyFile: releaseKeyFile, now: () => systemClock.now() };
}

runCli(process.argv.slice(2), {
  actor: `os:${userInfo().username}`,
  uuid: () => randomUUID(),
  send,
  releases,
  write: (line) => process.stdout.write(`${line}\n`),
  writeError: (line) => process.stderr.write(`${line}\n`),
}).then(
  (code) => process.exit(code),
  (error: unknown) => {
    const isTold = error instanceof StartError || error instanceof DatabaseError;
    process.stderr.write(`${isTold ? error.message : String((error as Error)?.stack ?? error)}\n`);
    process.exit(EXIT.unreachable);
  },
);
