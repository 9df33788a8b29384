/** Every statement that the gateway's code sends to a table is one that the role that serves may send; rights nobody uses are not given. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { GRANTS, type Right } from '../../../gateway/db/grants';
import * as schema from '../../../gateway/db/schema/index';

const ROOT = 'gateway';
/** These run as the database's owner, or before there are rights. */
const OWNERS = /^gateway\/(?:db\/|operator\/(?:secret|backup)\/)/;

const tableOf = new Map<string, string>();
for (const [name, table] of Object.entries(schema)) if (is(table, PgTable)) tableOf.set(name, getTableName(table));

const BUILDERS = /\.(insert|update|delete)\(\s*(\w+)\s*\)/g;
const STATEMENTS = /\b(INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)/g;
const RIGHTS: Readonly<Record<string, Right>> = {
  insert: 'INSERT',
  update: 'UPDATE',
  delete: 'DELETE',
  'INSERT INTO': 'INSERT',
  UPDATE: 'UPDATE',
  'DELETE FROM': 'DELETE',
};

function sources(): string[] {
  return readdirSync(ROOT, { recursive: true })
    .map((name) => join(ROOT, String(name)).replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !OWNERS.test(path));
}

function needs(): { table: string; right: Right; path: string }[] {
  return sources().flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    const built = [...text.matchAll(BUILDERS)].flatMap(([, act = '', name = '']) => {
      const table = tableOf.get(name);
      return table === undefined ? [] : [{ table, right: RIGHTS[act] as Right, path }];
    });
    const written = [...text.matchAll(STATEMENTS)].flatMap(([, act = '', table = '']) =>
      table in GRANTS ? [{ table, right: RIGHTS[act] as Right, path }] : [],
    );
    return [...built, ...written];
  });
}

it('the role that serves may do what the code does', () => {
  const found = needs();
  expect(found.length).toBeGreaterThan(100);
  expect(new Set(found.map(({ right }) => right))).toEqual(new Set(['INSERT', 'UPDATE', 'DELETE']));
  expect(found.filter(({ table, right }) => !GRANTS[table]?.includes(right))).toEqual([]);
});

/** Their rows go within functions of the migrations. */
const DELETED_BY_FUNCTIONS = new Set(['entries_unsealed', 'seen_handshakes']);

it('and no rows go that no code deletes', () => {
  const deleted = new Set(needs().flatMap(({ table, right }) => (right === 'DELETE' ? [table] : [])));
  const granted = Object.keys(GRANTS).filter((table) => GRANTS[table]?.includes('DELETE'));
  expect(granted.filter((table) => !deleted.has(table) && !DELETED_BY_FUNCTIONS.has(table))).toEqual([]);
});
