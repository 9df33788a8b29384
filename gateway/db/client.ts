/**
 * Opens the database: PostgreSQL, or the embedded one behind the same driver. Everything above is the same code on both.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { startEmbedded } from './embedded';
import { DatabaseFolderError, DatabaseUnavailableError, NestedConnectionError } from './errors';
import { lockFolder, type FolderLock } from './lock';
import * as schema from './schema/index';
import type { Tx } from './transaction-handle';

export type DatabaseConfig =
  | {
      kind: 'postgres';
      url: string;
      /** Upper bound of this process's connections. Default 10. */
      maxConnections?: number;
    }
  | {
      kind: 'embedded';
      /** The folder that holds `db/` and `db.lock`; null keeps everything in memory. */
      folder: string | null;
      /** Start an empty database from this image of a data folder instead of from nothing. */
      imagePath?: string;
      /** The role that runs the statements; absent: the owner, who may do everything. */
      role?: string;
    };

/** The query builder, outside or inside a transaction. */
export type Queries = Pick<NodePgDatabase<typeof schema>, 'select' | 'insert' | 'update' | 'delete' | 'execute'>;

/** A chain of calls carries this through to the database. */
export interface Scope {
  /** A transaction is open. */
  active: boolean;
  /** Runs first in every transaction that is begun. */
  guard?: (tx: Tx) => Promise<void>;
}

export interface Database {
  readonly kind: DatabaseConfig['kind'];
  /** For single statements outside a transaction; refuses to work inside one (`NestedConnectionError`). */
  readonly db: NodePgDatabase<typeof schema>;
  readonly pool: pg.Pool;
  /** The transaction that the current call chain is in, kept by `withTransaction`. */
  readonly scope: AsyncLocalStorage<Scope>;
  /** On the embedded database: from now on its statements are those of `role` (serving.ts). */
  lower(role: string): Promise<void>;
  /** Waits for running statements, closes connections, frees the folder. Safe to call twice. */
  close(): Promise<void>;
}

/** Oldest PostgreSQL that the migrations are written for. */
const MIN_SERVER_VERSION = 150_000;

const LIMITS = {
  connectionTimeoutMillis: 10_000,
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
};

/** A pool whose connections may be lost. To be said before the first of them is made. */
function outlivingItsConnections(pool: pg.Pool): pg.Pool {
  // A dropped idle connection must not end the process; the pool replaces it.
  pool.on('error', () => undefined);
  // Nor one that is lost inside a transaction: its statements fail, and the pool drops it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function assemble(
  kind: DatabaseConfig['kind'],
  pool: pg.Pool,
  lower: (role: string) => Promise<void>,
  afterClose: () => Promise<void>,
): Database {
  const scope = new AsyncLocalStorage<Scope>();
  const guarded = <A extends unknown[], R>(call: (...args: A) => R) => {
    return (...args: A): R => {
      if (scope.getStore()?.active) throw new NestedConnectionError();
      return call(...args);
    };
  };
  pool.connect = guarded(pool.connect.bind(pool)) as typeof pool.connect;
  pool.query = guarded(pool.query.bind(pool)) as typeof pool.query;
  let closed: Promise<void> | null = null;
  // A scope that stays enabled is carried by every promise that the process makes from then on.
  const close = () =>
    (closed ??= pool
      .end()
      .then(afterClose)
      .finally(() => scope.disable()));
  return { kind, db: drizzle(pool, { schema }), pool, scope, lower, close };
}

/** Host, port and name without user or password: safe to print. */
function safeUrlText(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url);
    return `${hostname}:${port || '5432'}${pathname}`;
  } catch {
    return 'the given DATABASE_URL';
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

async function openPostgres(url: string, maxConnections: number): Promise<Database> {
  const where = safeUrlText(url);
  let pool: pg.Pool;
  try {
    pool = outlivingItsConnections(
      new pg.Pool({ connectionString: url, max: maxConnections, application_name: 'rab-gateway', ...LIMITS }),
    );
  } catch (error) {
    throw new DatabaseUnavailableError(where, reasonOf(error), error);
  }
  try {
    const { rows } = await pool.query<{ v: number }>(`SELECT current_setting('server_version_num')::int AS v`);
    const version = rows[0]?.v ?? 0;
    if (version < MIN_SERVER_VERSION) throw new Error(`PostgreSQL 15 or newer is needed, it is ${version}`);
  } catch (error) {
    await pool.end();
    throw new DatabaseUnavailableError(where, reasonOf(error), error);
  }
  const lower = () => Promise.reject(new Error('PostgreSQL has connections of its own for each role'));
  return assemble('postgres', pool, lower, async () => undefined);
}

type EmbeddedConfig = DatabaseConfig & { kind: 'embedded' };

async function openEmbedded({ folder, imagePath, role: firstRole }: EmbeddedConfig): Promise<Database> {
  let role = firstRole ?? null;
  const lock: FolderLock | null = folder === null ? null : lockFolder(folder);
  try {
    const engine = await startEmbedded({
      folder: folder === null ? null : join(folder, 'db'),
      imagePath: imagePath ?? null,
    });
    const pool = new pg.Pool({
      // The embedded database has one session and one connection: its transactions are serial by nature.
      max: 1,
      idleTimeoutMillis: 0,
      stream: () => engine.connect(role),
      user: 'postgres',
      database: 'postgres',
      ssl: false,
    });
    const lower = async (to: string): Promise<void> => {
      role = to;
      await pool.query(`SET SESSION AUTHORIZATION ${to}`);
    };
    return assemble('embedded', outlivingItsConnections(pool), lower, async () => {
      await engine.close();
      lock?.release();
    });
  } catch (error) {
    lock?.release();
    throw new DatabaseFolderError(folder ?? '(memory)', reasonOf(error), error);
  }
}

/**
 * Opens the database that `config` names; it is not migrated yet (see `migrate`).
 * @throws DatabaseUnavailableError, DatabaseInUseError, DatabaseFolderError: each message is one sentence for the operator.
 */
export function openDatabase(config: DatabaseConfig): Promise<Database> {
  return config.kind === 'postgres' ? openPostgres(config.url, config.maxConnections ?? 10) : openEmbedded(config);
}
