/** Sizes of the build as they travel (brotli): what the first visit loads, and each chunk that is loaded later. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ROOT } from './support/run.mjs';

const APP = join(ROOT, 'dist/app');
const KIB = 1024;
const BUDGETS = {
  firstScripts: 115 * KIB,
  firstStyles: 10 * KIB,
  /** The data layer's worker, with contract, Dexie and cipher. */
  worker: 65 * KIB,
  /** It carries the list of every file with its digest. */
  serviceWorker: 28 * KIB,
  laterChunk: 40 * KIB,
};

if (!existsSync(join(APP, 'index.html'))) fail('There is no build: run npm run build.');

function bytesOnWire(url) {
  const path = join(APP, url);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

const html = readFileSync(join(APP, 'index.html'), 'utf8');
const linked = [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, url]) => url);
const isFirst = new Set(linked);
const assets = readdirSync(join(APP, 'assets')).map((name) => `assets/${name}`);
const chunks = assets.filter((url) => /\.(js|css)$/.test(url) && !isFirst.has(url));
const sum = (urls) => urls.reduce((total, url) => total + bytesOnWire(url), 0);
/** Only the data layer's worker has a database in it. */
const isWorker = (url) => readFileSync(join(APP, url), 'utf8').includes('Dexie');

const checks = [
  ['scripts of the first visit', sum(linked.filter((url) => url.endsWith('.js'))), BUDGETS.firstScripts],
  ['styles of the first visit', sum(linked.filter((url) => url.endsWith('.css'))), BUDGETS.firstStyles],
  ['service worker', bytesOnWire('service-worker.js'), BUDGETS.serviceWorker],
  ...chunks.map((url) => [url, bytesOnWire(url), isWorker(url) ? BUDGETS.worker : BUDGETS.laterChunk]),
];
const size = (bytes) => `${(bytes / KIB).toFixed(1)} KiB`;
for (const [name, bytes] of checks.slice(0, 3)) console.log(`${name}: ${size(bytes)}`);
const over = checks.filter(([, bytes, budget]) => bytes > budget);
for (const [name, bytes, budget] of over) {
  console.log(`${name}: ${size(bytes)}, allowed are ${size(budget)}`);
}
console.log(`${checks.length - over.length} passed, ${over.length} failed`);
process.exitCode = over.length === 0 ? 0 : 1;
