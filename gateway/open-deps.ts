/** Everything with an outside, opened from the environment: for the gateway and for the operator's command line. */
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Chain } from './adapters/chain/chain';
import { evmChain } from './adapters/chain/evm-chain';
import { tronChain } from './adapters/chain/tron-chain';
import { systemClock } from './adapters/clock';
import { fileSeal } from './adapters/file-seal';
import { localFileStore } from './adapters/file-store';
import { makeFolder } from './adapters/folder';
import { secureIds } from './adapters/ids';
import { createLogger } from './adapters/log';
import { localMailbox, smtpMailer } from './adapters/mail';
import { fileMark } from './adapters/payout-mark';
import { argon2Hasher } from './adapters/password-hasher';
import { ensureSecretFile, nextSecretPath, SecretFileError } from './adapters/secret-file';
import { httpSmsSender, localSmsOutbox } from './adapters/sms';
import { openDatabase, type Database } from './db/client';
import { migrate } from './db/migrate';
import { noteSecret, refuseOtherSecret } from './db/secret-check';
import { EMBEDDED_ROLE, grantServing, openServing } from './db/serving';
import { demoProgress } from './demo/repo';
import type { Deps } from './domain/call-context';
import { passwordKeysOf } from './domain/identity/stored-passwords';
import { StartError, type Environment } from './environment';

export interface OpenDeps {
  deps: Deps;
  /** Folder of the local mailbox; null when mail goes out by SMTP. */
  mailboxDir: string | null;
  /** Ends the database and idle connections. */
  close(): Promise<void>;
}

/** Of files in `varDir`. */
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
 * @throws StartError, DatabaseError: each message is one sentence for the operator
 */
export async function openDeps(environment: Environment): Promise<OpenDeps> {
  const { varDir, smtpUrl, mailFrom, smsUrl } = environment;
  const chains = chainsOf(environment);
  await prepareVarDir(varDir);
  const secret = await secretOf(environment);
  const db = await openMigrated(environment, secret);
  let isDemo: boolean;
  try {
    isDemo = (await demoProgress(db.db)) !== null;
  } catch (error) {
    await db.close();
    throw error;
  }
  const clock = systemClock;
  const ids = secureIds;
  const outbox = join(varDir, 'outbox');
  const smtp = smtpUrl === null ? null : smtpMailer(smtpUrl, mailFrom);
  const deps: Deps = {
    db,
    clock,
    ids,
    secret,
    mailer: smtp ?? localMailbox(outbox, mailFrom, clock, ids),
    sms: smsUrl === null ? localSmsOutbox(outbox, clock, ids) : httpSmsSender(smsUrl),
    passwords: argon2Hasher(),
    passwordKeys: passwordKeysOf(secret),
    files: localFileStore(join(varDir, UPLOADS_NAME), ids, fileSeal(secret)),
    chains,
    payoutMark: fileMark(join(varDir, 'payouts.mark')),
    log: createLogger(environment.logLevel),
    isDemo,
    givesDemoCredit: environment.demo,
  };
  return {
    deps,
    mailboxDir: smtp === null ? outbox : null,
    async close() {
      smtp?.close();
      await db.close();
    },
  };
}
