/**
 * `npm run build`: the app by Vite into dist/app with precompressed files, the gateway bundled into dist/gateway. Packages
 * of the gateway stay in node_modules. `--app <folder>` builds the app alone into another folder, unless it is there already:
 * `npm run bench -- start` compares builds that leave a trick of the start out.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress, constants, gzip as zlibGzip } from 'node:zlib';
import { bundleGateway } from './support/bundle-gateway.mjs';
import { ensureInstalled, forgetBuild, rememberBuild, sourcesDigest } from './support/freshness.mjs';
import { ensureReleaseKey } from './support/release-key.mjs';
import { fail, ROOT, run, tool } from './support/run.mjs';

/** Smaller files do not get smaller in transit. */
const MIN_COMPRESSED_BYTES = 1024;
const COMPRESSED_TYPES = new Set(['.html', '.js', '.mjs', '.css', '.json', '.svg', '.webmanifest', '.wasm', '.txt']);

async function brotli(path, bytes) {
  const quality = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const br = await promisify(brotliCompress)(bytes, { params: quality });
  if (br.length < bytes.length) writeFileSync(`${path}.br`, br);
}

/** For what lies between a browser and the gateway and knows no brotli: browsers themselves do. */
async function gzip(path, bytes) {
  const gz = await promisify(zlibGzip)(bytes, { level: constants.Z_BEST_COMPRESSION });
  if (gz.length < bytes.length) writeFileSync(`${path}.gz`, gz);
}

async function compress(path, ways) {
  const bytes = readFileSync(path);
  if (bytes.length >= MIN_COMPRESSED_BYTES) await Promise.all(ways.map((way) => way(path, bytes)));
}

async function precompress(folder, ways) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && COMPRESSED_TYPES.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  await Promise.all(paths.map((path) => compress(path, ways)));
}

function buildApp(releaseKey, ...more) {
  const build = tool('vite', 'build', '--logLevel', 'warn', ...more);
  if (run(build, { VITE_RELEASE_PUBLIC_KEY: releaseKey }) !== 0) fail('The app could not be built; see above.');
}

async function buildAll() {
  forgetBuild();
  const releaseKey = ensureReleaseKey();
  buildApp(releaseKey);
  await bundleGateway('dist/gateway');
  await precompress(join(ROOT, 'dist/app'), [brotli, gzip]);
  rememberBuild(releaseKey);
  process.stdout.write('Built the app into dist/app and the gateway into dist/gateway.\n');
}

async function buildVariant(folder) {
  const stamp = join(ROOT, `${folder}.sources`);
  const digest = `${sourcesDigest()} ${process.env.START_WITHOUT ?? ''}`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  rmSync(stamp, { force: true });
  buildApp(ensureReleaseKey(), '--outDir', folder);
  await precompress(join(ROOT, folder), [brotli]);
  writeFileSync(stamp, digest);
}

ensureInstalled();
const { app } = parseArgs({ options: { app: { type: 'string' } } }).values;
if (app === undefined) await buildAll();
else await buildVariant(app);
