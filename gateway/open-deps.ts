/** Everything with an outside, opened from the environment: for the gateway and for the operator's command line. */
import { existsSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Chain } from './adapters/chain/chain';
import { evmChain } from './adapters/chain/evm-chain';
import { tronChain } from './adapters/chain/tron-chain';
import { isDiskFull } from './adapters/disk';
import { fileSeal } from './adapters/file-seal';
import { localFileStore } from './adapters/file-store';
import { makeFolder } from './adapters/folder';
import { secureIds } from './adapters/ids';
import { createLogger } from './adapters/log';
import { localMailbox, smtpMailer } from './adapters/mail';
import { fileMark } from './adapters/payout-mark';
import { webPushSender } from './adapters/push';
import { argon2Hasher } from './adapters/password-hasher';
import { httpQuoteSource } from './adapters/quotes/http-source';
import { simulatedMarket } from './adapters/quotes/simulated';
import type { QuoteSource } from './adapters/quotes/source';
import { ensureSecretFile, nextSecretPath, SecretFileError } from './adapters/secret-file';
import { httpMapTiles } from './adapters/map-tiles';
import { httpSmsSender, localSmsOutbox } from './adapters/sms';
import { thisMachine, type MachineClocks } from './adapters/steady-clock';
import { openDatabase, type Database } from './db/client';
import { migrate } from './db/migrate';
import { noteSecret, refuseOtherSecret } from './db/secret-check';
import { EMBEDDED_ROLE, grantServing, openServing } from './db/serving';
import { demoProgress } from './demo/repo';
import type { Deps } from './domain/call-context';
import { olderKeysOf, type OlderKey } from './domain/identity/secrets/older-keys';
import { passwordKeysOf } from './domain/identity/passwords/stored-passwords';
import { clockGuard, type ClockGuard } from './domain/time/guard';
import { StartError, type Environment } from './environment';
import type { ReadinessCheck } from './http/health';

export interface OpenDeps {
  deps: Deps;
  /** Watches the clock of `deps`; it has looked once. */
  clockGuard: ClockGuard;
  /** Readiness needs these beside an open database. */
  checks: readonly ReadinessCheck[];
  /** Folder of the local mailbox; null when mail goes out by SMTP. */
  mailboxDir: string | null;
  /** Ends the database and idle connections. */
  close(): Promise<void>;
}

/** Names of files in `varDir`. */
export const SECRET_NAME = 'secret';
export const UPLOADS_NAME = 'uploads';

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

/** The secret that the environment or its file holds; the file is made at the first start. @throws StartError */
export async function secretOf({ secret, varDir }: Environment): Promise<Uint8Array> {
  if (secret !== null) return Buffer.from(secret, 'utf8');
  const path = join(varDir, SECRET_NAME);
  if (existsSync(nextSecretPath(path))) {
    throw new StartError('A rotation of the secret was begun: finish it with npm run operator -- secret rotate.');
  }
  try {
    return await ensureSecretFile(path);
  } catch (error) {
    throw error instanceof SecretFileError ? new StartError(error.message) : error;
  }
}

/** @throws DatabaseError */
export function openOwner({ databaseUrl, varDir }: Environment): Promise<Database> {
  return openDatabase(
    databaseUrl === null
      ? { kind: 'embedded', folder: varDir }
      : { kind: 'postgres', url: databaseUrl, maxConnections: 1 },
  );
}

/** The next start needs it, and so does every other gateway that is started on this folder. */
function secretCheck(varDir: string, secret: Uint8Array): ReadinessCheck {
  return {
    otherwise: 'secret-missing',
    ask: async () => ((await readFile(join(varDir, SECRET_NAME))).equals(secret) ? null : 'secret-missing'),
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

/** UTC ms of the making of this program's file; null where it cannot be read. */
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

/** The operator's own source; without one a market is simulated for demo data, or where the operator wants it. */
export function quoteSourceOf({ quotes }: Environment, isDemo: boolean): QuoteSource | null {
  const { http, products, simulate } = quotes;
  if (http !== null) return httpQuoteSource(http);
  return isDemo || simulate ? simulatedMarket(products) : null;
}

/** Push services write to the address that mail comes from. @param mailFrom e.g. `RAB <no-reply@example.com>` */
function contactOf(mailFrom: string): string {
  return `mailto:${/<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`;
}

/**
 * Migrates as the database's owner, and gives back connections of the role that serves; the owner's are closed then.
 * @throws DatabaseError; DatabaseSecretError when the database was set up with another secret: nothing is written then
 */
async function openMigrated(environment: Environment, secret: Uint8Array): Promise<Database> {
  const { databaseUrl, servingUrl, maxConnections } = environment;
  const owner = await openOwner(environment);
  let db: Database | null = null;
  try {
    await refuseOtherSecret(owner.pool, secret);
    await migrate(owner);
    await noteSecret(owner.pool, secret);
    if (databaseUrl === null) {
      await grantServing(owner, EMBEDDED_ROLE);
      await owner.lower(EMBEDDED_ROLE);
      db = owner;
    } else {
      db = await openServing(owner, { ownerUrl: databaseUrl, servingUrl, secret, maxConnections });
    }
    return db;
  } finally {
    if (db !== owner) await owner.close();
  }
}

/**
 * Opens and migrates the database and makes the adapters.
 * @param machine the clocks that time is read from
 * @throws StartError, DatabaseError: each message is one sentence for the operator
 */
export async function openDeps(environment: Environment, machine: MachineClocks = thisMachine): Promise<OpenDeps> {
  const { varDir, smtpUrl, mailFrom, smsUrl } = environment;
  const chains = chainsOf(environment);
  await prepareVarDir(varDir);
  const secret = await secretOf(environment);
  const db = await openMigrated(environment, secret);
  const log = createLogger(environment.logLevel);
  const guard = clockGuard({ db, log, machine, builtAt: await builtAt() });
  let isDemo: boolean;
  let olderPasswordKeys: OlderKey[];
  try {
    olderPasswordKeys = await olderKeysOf(db.db, secret, 'password');
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
  const uploads = join(varDir, UPLOADS_NAME);
  const smtp = smtpUrl === null ? null : smtpMailer(smtpUrl, mailFrom);
  const deps: Deps = {
    db,
    clock,
    ids,
    secret,
    mailer: smtp ?? localMailbox(outbox, mailFrom, clock, ids),
    mapTiles: environment.mapTiles && httpMapTiles(environment.mapTiles),
    sms: smsUrl === null ? localSmsOutbox(outbox, clock, ids) : httpSmsSender(smsUrl),
    push: webPushSender({ contact: contactOf(mailFrom), allowsPrivate: environment.allowPrivatePush }),
    passwords: argon2Hasher(),
    passwordKeys: passwordKeysOf(secret, olderPasswordKeys),
    files: localFileStore(uploads, ids, fileSeal(secret)),
    chains,
    quotes: quoteSourceOf(environment, isDemo),
    payoutMark: fileMark(join(varDir, 'payouts.mark')),
    log,
    publicUrl: environment.publicUrl,
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
