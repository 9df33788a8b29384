/** Whether the gateway's secret is this database's: asked before anything is written. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { DatabaseSecretError } from './errors';

type Connection = Pick<pg.Pool, 'query'>;

/** What the database keeps of its secret. */
function fingerprintOf(secret: Uint8Array): string {
  return createHmac('sha256', secret).update('gateway-secret').digest('hex');
}

async function noted(connection: Connection): Promise<string | null> {
  const there = await connection.query<{ is: boolean }>(
    `SELECT to_regclass('public.gateway_secret') IS NOT NULL AS is`,
  );
  if (there.rows[0]?.is !== true) return null;
  const { rows } = await connection.query<{ fingerprint: string }>('SELECT fingerprint FROM gateway_secret');
  return rows[0]?.fingerprint ?? null;
}

/** Writes nothing. @throws DatabaseSecretError when the database was set up with another secret */
export async function refuseOtherSecret(connection: Connection, secret: Uint8Array): Promise<void> {
  const fingerprint = await noted(connection);
  if (fingerprint === null) return;
  const mine = fingerprintOf(secret);
  if (fingerprint.length !== mine.length || !timingSafeEqual(Buffer.from(fingerprint), Buffer.from(mine)))
    throw new DatabaseSecretError();
}

/** Of two gateways that start together on a new database the first one's secret is its own. @throws DatabaseSecretError for the other */
export async function noteSecret(connection: Connection, secret: Uint8Array): Promise<void> {
  const values = [fingerprintOf(secret)];
  await connection.query('INSERT INTO gateway_secret (fingerprint) VALUES ($1) ON CONFLICT DO NOTHING', values);
  await refuseOtherSecret(connection, secret);
}
