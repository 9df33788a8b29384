import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { makeReleaseKey, publicKeyText, readReleaseKey } from '../../../gateway/adapters/release-key';
import { madeFolder } from '../../support/made-folder';

const SCRIPT = new URL('../../../scripts/support/release-key.mjs', import.meta.url);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Returns the key that the build script takes in this environment, as a process of its own. */
async function keyOf(
  name: 'knownReleaseKey' | 'ensureReleaseKey',
  env: Record<string, string>,
): Promise<string | null> {
  const code = `import { ${name} } from '${SCRIPT.href}'; process.stdout.write('\\n' + JSON.stringify(${name}()));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  return JSON.parse(stdout.slice(stdout.lastIndexOf('\n'))) as string | null;
}

describe('the public key of a build', () => {
  it('is that of the pair in the var folder, which the first build makes', async () => {
    const varDir = join(madeFolder('key'), 'var');
    expect(await keyOf('knownReleaseKey', { VAR_DIR: varDir })).toBeNull();
    const made = await keyOf('ensureReleaseKey', { VAR_DIR: varDir });
    const keyFile = join(varDir, 'release-key.pem');
    expect(made).toBe(publicKeyText(await readReleaseKey(keyFile)));
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    expect(await keyOf('ensureReleaseKey', { VAR_DIR: varDir })).toBe(made);
  });

  it('is the given one before any file', async () => {
    const keyFile = join(madeFolder('key'), 'key.pem');
    const publicKey = publicKeyText(await makeReleaseKey(keyFile));
    expect(await keyOf('ensureReleaseKey', { RELEASE_KEY_FILE: keyFile })).toBe(publicKey);
    const other = Buffer.alloc(32, 7).toString('base64');
    expect(await keyOf('ensureReleaseKey', { RELEASE_KEY_FILE: keyFile, RELEASE_PUBLIC_KEY: other })).toBe(other);
    await expect(keyOf('ensureReleaseKey', { RELEASE_PUBLIC_KEY: 'mine' })).rejects.toThrow('must be the 32 bytes');
  });
});
