import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('the benchmarks start, and name their parts to whoever asks for another', () => {
  const { status, stderr } = spawnSync('node_modules/.bin/tsx', ['bench/main.ts', 'nonsense'], { encoding: 'utf8' });
  expect(stderr).toContain('No such part: nonsense. There are: page, envelope, ');
  expect(status).toBe(2);
});
