import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../../../gateway/adapters/folder';
import { madeFolder } from '../../support/made-folder';

it('makes a folder and those above it, for many that want it at the same time', async () => {
  const top = madeFolder('folder');
  for (let round = 0; round < 20; round += 1) {
    const path = join(top, String(round), 'a', 'b', 'c');
    await Promise.all(Array.from({ length: 8 }, () => makeFolder(path, 0o700)));
    expect(statSync(path).mode & 0o777).toBe(0o700);
  }
});

it('ends where a folder cannot be', async () => {
  const file = join(madeFolder('folder'), 'file');
  writeFileSync(file, '');
  await expect(makeFolder(join(file, 'a', 'b'), 0o700)).rejects.toThrow('ENOTDIR');
  await expect(makeFolder('/proc/nowhere/a/b', 0o700)).rejects.toThrow('ENOENT');
});
