/** Everything with an outside, opened from the environment: for the gateway and for the operator's command line. */
import { createHmac, randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Chain } from './adapters/chain/chain';
import { evmChain } from './adapters/chain/evm-chain';
import { tronChain } from './adapters/chain/tron-chain';
import { systemClock } from './adapters/clock';
import { localFileStore } from './adapters/file-store';
import { makeFolder } from './adapters/folder';
import { secureIds } from './adapters/ids';
import { createLogger } from './adapters/log';
import { localMailbox, smtpMailer } from './adapters/mail';
import { fileMark } from './adapters/payout-mark';
import { argon2Hasher } from './adapters/password-hasher';
import { httpSmsSender, localSmsOutbox } from './adapters/sms';
import { openDatabase, type Database } from './db/client';
import { migrate } from './db/migrate';
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
 * @throws StartError, DatabaseError: each message is one sentence for the operator
 */
export async function openDeps(environment: Environment): Promise<OpenDeps> {
  const { varDir, databaseUrl, smtpUrl, mailFrom, smsUrl } = environment;
  const chains = chainsOf(environment);
  await prepareVarDir(varDir);
  const secret = environment.secret === null ? await secretFromFile(varDir) : Buffer.from(environment.secret, 'utf8');
  const db = await openDatabase(
    databaseUrl === null
      ? { kind: 'embedded', folder: varDir }
      : { kind: 'postgres', url: databaseUrl, maxConnections: environment.maxConnections },
  );
  let isDemo: boolean;
  try {
    await migrate(db);
    await checkSecret(db, secret);
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
    files: localFileStore(join(varDir, 'uploads'), ids),
    chains,
    payoutMark: fileMark(join(varDir, 'payouts.mark')),
    log: createLogger(environment.logLevel),
    publicUrl: environment.publicUrl,
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
