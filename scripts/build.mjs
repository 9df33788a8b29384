/**
 * `npm run build`: the app by Vite into dist/app with precompressed files, the gateway bundled into dist/gateway. Packages
 * of the gateway stay in node_modules.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { gzipAsync } from '@gfx/zopfli';
import { bundleGateway } from './support/bundle-gateway.mjs';
import { ensureInstalled, forgetBuild, rememberBuild } from './support/freshness.mjs';
import { ensureReleaseKey } from './support/release-key.mjs';
import { fail, ROOT, run, tool } from './support/run.mjs';

/** Smaller files do not get smaller in transit. */
const MIN_COMPRESSED_BYTES = 1024;
const COMPRESSED_TYPES = new Set(['.html', '.js', '.mjs', '.css', '.json', '.svg', '.webmanifest', '.wasm', '.txt']);

async function compress(path) {
  const bytes = readFileSync(path);
  if (bytes.length < MIN_COMPRESSED_BYTES) return;
  const quality = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: quality }),
    // Three percent smaller than the best of zlib, in the same format.
    gzipAsync(bytes, { numiterations: 15 }),
  ]);
  if (br.length < bytes.length) writeFileSync(`${path}.br`, br);
  if (gz.length < bytes.length) writeFileSync(`${path}.gz`, gz);
}

async function precompress(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && COMPRESSED_TYPES.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  await Promise.all(paths.map(compress));
}

ensureInstalled();
forgetBuild();
const releaseKey = ensureReleaseKey();
if (run(tool('vite', 'build', '--logLevel', 'warn'), { VITE_RELEASE_PUBLIC_KEY: releaseKey }) !== 0)
  fail('The app could not be built; see above.');
await bundleGateway('dist/gateway');
await precompress(join(ROOT, 'dist/app'));
rememberBuild(releaseKey);
process.stdout.write('Built the app into dist/app and the gateway into dist/gateway.\n');
