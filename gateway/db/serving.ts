/**
 * The role that serves: the gateway migrates as the database's owner, and then works as a lesser role that cannot drop or disable a
 * trigger, and cannot change what was posted (grants.ts).
 */
import { createHash, createHmac, hkdfSync, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { openDatabase, type Database } from './client';
import { DatabaseRoleError, sqlFailure } from './errors';
import { GRANTS, type Right } from './grants';

/** The role of the embedded database, which has no passwords. */
export const EMBEDDED_ROLE = 'rab_serving';
/** Any fixed number: gateways that start together set the grants one after the other. */
const ADVISORY_LOCK = 7_261_003;
const ROLE_NAME = /^[a-z_][a-z0-9_-]{0,62}$/;
const SCRAM = { iterations: 4096, saltBytes: 16, keyBytes: 32 };

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

interface ObjectRights {
  name: string;
  kind: string;
  rights: Right[] | null;
}

/** Tables, views and sequences in the schema, and what `role` may do with each. */
async function heldBy(client: pg.PoolClient, role: string): Promise<ObjectRights[]> {
  const { rows } = await client.query<ObjectRights>(
    `SELECT c.relname AS name, c.relkind AS kind,
            (SELECT array_agg(a.privilege_type ORDER BY 1) FROM aclexplode(c.relacl) a
              WHERE a.grantee = (SELECT oid FROM pg_roles WHERE rolname = $1)) AS rights
       FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'i' AND c.relkind = 'S')
      ORDER BY c.relname`,
    [role],
  );
  return rows;
}

function wantedOf({ name, kind }: ObjectRights): readonly string[] {
  return kind === 'S' ? ['USAGE'] : (GRANTS[name] ?? []);
}

/** @throws DatabaseRoleError naming tables that nobody has decided about */
function refuseUndeclared(held: readonly ObjectRights[]): void {
  const missing = held.filter(({ name, kind }) => kind !== 'S' && !(name in GRANTS)).map(({ name }) => name);
  if (missing.length === 0) return;
  throw new DatabaseRoleError(
    `the serving role's rights to ${missing.join(', ')} are not declared: add a line for each to gateway/db/grants.ts`,
  );
}

/**
 * Gives `role` what grants.ts says and nothing else, in one transaction; changes nothing where that is so already. Nobody makes
 * objects of their own any more: a temporary table would stand in for the ledger's own inside its triggers.
 * @param client a connection of the database's owner. @throws DatabaseRoleError for a table without a line
 */
async function grant(client: pg.PoolClient, role: string): Promise<void> {
  const held = await heldBy(client, role);
  refuseUndeclared(held);
  const to = quoted(role);
  const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
  const database = quoted(rows[0]?.name ?? '');
  await client.query(`REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    REVOKE CREATE, TEMPORARY ON DATABASE ${database} FROM PUBLIC;
    GRANT CONNECT ON DATABASE ${database} TO ${to};
    GRANT USAGE ON SCHEMA public TO ${to}`);
  for (const one of held) {
    const wanted = wantedOf(one);
    if (JSON.stringify([...(one.rights ?? [])].sort()) === JSON.stringify([...wanted].sort())) continue;
    const object = `${one.kind === 'S' ? 'SEQUENCE' : 'TABLE'} ${quoted(one.name)}`;
    await client.query(`REVOKE ALL ON ${object} FROM ${to}; GRANT ${wanted.join(', ')} ON ${object} TO ${to}`);
  }
}

/** Runs `work` as the owner in one transaction that others who do the same wait for. */
async function alone(owner: Database, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await owner.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
    await work(client);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

async function isThere(client: pg.PoolClient, role: string): Promise<boolean> {
  return (await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role])).rowCount !== 0;
}

/**
 * Makes the role where it is missing (it can log in with a password only when it gets one) and sets what it may do.
 * @throws DatabaseRoleError with the SQL to run where this owner may not make roles
 */
export async function grantServing(owner: Database, role: string, password: string | null = null): Promise<void> {
  await alone(owner, async (client) => {
    if (!(await isThere(client, role))) {
      const login = password === null ? 'NOLOGIN' : `LOGIN PASSWORD '${scramVerifier(password)}'`;
      try {
        await client.query(`CREATE ROLE ${quoted(role)} ${login}`);
      } catch (error) {
        // 42501: insufficient_privilege
        if (sqlFailure(error)?.code !== '42501') throw error;
        throw new DatabaseRoleError(toRun(role), error);
      }
    }
    await grant(client, role);
  });
}

function toRun(role: string): string {
  return (
    `the role of DATABASE_URL may not make the role that serves. As somebody who may, run: ` +
    `CREATE ROLE ${quoted(role)} LOGIN PASSWORD '…'; and set DATABASE_SERVING_URL to the same address with that role and password`
  );
}

/**
 * Makes the verifier that PostgreSQL stores for a password, so that the password itself is in no statement and no server's log.
 */
function scramVerifier(password: string): string {
  const { iterations, saltBytes, keyBytes } = SCRAM;
  const salt = randomBytes(saltBytes);
  const salted = pbkdf2Sync(password, salt, iterations, keyBytes, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}

interface ServingRole {
  role: string;
  url: string;
  /** Null: somebody else made the role and its password. */
  password: string | null;
}

/** The role beside the owner of DATABASE_URL; its password comes from the secret, so that all gateways of a database agree. */
function derived(ownerUrl: string, secret: Uint8Array): ServingRole {
  const url = new URL(ownerUrl);
  const database = decodeURIComponent(url.pathname.slice(1)) || decodeURIComponent(url.username);
  const role = `${database.toLowerCase().replaceAll(/[^a-z0-9_]/g, '_')}_serving`.slice(-63);
  const password = Buffer.from(hkdfSync('sha256', secret, database, 'rab-serving-role', 32)).toString('base64url');
  url.username = role;
  url.password = password;
  return { role, url: url.href, password };
}

function named(servingUrl: string): ServingRole {
  const role = decodeURIComponent(new URL(servingUrl).username);
  if (!ROLE_NAME.test(role)) throw new DatabaseRoleError('DATABASE_SERVING_URL must name its role');
  return { role, url: servingUrl, password: null };
}

async function takesPassword(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    return true;
  } catch (error) {
    // 28P01: invalid_password; 28000: invalid_authorization, also where the role may not log in
    if (!['28P01', '28000'].includes(sqlFailure(error)?.code ?? '')) throw error;
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** @throws DatabaseRoleError when the role that serves could undo what the database enforces */
async function refuseStrong({ pool }: Database, role: string): Promise<void> {
  const { rows } = await pool.query<{ strong: boolean }>(
    `SELECT r.rolsuper OR r.rolcreaterole OR r.rolbypassrls OR has_schema_privilege('public', 'CREATE')
            OR has_database_privilege(current_database(), 'CREATE, TEMPORARY')
            OR EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND pg_has_role(c.relowner, 'MEMBER')) AS strong
       FROM pg_roles r WHERE r.rolname = session_user`,
  );
  if (rows[0]?.strong === false) return;
  throw new DatabaseRoleError(
    `the role ${role} is to serve, but it owns tables, makes objects or roles, or is a superuser: give DATABASE_SERVING_URL a role that may only log in`,
  );
}

/**
 * Prepares PostgreSQL for serving, and opens the connections that serve.
 * @param owner open, with every migration applied; the caller closes it. @throws DatabaseRoleError, DatabaseUnavailableError
 */
export async function openServing(
  owner: Database,
  options: { ownerUrl: string; servingUrl: string | null; secret: Uint8Array; maxConnections: number },
): Promise<Database> {
  const { ownerUrl, servingUrl, secret, maxConnections } = options;
  const { role, url, password } = servingUrl === null ? derived(ownerUrl, secret) : named(servingUrl);
  await grantServing(owner, role, password);
  if (password !== null && !(await takesPassword(url))) {
    await alone(owner, async (client) => {
      await client.query(`ALTER ROLE ${quoted(role)} LOGIN PASSWORD '${scramVerifier(password)}'`);
    });
  }
  const serving = await openDatabase({ kind: 'postgres', url, maxConnections });
  try {
    await refuseStrong(serving, role);
    return serving;
  } catch (error) {
    await serving.close();
    throw error;
  }
}
