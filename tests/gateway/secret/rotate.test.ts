/** `secret rotate` as an operator runs it, killed on its way: afterwards everything opens with the new secret, and nothing with the one before. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileSeal } from '../../../gateway/adapters/file-seal';
import { localFileStore } from '../../../gateway/adapters/file-store';
import { secureIds } from '../../../gateway/adapters/ids';
import { openDatabase, type Database } from '../../../gateway/db/client';
import { noteSecret } from '../../../gateway/db/secret-check';
import { currentKey, olderKeysOf } from '../../../gateway/domain/identity/secrets/older-keys';
import {
  cardKey,
  documentKey,
  recoveryHash,
  recoveryHashBy,
  seal,
  unseal,
} from '../../../gateway/domain/identity/secrets/secrets';
import { verifyPassword } from '../../../gateway/domain/identity/passwords/stored-passwords';
import { RESEALED } from '../../../gateway/operator/secret/dependents';
import { readEnvironment } from '../../../gateway/environment';
import { openDeps } from '../../../gateway/open-deps';
import { madeFolder } from '../../support/made-folder';
import { createMigrated, ownerUrl } from '../support/database';
import { maintain } from '../support/maintenance';
import { openWorld, freshEmail, PASSWORD } from '../identity/world';
import { SECRET } from '../world';

/** More than are sealed anew in one transaction. */
const CARDS = 210;
const FILES = 10;

interface Installation {
  varDir: string;
  env: Record<string, string>;
  /** Runs as the owner, while no gateway has the database. */
  with<T>(work: (owner: Database) => Promise<T>): Promise<T>;
  drop(): Promise<void>;
}

async function installation(): Promise<Installation> {
  const varDir = madeFolder('rotate');
  writeFileSync(join(varDir, 'secret'), SECRET);
  const { config, drop } = await createMigrated();
  const url = ownerUrl(config);
  return {
    varDir,
    env: { VAR_DIR: varDir, DEMO: '0', LOCAL_CHAIN: '0', SERVE_APP: '0', ALLOW_NO_SMTP: '1', DATABASE_URL: url },
    drop,
    async with(work) {
      const database = await openDatabase({ kind: 'postgres', url });
      try {
        return await work(database);
      } finally {
        await database.close();
      }
    },
  };
}

/** Ends the process with its line number `after`, as a power cut would: by itself, since another process may be told of it late. */
function dyingAt(after: number): string[] {
  const program = `
    const write = process.stdout.write.bind(process.stdout);
    let lines = 0;
    process.stdout.write = (text, ...rest) => {
      const isTaken = write(text, ...rest);
      lines += String(text).split('\\n').length - 1;
      if (lines >= ${after}) process.kill(process.pid, 'SIGKILL');
      return isTaken;
    };`;
  return ['--import', `data:text/javascript,${encodeURIComponent(program)}`];
}

const rotate = ({ env }: Installation) => maintain(env, ['secret', 'rotate']);

/** As a program, which is killed when it has said so many lines. @returns its exit code */
function killedRotation({ env }: Installation, lines: number): Promise<number | null> {
  const program = [...dyingAt(lines), 'node_modules/.cache/rab/gateway/operator.js', 'secret', 'rotate'];
  return new Promise((resolve) => {
    spawn(process.execPath, program, { env: { ...process.env, ...env } }).on('close', resolve);
  });
}

interface Population {
  userId: string;
  path: string;
}

async function populate({ varDir, ...installed }: Installation): Promise<Population> {
  return installed.with(async (owner) => {
    await noteSecret(owner.pool, SECRET);
    const world = openWorld(owner);
    const { userId } = await world.register(freshEmail());
    const sealed = (use: Parameters<typeof seal>[1], value: unknown) => seal(SECRET, use, JSON.stringify(value));
    const add = (table: string, row: Record<string, unknown>) => {
      const places = Object.keys(row).map((_, place) => `$${place + 1}`);
      const text = `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${places.join(', ')})`;
      return owner.pool.query(text, Object.values(row));
    };
    const now = new Date();
    await add('identity_records', {
      user_id: userId,
      sealed_number: sealed('document', [userId, 'G123']),
      number_key: documentKey(SECRET, 'G123'),
      sealed_name: sealed('document', [userId, 'Lin Mei']),
    });
    const sealedSecret = sealed('authenticator', { userId, secret: 'ABC' });
    await add('authenticators', { user_id: userId, sealed_secret: sealedSecret, last_step: 0, bound_at: now });
    await add('recovery_codes', { user_id: userId, code_hash: recoveryHash(SECRET, userId, 'one-code') });
    const waiting = { state: 'waiting', next_attempt_at: now, created_at: now, expires_at: now };
    await add('outbound_messages', { sealed: sealed('message', { to: 'x' }), ...waiting });
    await add('known_devices', { user_id: userId, token_hash: 'x', epoch: 0, used_at: now });
    const cards = Array.from({ length: CARDS }, (_, n) => String(6_222_000_000_000 + n));
    await owner.pool.query(
      `INSERT INTO withdrawal_methods (user_id, kind, target_key, bank_name, sealed_card, card_last4, created_at)
       SELECT $1, 'bank', k, 'Bank', s, '0000', now() FROM unnest($2::text[], $3::text[]) t (k, s)`,
      [
        userId,
        cards.map((number) => cardKey(SECRET, number)),
        cards.map((number) => sealed('card', { userId, number })),
      ],
    );
    const chain = { network: 'BEP20', address: '0xab', target_key: 'BEP20:0xab' };
    await add('withdrawal_methods', { user_id: userId, kind: 'chain', ...chain, created_at: now });
    const store = localFileStore(join(varDir, 'uploads'), secureIds, fileSeal(SECRET));
    let path = '';
    for (let n = 0; n < FILES; n += 1) path = await store.put(new TextEncoder().encode(`image ${n}`), 'png');
    // A file from before files were sealed.
    writeFileSync(join(varDir, 'uploads', path), 'in clear');
    return { userId, path };
  });
}

/** Everything, read with `secret`. */
async function readAll({ varDir, ...installed }: Installation, { userId, path }: Population, secret: Uint8Array) {
  return installed.with(async ({ pool, db }) => {
    /** The newest row, all of whose columns that are looked at are texts. */
    const newest = async (table: string, where = 'true') => {
      const { rows } = await pool.query<Record<string, string>>(
        `SELECT * FROM ${table} WHERE ${where} ORDER BY 1 DESC`,
      );
      return rows[0]!;
    };
    const opened = (use: Parameters<typeof unseal>[1], value = '') => JSON.parse(unseal(secret, use, value)) as unknown;
    const { rows: cards } = await pool.query<{ target_key: string; sealed_card: string }>(
      `SELECT * FROM withdrawal_methods WHERE kind = 'bank'`,
    );
    const record = await newest('identity_records');
    const { rowCount: devices } = await pool.query('SELECT FROM known_devices');
    const store = localFileStore(join(varDir, 'uploads'), secureIds, fileSeal(secret));
    return {
      number: opened('document', record['sealed_number']),
      isNumberKey: record['number_key'] === documentKey(secret, 'G123'),
      name: opened('document', record['sealed_name']),
      cards: cards.filter(({ sealed_card: card, target_key: key }) => {
        const { number } = opened('card', card) as { number: string };
        return key === cardKey(secret, number);
      }).length,
      chain: (await newest('withdrawal_methods', `kind = 'chain'`))['target_key'],
      authenticator: opened('authenticator', (await newest('authenticators'))['sealed_secret']),
      message: opened('message', (await newest('outbound_messages', 'sealed IS NOT NULL'))['sealed']),
      file: Buffer.from(await store.read(path)).toString(),
      devices,
      recovery: [
        recoveryHash(secret, userId, 'one-code'),
        ...(await olderKeysOf(db, secret, 'recovery')).map(({ key }) => recoveryHashBy(key, userId, 'one-code')),
      ].indexOf((await newest('recovery_codes'))['code_hash']!),
      passwordKeys: (await olderKeysOf(db, secret, 'password')).map(({ id }) => id),
    };
  });
}

/** Logs the person in by their password. @returns the key that it was stored with before, and after */
async function passwordKey({ env }: Installation, { userId }: Population): Promise<(string | undefined)[]> {
  const { deps, close } = await openDeps(readEnvironment(env));
  try {
    const query = 'SELECT login_password_hash AS stored FROM users WHERE id = $1';
    const { rows } = await deps.db.pool.query<{ stored: string }>(query, [userId]);
    const stored = rows[0]?.stored ?? '';
    const own = { userId, column: 'loginPasswordHash', stored } as const;
    expect(await verifyPassword(deps, own, `${PASSWORD}x`)).toBeNull();
    const renewed = await verifyPassword(deps, own, PASSWORD);
    return [stored, renewed ?? ''].map((hash) => hash.split(/[:$]/)[1]);
  } finally {
    await close();
  }
}

describe('a rotation of the secret', () => {
  let installed: Installation;
  beforeEach(async () => {
    installed = await installation();
  });
  afterEach(() => installed.drop());

  it('goes on after it was killed at several points, and at its end nothing is of the secret before', async () => {
    const population = await populate(installed);
    const all = {
      number: [population.userId, 'G123'],
      isNumberKey: true,
      name: [population.userId, 'Lin Mei'],
      cards: CARDS,
      chain: 'BEP20:0xab',
      authenticator: { userId: population.userId, secret: 'ABC' },
      message: { to: 'x' },
      file: 'in clear',
    };
    expect(await readAll(installed, population, SECRET)).toMatchObject({ ...all, devices: 1, recovery: 0 });
    const path = join(installed.varDir, 'secret');
    // Said at: the beginning; amid and after the tables.
    for (const lines of [1, 5, 8]) {
      expect(await killedRotation(installed, lines)).toBe(null);
      expect(existsSync(`${path}.next`)).toBe(true);
      expect(Buffer.from(readFileSync(path)).equals(Buffer.from(SECRET))).toBe(true);
    }
    const next = readFileSync(`${path}.next`);
    await expect(openDeps(readEnvironment(installed.env))).rejects.toThrow(/rotation of the secret was begun/);
    // Another machine's gateway, which has no next secret beside its own.
    const otherDir = madeFolder('other');
    writeFileSync(join(otherDir, 'secret'), SECRET);
    const other = readEnvironment({ ...installed.env, VAR_DIR: otherDir });
    await expect(openDeps(other)).rejects.toThrow(/rotation of the secret was begun/);
    const done = await rotate(installed);
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(done.out).toMatch(/Going on/);
    expect(readFileSync(path).equals(next)).toBe(true);
    expect(existsSync(`${path}.next`)).toBe(false);
    // Found by the key that was kept; what lapses is gone.
    expect(await readAll(installed, population, next)).toEqual({
      ...all,
      devices: 0,
      recovery: 1,
      passwordKeys: [currentKey(SECRET, 'password').id],
    });
    // The row is of the former secret's key, and of the new one's once it was found right.
    expect(await passwordKey(installed, population)).toEqual([
      currentKey(SECRET, 'password').id,
      currentKey(next, 'password').id,
    ]);
    writeFileSync(path, SECRET);
    await expect(openDeps(readEnvironment(installed.env))).rejects.toThrow(/set up with another secret/);
    writeFileSync(path, next);

    // Once more: keys of both former secrets are kept, sealed with the newest.
    expect(await rotate(installed)).toMatchObject({ code: 0 });
    const newest = readFileSync(path);
    expect(await readAll(installed, population, newest)).toMatchObject({
      ...all,
      passwordKeys: [currentKey(SECRET, 'password').id, currentKey(next, 'password').id],
    });
  });

  it('is refused while a gateway runs, and for a secret that is not the database’s, and nothing is written', async () => {
    const { deps, close } = await openDeps(readEnvironment(installed.env));
    await deps.db.pool.query('SELECT 1');
    const refused = await rotate(installed);
    expect(refused.code).not.toBe(0);
    expect(refused.err).toMatch(/a gateway is connected/);
    await close();
    expect(existsSync(join(installed.varDir, 'secret.next'))).toBe(false);
    const noted = async () =>
      installed.with(async ({ pool }) => (await pool.query('SELECT * FROM gateway_secret')).rows);
    const before = await noted();
    expect(before).toMatchObject([{ next_fingerprint: null }]);
    const secrets = { GATEWAY_SECRET: 'x'.repeat(40), NEXT_GATEWAY_SECRET: 'y'.repeat(40) };
    expect(await rotate({ ...installed, env: { ...installed.env, ...secrets } })).toMatchObject({
      code: 3,
      err: expect.stringMatching(/set up with another secret/),
    });
    expect(await noted()).toEqual(before);
  });
});

it('the cards of a trade are sealed anew one by one, and only once', () => {
  const secrets = { before: SECRET, next: new Uint8Array(32).fill(8) };
  const table = RESEALED.find((one) => one.table === 'otc_usdt_trades')!;
  const payee = (secret: Uint8Array) => ({ bankName: 'B', sealedCard: seal(secret, 'card', 'a card') });
  const changed = table.reseal({ payees: [payee(secrets.before), payee(secrets.next)] }, secrets)!;
  const payees = JSON.parse(String(changed['payees'])) as { bankName: string; sealedCard: string }[];
  expect(payees.map(({ bankName, sealedCard }) => [bankName, unseal(secrets.next, 'card', sealedCard)])).toEqual([
    ['B', 'a card'],
    ['B', 'a card'],
  ]);
  expect(table.reseal({ payees }, secrets)).toBe(null);
  expect(() => table.reseal({ payees: [payee(new Uint8Array(32).fill(9))] }, secrets)).toThrow();
});
