/** Refuses a gateway whose secret is not this database's, before anything is written. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { DatabaseSecretError } from './errors';

type Connection = Pick<pg.Pool, 'query'>;

/** The database's notes on its secret. */
export interface SecretNote {
  installation: string | null;
  fingerprint: string;
  /** Check value of the secret that a rotation is on its way to; null while there is no rotation. */
  next: string | null;
}

/** A check value: it tells nothing of the secret. @param installation null in a database from before there were any */
export function fingerprintOf(secret: Uint8Array, installation: string | null): string {
  const about = installation === null ? 'gateway-secret' : `gateway-secret:${installation}`;
  return createHmac('sha256', secret).update(about).digest('hex');
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

/** True when the check value is this secret's, also one from before there were installations. */
export function isOf(secret: Uint8Array, { installation }: SecretNote, fingerprint: string): boolean {
  return [installation, null].some((one) => isSame(fingerprintOf(secret, one), fingerprint));
}

/** Null in a database that has no secret yet, migrated or not. */
export async function notedSecret(connection: Connection): Promise<SecretNote | null> {
  const there = await connection.query<{ is: boolean }>(
    `SELECT to_regclass('public.gateway_secret') IS NOT NULL AS is`,
  );
  if (there.rows[0]?.is !== true) return null;
  // Read as JSON, since a migration may be yet to add some columns.
  const { rows } = await connection.query<{ row: Record<string, string | null | undefined> }>(
    'SELECT to_jsonb(s) AS row FROM gateway_secret s',
  );
  const row = rows[0]?.row;
  const fingerprint = row?.['fingerprint'];
  if (!row || typeof fingerprint !== 'string') return null;
  return { fingerprint, installation: row['installation'] ?? null, next: row['next_fingerprint'] ?? null };
}

/** Writes nothing. @throws DatabaseSecretError when the database was set up with another secret, or is on its way to another */
export async function refuseOtherSecret(connection: Connection, secret: Uint8Array): Promise<void> {
  const noted = await notedSecret(connection);
  if (noted === null) return;
  if (noted.next !== null) throw new DatabaseSecretError('rotating');
  if (!isOf(secret, noted, noted.fingerprint)) throw new DatabaseSecretError('other');
}

/**
 * Notes the secret of the first gateway on a new database. @throws DatabaseSecretError when another gateway noted its own before
 */
export async function noteSecret(connection: Connection, secret: Uint8Array): Promise<void> {
  const former = fingerprintOf(secret, null);
  await connection.query('INSERT INTO gateway_secret (fingerprint) VALUES ($1) ON CONFLICT DO NOTHING', [former]);
  await refuseOtherSecret(connection, secret);
  const { installation = null, fingerprint } = (await notedSecret(connection)) ?? {};
  if (fingerprint !== former || installation === null) return;
  const own = fingerprintOf(secret, installation);
  await connection.query('UPDATE gateway_secret SET fingerprint = $1 WHERE fingerprint = $2', [own, former]);
}
