/** Installations that are backed up and restored: what they hold, and how an operator's commands are run on them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileSeal } from '../../../gateway/adapters/file-seal';
import { localFileStore } from '../../../gateway/adapters/file-store';
import { secureIds } from '../../../gateway/adapters/ids';
import { openDatabase, type Database, type DatabaseConfig } from '../../../gateway/db/client';
import { noteSecret } from '../../../gateway/db/secret-check';
import { withTransaction } from '../../../gateway/db/transaction';
import { insertMark } from '../../../gateway/domain/withdrawals/mark-repo';
import { closeLedgerDays } from '../../../gateway/jobs/ledger-days';
import { layDatabaseInto } from '../../support/database-image';
import { madeFolder } from '../../support/made-folder';
import { DAY_MS, openGatewayWorld } from '../world';
import { createDatabase, createMigrated, ownerUrl, type DatabaseKind } from '../support/database';
import { act } from '../support/operators';
import { until } from '../support/until';

export const SECRET = new Uint8Array(32).fill(7);

export interface Place {
  varDir: string;
  env: Record<string, string>;
  config: DatabaseConfig;
  drop(): Promise<void>;
}

export async function place(kind: DatabaseKind, isMigrated: boolean): Promise<Place> {
  const varDir = madeFolder('backup');
  const env = {
    VAR_DIR: varDir,
    DEMO: '0',
    LOCAL_CHAIN: '0',
    SERVE_APP: '0',
    ALLOW_NO_SMTP: '1',
    BACKUP_PASSPHRASE: 'twelve or more letters',
  };
  if (kind === 'embedded') {
    if (isMigrated) await layDatabaseInto(varDir);
    return { varDir, env, config: { kind, folder: varDir }, drop: async () => undefined };
  }
  const { config, drop } = await (isMigrated ? createMigrated(kind) : createDatabase(kind));
  const url = ownerUrl(config);
  return { varDir, env: { ...env, DATABASE_URL: url }, config: { kind, url }, drop };
}

export async function inDatabase<T>({ config }: Place, work: (owner: Database) => Promise<T>): Promise<T> {
  const owner = await openDatabase(config);
  try {
    return await work(owner);
  } finally {
    await owner.close();
  }
}

/** A day's business, closed days, an upload, and payouts that have begun. @returns the upload's path */
export async function populate(at: Place): Promise<string> {
  writeFileSync(join(at.varDir, 'secret'), SECRET);
  const store = localFileStore(join(at.varDir, 'uploads'), secureIds, fileSeal(SECRET));
  const path = await store.put(new TextEncoder().encode('a passport'), 'png');
  await inDatabase(at, async (owner) => {
    await noteSecret(owner.pool, SECRET);
    const world = await openGatewayWorld(owner);
    await world.fundPool('5000');
    const who = await world.person();
    await world.place(who, '500');
    await world.place(await world.person(), '123.456789');
    world.time.now += 2 * DAY_MS;
    // Not while other tests' transactions are under way on the same server.
    await until(
      () => closeLedgerDays(world.deps),
      (closed) => closed > 0,
    );
    await act(world.deps, 'config get', { key: 'app.timeZone' });
    await withTransaction(owner, (tx) => insertMark(tx, { epoch: 5, number: 3, token: 'a token of sixteen' }, 0));
    await owner.pool.query(`INSERT INTO uploads (id, user_id, path, type, width, height, bytes, created_at)
      VALUES (gen_random_uuid(), ${who.userId}, '${path}', 'image/png', 1, 1, 10, now())`);
  });
  return path;
}

/** Every row of every table, and the next number of each sequence. */
export async function everything(at: Place): Promise<Record<string, string>> {
  return inDatabase(at, async ({ pool }) => {
    const { rows: tables } = await pool.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
        AND relname NOT IN ('schema_migrations', 'rate_limits', 'payout_mark') ORDER BY 1`,
    );
    const all: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await pool.query<{ rows: string | null }>(
        `SELECT count(*) || ' ' || md5(coalesce(string_agg(to_jsonb(t)::text, '|' ORDER BY to_jsonb(t)::text), '')) AS rows FROM ${name} t`,
      );
      all[name] = rows[0]?.rows ?? '';
    }
    const { rows } = await pool.query<{ constraints: string }>(
      `SELECT string_agg(conrelid::regclass || conname || pg_get_constraintdef(oid), '|' ORDER BY conrelid::regclass::text, conname) AS constraints
         FROM pg_constraint WHERE connamespace = 'public'::regnamespace`,
    );
    all['constraints'] = rows[0]?.constraints ?? '';
    const triggers = await pool.query<{ disabled: number }>(
      `SELECT count(*)::int AS disabled FROM pg_trigger WHERE tgenabled <> 'O'`,
    );
    all['disabled triggers'] = String(triggers.rows[0]?.disabled);
    return all;
  });
}
