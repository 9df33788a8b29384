/** `restore --check`: it makes an embedded database of its own each time, which is what takes long. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { maintain } from '../support/maintenance';
import { SLOW_MS } from '../support/until';
import { inDatabase, place, populate } from './installation';

it(
  'a backup is checked without touching anything, and of one whose ledger is not sound the check tells',
  async () => {
    const [from, to] = [await place('embedded', true), await place('embedded', false)];
    await populate(from);
    const file = join(from.varDir, 'rab.backup');
    expect(await maintain(from.env, ['backup', file])).toMatchObject({ code: 0, err: '' });
    const checked = await maintain(to.env, ['restore', '--check', file]);
    expect(checked).toMatchObject({ code: 0, err: '' });
    expect(checked.out).toMatch(/1 files\.\nIts ledger is sound\./);
    expect(readdirSync(to.varDir)).toEqual([]);

    await inDatabase(from, async ({ pool }) => {
      await pool.query(`ALTER TABLE journals DISABLE TRIGGER USER; UPDATE journals SET memo = '{"x":1}' WHERE id = 2;
        ALTER TABLE journals ENABLE TRIGGER USER`);
    });
    const rewritten = join(from.varDir, 'rewritten');
    expect(await maintain(from.env, ['backup', rewritten])).toMatchObject({ code: 0 });
    const told = await maintain(to.env, ['restore', '--check', rewritten]);
    expect(told.code).toBe(1);
    expect(told.out).toMatch(/ledger-day\tday/);
  },
  SLOW_MS,
);
