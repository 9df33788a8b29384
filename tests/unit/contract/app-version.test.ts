import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { APP_VERSION, APP_VERSION_CODE } from '../../../contract/app-version';

it('the version shown is the one that is built', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(APP_VERSION).toBe(version);
  const [major = 0, minor = 0, patch = 0] = APP_VERSION.split('.').map(Number);
  expect(APP_VERSION_CODE).toBe(major * 10_000 + minor * 100 + patch);
});
