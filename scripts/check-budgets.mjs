/**
 * Sizes of the build as they travel to a browser: in brotli. What the login page loads on a first visit
 * comes from the files themselves: the page, what it links, their static imports, one catalogue, the worker.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ROOT } from './support/run.mjs';

const APP = join(ROOT, 'dist/app');
const KIB = 1024;
const BUDGETS = {
  /** The page with the styles that stand in it, its scripts, and the largest catalogue. */
  loginPage: 99 * KIB,
  /** The data layer's worker, with contract and Dexie. */
  worker: 50 * KIB,
  /** Requests of the first visit, without the files that the service worker fetches for later. */
  requests: 10,
  /** Files that come with the install ([Note: Two waves], worker/service/later-files.ts), and the service worker itself. */
  firstWave: 395 * KIB,
  /** Everything that is kept for later, in one language. */
  bothWaves: 620 * KIB,
  laterChunk: 36 * KIB,
  /** pdf.js and its worker: kept once a document was opened, and never ahead. */
  pdf: 310 * KIB,
  /** libheif, where the browser cannot read HEIC; never kept ahead. */
  heic: 500 * KIB,
  /** lightweight-charts, with the first chart of a market quote. */
  charts: 47 * KIB,
};
/** Chunks around a library, by their names. */
const LIBRARIES = { heic: BUDGETS.heic, 'candle-chart': BUDGETS.charts, pdf: BUDGETS.pdf, 'pdf-worker': BUDGETS.pdf };
/** Beside scripts and styles: the page, its icon, the manifest, and the manifest's icon. */
const OTHER_REQUESTS = 4;

if (!existsSync(join(APP, 'index.html'))) fail('There is no build: run npm run build.');

function bytesOnWire(url) {
  const path = join(APP, url);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}
const read = (url) => readFileSync(join(APP, url), 'utf8');
const assets = readdirSync(join(APP, 'assets'))
  .filter((name) => /\.(js|css)$/.test(name))
  .map((name) => `assets/${name}`);

/** The files and everything that they import before they run. */
function withImports(urls, found = new Set()) {
  for (const url of urls) {
    if (found.has(url)) continue;
    found.add(url);
    if (!url.endsWith('.js')) continue;
    const imported = [...read(url).matchAll(/(?:from|import)\s?["'`]\.\/([\w.-]+\.js)["'`]/g)];
    withImports(
      imported.map(([, name]) => `assets/${name}`),
      found,
    );
  }
  return [...found];
}

const heaviest = (urls) => urls.reduce((top, url) => (bytesOnWire(url) > bytesOnWire(top) ? url : top));
/** Returns whether some file starts this one as a worker: that file then has its address in `new Worker`. */
const isPdf = (url) => /\/pdf(-worker)?-[\w-]{8}\.js$/.test(url);
const isWorker = (url) => !isPdf(url) && assets.some((other) => read(other).includes(`new Worker(new URL(\`/${url}\``));

const page = read('index.html');
/** `StartFiles` of src/start/manifest.ts, which the first script of the page carries. */
const named = JSON.parse(/<script src="[^"]+" [\w-]+='([^']+)'/.exec(page)?.[1] ?? 'null');
const linked = [...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, url]) => url);
const start = [...linked, ...(named?.scripts ?? [])].map((url) => url.slice(1));
const catalogues = assets.filter((url) => /\/(zh-Han[st]|en|de|fr|ko|ja|th|vi)-[\w-]{8}\.js$/.test(url));
const startCatalogues = assets.filter((url) => url.startsWith('assets/start-'));
const worker = withImports(assets.filter(isWorker));
const login = withImports(start);
const kept = [...read('service-worker.js').matchAll(/\{[^{}]*["'`]?url["'`]?:\s?["'`]([^"'`]+)["'`][^{}]*\}/g)]
  .map(([entry, url]) => ({ url, isLater: /later["'`]?:\s?(?:true|!0)/.test(entry) }))
  .filter(({ url }) => !catalogues.includes(url) && !startCatalogues.includes(url));
const firstWave = kept.filter(({ isLater }) => !isLater).map(({ url }) => url);
const laterWave = kept.filter(({ url, isLater }) => isLater && !isPdf(url)).map(({ url }) => url);
if (catalogues.length !== 9 || !named || worker.length === 0 || firstWave.length < 10 || laterWave.length < 10)
  fail('The build is not laid out as expected.');

const sizeOf = (urls) => urls.reduce((sum, url) => sum + bytesOnWire(url), 0);
const catalogue = heaviest(catalogues);
const startCatalogue = heaviest(startCatalogues);
const kib = (bytes) => `${(bytes / KIB).toFixed(1)} KiB`;
const checks = [];
function checkSize(name, urls, budget, isTold = true) {
  const size = sizeOf(urls);
  const isTooMuch = size > budget;
  checks.push(!isTooMuch);
  if (isTold || isTooMuch)
    console.log(`${name}: ${kib(size)}; allowed are ${kib(budget)}${isTooMuch ? ': TOO MUCH' : ''}`);
}

checkSize('login page, scripts and styles', ['index.html', ...login, startCatalogue], BUDGETS.loginPage);
checkSize('data worker', worker, BUDGETS.worker);
const requests = login.length + worker.length + 1 + OTHER_REQUESTS;
checks.push(requests <= BUDGETS.requests);
console.log(`requests of a first visit: ${requests}; allowed are ${BUDGETS.requests}`);
const atInstall = ['service-worker.js', ...firstWave, catalogue, startCatalogue];
checkSize('kept at the install, with the service worker', atInstall, BUDGETS.firstWave);
checkSize('kept in all', [...atInstall, ...laterWave], BUDGETS.bothWaves);

// Every text that stands in the shell's code has to be among those that come with it.
const idsIn = (url) => [...read(url).matchAll(/"([\w+/]{3,6})":/g)].map(([, id]) => id);
const shell = login.map(read).join('\n');
const shown = idsIn(catalogue).filter((id) =>
  ['"', "'", '`'].some((quote) => shell.includes(`id:${quote}${id}${quote}`)),
);
const missing = startCatalogues.flatMap((url) => {
  const has = new Set(idsIn(url));
  return shown.filter((id) => !has.has(id)).map((id) => `${url} lacks ${id}`);
});
checks.push(shown.length > 10 && startCatalogues.length === 9 && missing.length === 0);
console.log(`texts of the login page: ${shown.length} in each of ${startCatalogues.length} catalogues`);
for (const line of missing) console.log(line);

// The examples of inputs (contract/call.ts) are for tests: no build takes them along.
const withExamples = ['service-worker.js', ...assets].filter((url) => read(url).includes('An0ther-Otter'));
checks.push(withExamples.length === 0);
for (const url of withExamples) console.log(`${url} has examples of inputs`);

const atStart = new Set([...login, ...worker]);
for (const url of assets) {
  const budget = LIBRARIES[/\/([\w-]+)-[\w-]{8}\.js$/.exec(url)?.[1]] ?? BUDGETS.laterChunk;
  if (!atStart.has(url)) checkSize(url, [url], budget, false);
}

process.exitCode = checks.every(Boolean) ? 0 : 1;
