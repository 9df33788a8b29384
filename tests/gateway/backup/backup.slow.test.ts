/** Backup and restore as programs, on the embedded database: whose making, by the check and the restore, is what takes long. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Maintained } from '../support/maintenance';
import { SLOW_MS } from '../support/until';
import { everything, inDatabase, place, populate, type Place } from './installation';

/** Not with V8's quick compiler: making a new embedded database is long enough for the better one to pay. */
const PROGRAM = 'node_modules/.cache/rab/gateway/operator.js';

const operator = ({ env }: Place, line: string[]): Promise<Maintained> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [PROGRAM, ...line],
      { env: { ...process.env, ...env } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
    child.stdin?.end();
  });

it(
  'a backup is checked without touching anything, and restored; of one whose ledger is not sound the check tells',
  async () => {
    const [from, to] = [await place('embedded', true), await place('embedded', false)];
    await populate(from);
    const before = await everything(from);
    const file = join(from.varDir, 'rab.backup');
    expect(await operator(from, ['backup', file])).toMatchObject({ code: 0, err: '' });
    const checked = await operator(to, ['restore', '--check', file]);
    expect(checked).toMatchObject({ code: 0, err: '' });
    expect(checked.out).toMatch(/1 files\.\nIts ledger is sound\./);
    expect(readdirSync(to.varDir)).toEqual([]);
    expect(await operator(to, ['restore', file])).toMatchObject({ code: 0, err: '' });
    expect(await everything(to)).toEqual(before);

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
