import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { updateBytes } from '../../../bench/start/update-bytes';
import { madeFolder } from '../../support/made-folder';

test('an update fetches the changed file and every file that names it, as they travel', async () => {
  const folder = madeFolder('update');
  const assets = join(folder, 'assets');
  await mkdir(assets);
  const write = (file: string, text: string) => writeFile(join(assets, file), text);
  await write('home-abcdefgh.js', 'x'.repeat(10));
  await write('home-abcdefgh.js.br', 'x'.repeat(7));
  await write('shell-01234567.js', 'import("./home-abcdefgh.js")');
  await write('index-76543210.js', 'import "./shell-01234567.js"');
  await write('react-aaaaaaaa.js', 'x'.repeat(1_000));
  await write('home-bbbbbbbb.css', 'x'.repeat(500));
  expect(updateBytes(folder, 'home')).toBe(7 + 28 + 28);
  expect(updateBytes(folder, 'react')).toBe(1_000);
  expect(updateBytes(folder, 'team')).toBeNull();
});
