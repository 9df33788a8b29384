/** The public key that a build takes releases of (contract/release.ts), raw and base64; empty: it takes none. */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fail, ROOT, run, tool } from './run.mjs';

const RAW_KEY = /^[A-Za-z0-9+/]{43}=$/;

/** Returns the path of the private key, as the operator's command line has it (gateway/environment.ts). */
function keyFile() {
  const { RELEASE_KEY_FILE, VAR_DIR } = process.env;
  return resolve(ROOT, RELEASE_KEY_FILE || join(VAR_DIR || 'var', 'release-key.pem'));
}

/** Returns null when nothing says which key: a build with any key is then as good as another. */
export function knownReleaseKey() {
  const { RELEASE_PUBLIC_KEY: given } = process.env;
  if (given) {
    if (!RAW_KEY.test(given)) fail('RELEASE_PUBLIC_KEY must be the 32 bytes of an Ed25519 public key in base64.');
    return given;
  }
  if (!existsSync(keyFile())) return null;
  try {
    const { x } = createPublicKey(createPrivateKey(readFileSync(keyFile()))).export({ format: 'jwk' });
    return Buffer.from(x, 'base64url').toString('base64');
  } catch (error) {
    process.stderr.write(`The key in ${keyFile()} cannot be used (${error.message}).\n`);
    return '';
  }
}

/** The known key; else that of a pair made now, so that releases can be tried out; else none. */
export function ensureReleaseKey() {
  const known = knownReleaseKey();
  if (known !== null) return known;
  run(tool('tsx', 'gateway/operator/main.ts', 'release', 'keygen'), { RELEASE_KEY_FILE: keyFile() });
  const made = knownReleaseKey();
  if (made === null) process.stderr.write('There is no key for releases: this build will take none.\n');
  return made ?? '';
}
