/** Everything with an outside, opened from the environment: for the gateway and for the operator's command line. */
import { createHmac, randomBytes } from 'node:crypto';
import { link, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Chain } from './adapters/chain/chain';
import { evmChain } from './adapters/chain/evm-chain';
import { tronChain } from './adapters/chain/tron-chain';
import { isDiskFull } from './adapters/disk';
import { localFileStore } from './adapters/file-store';
import { makeFolder } from './adapters/folder';
import { secureIds } from './adapters/ids';
import { createLogger } from './adapters/log';
import { localMailbox, smtpMailer } from './adapters/mail';
import { fileMark } from './adapters/payout-mark';
import { argon2Hasher } from './adapters/password-hasher';
import { httpSmsSender, localSmsOutbox } from './adapters/sms';
import { thisMachine, type Machine } from './adapters/steady-clock';
import { openDatabase, type Database } from './db/client';
import { migrate } from './db/migrate';
import { demoProgress } from './demo/repo';
import type { Deps } from './domain/call-context';
import { clockGuard, type ClockGuard } from './domain/time/guard';
import { StartError, type Environment } from './environment';
import type { ReadinessCheck } from './http/health';

export interface OpenDeps {
  deps: Deps;
  /** Watches the clock of `deps`; it has looked once. */
  clockGuard: ClockGuard;
  /** What has to be so beside an open database. */
  checks: readonly ReadinessCheck[];
  /** Folder of the local mailbox; null when mail goes out by SMTP. */
  mailboxDir: string | null;
  /** Ends the database and idle connections. */
  close(): Promise<void>;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** @throws StartError when the folder cannot be made or written */
export async function prepareVarDir(varDir: string): Promise<void> {
  // Permissions do not tell: root may write everywhere, and some file systems still refuse.
  const trial = join(varDir, `.trial-${process.pid}`);
  try {
    await makeFolder(varDir, 0o700);
    await writeFile(trial, '', { mode: 0o600 });
    await rm(trial);
  } catch (error) {
    throw new StartError(`The folder ${varDir} cannot be written: ${reasonOf(error)}.`, { cause: error });
  }
}

const SECRET_BYTES = 32;

/** The key of this installation: made at the first start, in a file beside the database and never in it. */
async function secretFromFile(varDir: string): Promise<Uint8Array> {
  const path = join(varDir, 'secret');
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, randomBytes(SECRET_BYTES), { mode: 0o600 });
  try {
    // Linking never replaces: of two that start together, both read the one that was first.
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const secret = await readFile(path);
  if (secret.length !== SECRET_BYTES)
    throw new StartError(`The file ${path} is damaged: it must hold ${SECRET_BYTES} bytes.`);
  return secret;
}

/** The next start needs it, and so does every other gateway that is started on this folder. */
function secretCheck(varDir: string, secret: Uint8Array): ReadinessCheck {
  return {
    otherwise: 'secret-missing',
    ask: async () => ((await readFile(join(varDir, 'secret'))).equals(secret) ? null : 'secret-missing'),
  };
}

/** @param folders the first is there; the others may be made later, in it */
export function diskCheck(folders: readonly [string, ...string[]], isFull = isDiskFull): ReadinessCheck {
  const isFullIfThere = (folder: string) =>
    isFull(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' && folder !== folders[0]) return false;
      throw error;
    });
  return {
    otherwise: 'disk-unavailable',
    ask: async () => ((await Promise.all(folders.map(isFullIfThere))).includes(true) ? 'disk-full' : null),
  };
}

/** @throws StartError when the database was set up with another secret */
async function checkSecret(db: Database, secret: Uint8Array): Promise<void> {
  const fingerprint = createHmac('sha256', secret).update('gateway-secret').digest('hex');
  await db.pool.query('INSERT INTO gateway_secret (fingerprint) VALUES ($1) ON CONFLICT DO NOTHING', [fingerprint]);
  const { rows } = await db.pool.query<{ fingerprint: string }>('SELECT fingerprint FROM gateway_secret');
  if (rows[0]?.fingerprint === fingerprint) return;
  throw new StartError(
    'This database was set up with another secret: give every gateway the same GATEWAY_SECRET, or the same secret file in the var folder.',
  );
}

/** When this program's file was made, UTC ms. */
async function builtAt(): Promise<number | null> {
  try {
    return (await stat(fileURLToPath(import.meta.url))).mtimeMs;
  } catch {
    return null;
  }
}

/** The chains that the operator named; no endpoint is asked yet. @throws StartError when a key or a token is none */
function chainsOf({ bep20, trc20 }: Environment): Chain[] {
  const open = <S>(settings: S | null, prefix: string, make: (settings: S) => Chain): Chain[] => {
    if (settings === null) return [];
    try {
      return [make(settings)];
    } catch (error) {
      throw new StartError(`${prefix}_XPUB is no extended public key, ${prefix}_TOKEN no address, or a key none.`, {
        cause: error,
      });
    }
  };
  return [...open(bep20, 'CHAIN_BEP20', evmChain), ...open(trc20, 'CHAIN_TRC20', tronChain)];
}

/**
 * Opens and migrates the database and makes the adapters.
 * @param machine the clocks that time is read from
 * @throws StartError, DatabaseError: each message is one sentence for the operator
 */
export async function openDeps(environment: Environment, machine: Machine = thisMachine): Promise<OpenDeps> {
  const { varDir, databaseUrl, smtpUrl, mailFrom, smsUrl } = environment;
  const chains = chainsOf(environment);
  await prepareVarDir(varDir);
  const secret = environment.secret === null ? await secretFromFile(varDir) : Buffer.from(environment.secret, 'utf8');
  const db = await openDatabase(
    databaseUrl === null
      ? { kind: 'embedded', folder: varDir }
      : { kind: 'postgres', url: databaseUrl, maxConnections: environment.maxConnections },
  );
  const log = createLogger(environment.logLevel);
  const guard = clockGuard({ db, log, machine, builtAt: await builtAt() });
  let isDemo: boolean;
  try {
    await migrate(db);
    await checkSecret(db, secret);
    isDemo = (await demoProgress(db.db)) !== null;
    await guard.look();
  } catch (error) {
    await db.close();
    throw error;
  }
  const { clock } = guard;
  const ids = secureIds;
  const outbox = join(varDir, 'outbox');
  // Often a volume of its own.
  const uploads = join(varDir, 'uploads');
  const smtp = smtpUrl === null ? null : smtpMailer(smtpUrl, mailFrom);
  const deps: Deps = {
    db,
    clock,
    ids,
    secret,
    mailer: smtp ?? localMailbox(outbox, mailFrom, clock, ids),
    sms: smsUrl === null ? localSmsOutbox(outbox, clock, ids) : httpSmsSender(smsUrl),
    passwords: argon2Hasher(),
    files: localFileStore(uploads, ids),
    chains,
    payoutMark: fileMark(join(varDir, 'payouts.mark')),
    log,
    isDemo,
    givesDemoCredit: environment.demo,
  };
  return {
    deps,
    clockGuard: guard,
    checks: [diskCheck([varDir, uploads]), ...(environment.secret === null ? [secretCheck(varDir, secret)] : [])],
    mailboxDir: smtp === null ? outbox : null,
    async close() {
      smtp?.close();
      await db.close();
    },
  };
}
