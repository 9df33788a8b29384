/** Nothing that depends on the secret is forgotten by a rotation: each column that looks like it is declared. */
import { expect, it } from 'vitest';
import { CHECK_VALUES, DROPPED, INDEPENDENT, KEPT, RESEALED } from '../../../gateway/operator/secret/dependents';
import { describeOnDatabase } from '../support/database';

/** Such columns have names of this form; and any JSON may hold such a value, as the payees of a trade do. */
const LOOKS_LIKE_IT = /seal|hash|secret|fingerprint|salt|token|payee|(^|_)(key|head|code)$/;

/** Names that say something else. */
const NO_SECRET = new Set(['assets.code', 'users.invitation_code']);

const declared = new Map<string, string>();
const declare = (table: string, columns: readonly string[], as: string) => {
  for (const column of columns) declared.set(`${table}.${column}`, as);
};
for (const { table, columns } of RESEALED) declare(table, columns, 'sealed anew');
for (const { table, columns } of DROPPED) declare(table, columns, 'dropped');
for (const [table, columns] of Object.entries(KEPT)) declare(table, columns, 'its key is kept');
for (const [table, columns] of Object.entries(CHECK_VALUES)) declare(table, columns, 'check value');
for (const [table, columns] of Object.entries(INDEPENDENT)) declare(table, Object.keys(columns), 'independent');

describeOnDatabase('what depends on the secret', (fixture) => {
  it('is declared column by column', async () => {
    const { rows } = await fixture.database.pool.query<{ column: string; type: string }>(
      `SELECT c.relname || '.' || a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type
         FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped`,
    );
    const all = rows.map(({ column }) => column);
    const suspect = rows.filter(
      ({ column, type }) =>
        type === 'jsonb' || type === 'bytea' || (type === 'text' && LOOKS_LIKE_IT.test(column.split('.')[1] ?? '')),
    );
    const undeclared = suspect.map(({ column }) => column).filter((one) => !declared.has(one) && !NO_SECRET.has(one));
    expect(undeclared.sort(), 'declare these in gateway/operator/secret/dependents.ts').toEqual([]);
    const gone = [...declared.keys()].filter((one) => !all.includes(one));
    expect(gone, 'declared, and no column').toEqual([]);
  });
});
