/** Backup and restore as an operator runs them. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileSeal } from '../../../gateway/adapters/file-seal';
import { localFileStore } from '../../../gateway/adapters/file-store';
import { secureIds } from '../../../gateway/adapters/ids';
import { openDatabase, type Database, type DatabaseConfig } from '../../../gateway/db/client';
import { noteSecret } from '../../../gateway/db/secret-check';
import { checkMark } from '../../../gateway/domain/withdrawals/mark';
import { insertMark } from '../../../gateway/domain/withdrawals/mark-repo';
import { withTransaction } from '../../../gateway/db/transaction';
import { readEnvironment } from '../../../gateway/environment';
import { closeLedgerDays } from '../../../gateway/jobs/ledger-days';
import { openDeps } from '../../../gateway/open-deps';
import { openCustodyWorld } from '../custody/world';
import { createDatabase, createMigrated, ownerUrl, type DatabaseKind } from '../support/database';
import { maintain, type Maintained } from '../support/maintenance';
import { act } from '../support/operators';
import { SLOW_MS, until } from '../support/until';
import { layDatabaseInto } from '../../support/database-image';
import { madeFolder } from '../../support/made-folder';

/** Not with V8's quick compiler: making a new embedded database is long enough for the better one to pay. */
const PROGRAM = ['node_modules/.cache/rab/gateway/operator.js'];
const SECRET = new Uint8Array(32).fill(7);
const DAY_MS = 86_400_000;
const PASSPHRASE = 'twelve or more letters';

interface Place {
  varDir: string;
  env: Record<string, string>;
  config: DatabaseConfig;
  drop(): Promise<void>;
}

async function place(kind: DatabaseKind, isMigrated: boolean): Promise<Place> {
  const varDir = madeFolder('backup');
  const env = {
    VAR_DIR: varDir,
    DEMO: '0',
    LOCAL_CHAIN: '0',
    SERVE_APP: '0',
    ALLOW_NO_SMTP: '1',
    BACKUP_PASSPHRASE: PASSPHRASE,
  };
  if (kind === 'embedded') {
    if (isMigrated) await layDatabaseInto(varDir);
    return { varDir, env, config: { kind, folder: varDir }, drop: async () => undefined };
  }
  const { config, drop } = await (isMigrated ? createMigrated(kind) : createDatabase(kind));
  const url = ownerUrl(config);
  return { varDir, env: { ...env, DATABASE_URL: url }, config: { kind, url }, drop };
}

async function inDatabase<T>({ config }: Place, work: (owner: Database) => Promise<T>): Promise<T> {
  const owner = await openDatabase(config);
  try {
    return await work(owner);
  } finally {
    await owner.close();
  }
}

type Operator = (at: Place, line: string[], more?: Record<string, string>) => Promise<Maintained>;

const operator: Operator = ({ env }, line, more = {}) => maintain({ ...env, ...more }, line);

/** The same as a program of its own. */
const operatorProgram: Operator = ({ env }, line, more = {}) =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...PROGRAM, ...line],
      { env: { ...process.env, ...env, ...more } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
    child.stdin?.end();
  });

/** A day's business, closed days, an upload, and payouts that have begun. @returns the upload's path */
async function populate(at: Place): Promise<string> {
  writeFileSync(join(at.varDir, 'secret'), SECRET);
  const store = localFileStore(join(at.varDir, 'uploads'), secureIds, fileSeal(SECRET));
  const path = await store.put(new TextEncoder().encode('a passport'), 'png');
  await inDatabase(at, async (owner) => {
    await noteSecret(owner.pool, SECRET);
    const world = await openCustodyWorld(owner);
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
async function everything(at: Place): Promise<Record<string, string>> {
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

describe.each([
  { kind: 'embedded', run: operator },
  { kind: 'postgres', run: operatorProgram },
] as const)('a backup ($kind)', ({ kind, run }) => {
  it(
    'is checked without touching anything, and restored into an empty installation, where payouts are halted',
    async () => {
      const [from, to] = [await place(kind, true), await place(kind, false)];
      try {
        const path = await populate(from);
        const file = join(from.varDir, 'rab.backup');
        expect(await run(from, ['backup', file], { BACKUP_PASSPHRASE: 'short' })).toMatchObject({ code: 2 });
        expect(existsSync(file)).toBe(false);
        const before = await everything(from);
        expect(await run(from, ['backup', file])).toMatchObject({ code: 0, err: '' });
        expect(await run(from, ['backup', file])).toMatchObject({
          code: 2,
          err: expect.stringMatching(/replaces nothing/),
        });
        expect(readFileSync(file).includes('passport')).toBe(false);
        expect(readFileSync(file).includes('user_cash')).toBe(false);
        expect(await everything(from)).toEqual(before);

        const checked = await run(to, ['restore', '--check', file]);
        expect(checked).toMatchObject({ code: 0, err: '' });
        expect(checked.out).toMatch(/1 files\.\nIts ledger is sound\./);
        expect(readdirSync(to.varDir)).toEqual([]);

        expect(await run(to, ['restore', file])).toMatchObject({ code: 0, err: '' });
        expect(await everything(to)).toEqual(before);
        expect(await run(to, ['restore', file])).toMatchObject({
          code: 1,
          err: expect.stringMatching(/not empty/),
        });
        const { deps, close } = await openDeps(readEnvironment(to.env));
        try {
          expect(Buffer.from(await deps.files.read(path)).toString()).toBe('a passport');
          expect(await checkMark(deps)).toBe('restored');
          const { rows } = await deps.db.pool.query('SELECT cause FROM withdrawal_halts WHERE ended_at IS NULL');
          expect(rows).toEqual([{ cause: 'restored' }]);
          // Numbers go on, triggers hold.
          const world = await openCustodyWorld(deps.db);
          await world.place(await world.person(), '250');
        } finally {
          await close();
        }
      } finally {
        await from.drop();
        await to.drop();
      }
    },
    SLOW_MS,
  );
});

describe('a backup that is not as it was', () => {
  it(
    'is refused: another passphrase, a changed byte, a cut or longer end, no backup at all; and a ledger that is not sound is told',
    async () => {
      const [from, to] = [await place('embedded', true), await place('embedded', false)];
      await populate(from);
      const file = join(from.varDir, 'rab.backup');
      expect(await operator(from, ['backup', file])).toMatchObject({ code: 0 });
      const spoilt = async (change: (path: string) => void, line = ['restore', '--check']) => {
        const copy = join(from.varDir, `copy-${randomUUID()}`);
        copyFileSync(file, copy);
        change(copy);
        return operator(to, [...line, copy]);
      };
      const size = readFileSync(file).length;
      const flipped = (at: number) => (path: string) => {
        const bytes = readFileSync(path);
        bytes[at]! ^= 1;
        writeFileSync(path, bytes);
      };
      const other = await operator(to, ['restore', '--check', file], { BACKUP_PASSPHRASE: 'another passphrase' });
      expect(other).toMatchObject({ code: 1, err: expect.stringMatching(/passphrase is not this backup/) });
      expect(await spoilt(flipped(Math.floor(size / 2)))).toMatchObject({
        code: 1,
        err: expect.stringMatching(/damaged/),
      });
      expect(await spoilt(flipped(size - 3), ['restore'])).toMatchObject({
        code: 1,
        err: expect.stringMatching(/damaged/),
      });
      expect(await spoilt((path) => truncateSync(path, size - 100), ['restore'])).toMatchObject({ code: 1 });
      expect(await spoilt((path) => writeFileSync(path, 'x', { flag: 'a' }))).toMatchObject({ code: 1 });
      expect(await spoilt((path) => writeFileSync(path, 'hello, this is no backup file'))).toMatchObject({ code: 2 });
      // Nothing of all that left anything behind.
      expect(readdirSync(to.varDir).filter((name) => name !== 'db.lock')).toEqual([]);

      await inDatabase(from, async ({ pool }) => {
        await pool.query(`ALTER TABLE journals DISABLE TRIGGER USER; UPDATE journals SET memo = '{"x":1}' WHERE id = 2;
          ALTER TABLE journals ENABLE TRIGGER USER`);
      });
      const rewritten = join(from.varDir, 'rewritten');
      expect(await operator(from, ['backup', rewritten])).toMatchObject({ code: 0 });
      const told = await operator(to, ['restore', '--check', rewritten]);
      expect(told.code).toBe(1);
      expect(told.out).toMatch(/ledger-day\tday/);
    },
    SLOW_MS,
  );

  it(
    'is not begun with another secret, and leaves no partial file',
    async () => {
      const from = await place('embedded', true);
      await populate(from);
      writeFileSync(join(from.varDir, 'secret'), new Uint8Array(32).fill(9));
      const folder = madeFolder('out');
      const file = join(folder, 'rab.backup');
      expect(await operator(from, ['backup', file])).toMatchObject({
        code: 3,
        err: expect.stringMatching(/another secret/),
      });
      writeFileSync(join(from.varDir, 'secret'), SECRET);
      // Amid the files one that cannot be read.
      const shelf = join(from.varDir, 'uploads', '00');
      mkdirSync(join(shelf, '00000000-0000-4000-8000-000000000000.png'), { recursive: true });
      expect((await operator(from, ['backup', file])).code).not.toBe(0);
      expect(readdirSync(folder)).toEqual([]);
    },
    SLOW_MS,
  );
});
