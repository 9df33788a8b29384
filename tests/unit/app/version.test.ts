import { expect, it } from 'vitest';
import manifest from '../../../package.json';
import { APP_VERSION, APP_VERSION_CODE } from '../../../src/app/version';

it('the version shown is the one that is built', () => {
  expect(APP_VERSION).toBe(manifest.version);
  const [major = 0, minor = 0, patch = 0] = APP_VERSION.split('.').map(Number);
  expect(APP_VERSION_CODE).toBe(major * 10_000 + minor * 100 + patch);
});
