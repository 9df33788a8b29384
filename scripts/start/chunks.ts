import type { CodeSplittingGroup } from 'rolldown';
import { has } from './tricks.ts';

/** Paths as they are on this or another platform. */
const folder = (pattern: string) => new RegExp(pattern.replaceAll('/', String.raw`[\\/]`));
const packages = (names: string) => folder(`/node_modules/(?:${names})/`);

const REACT: CodeSplittingGroup = {
  name: 'react',
  test: (id) =>
    id.includes('rolldown/runtime') ||
    packages('react|react-dom|scheduler').test(id) ||
    folder('/src/start/react\\.ts$').test(id),
  priority: 9,
};

/**
 * Groups modules into files. A first visit loads few files (each costs a request), a page loads what it shows and little
 * else, and code that changes seldom keeps its file's name, so that an update does not fetch it again.
 * Groups of higher priority take their modules first, each with everything that these import.
 */
export const CHUNK_GROUPS: CodeSplittingGroup[] = [
  ...(has('reactChunk') ? [REACT] : []),
  // The first page of a first visit: frame, bridge and the login page.
  { name: 'shell', test: folder('/src/start/main\\.tsx$'), priority: 8 },
  { name: 'contract', test: folder('/node_modules/zod/|/contract/(?:calls/)?[\\w-]+\\.ts$'), priority: 7 },
  { name: 'lists', test: folder('/node_modules/@tanstack/|/src/components/VirtualList'), priority: 6 },
  {
    name: 'parts',
    test: folder('/src/(?:components|bridge|format|app|pages/read)/|/src/start/(?!locale)|/node_modules/'),
    minShareCount: 2,
    priority: 4,
  },
  // The reader of documents, kept once it was used (scripts/start/waves.ts).
  { name: 'pdf', test: packages('pdfjs-dist'), priority: 5 },
  // The map library, beside the screens of places.
  { name: 'map', test: packages('leaflet'), priority: 5 },
  // The tabs, without code that only other screens use: other screens are kept later (scripts/start/waves.ts).
  // The rows of quotes stand on Home, too.
  { name: 'home', test: folder('/src/pages/(?:home/|quotes/[\\w.-]+$)'), priority: 3 },
  { name: 'tabs', test: folder('/src/pages/(?:assets/Assets|custody/Custody|team/Team)/'), priority: 3 },
  { name: 'trade', test: folder('/src/pages/trade/Trade/'), priority: 3 },
  // A first visit loads this only after its first page has been painted.
  {
    name: 'registration',
    test: (id) => packages('workbox-window').test(id) || folder('/src/update/register').test(id),
    priority: 5,
  },
  // Loaded when there is time for it; what forms keep over a restart goes with the forms.
  { name: 'update', test: folder('/src/update/(?!useKept)'), priority: 2 },
  // The login page judges its fields by these rules, and loads them when a field is touched.
  { name: 'rules', test: folder('/src/pages/account/Login/rules'), priority: 2 },
  { name: 'languages', test: folder('/src/(?:offered/|start/locale)'), priority: 2 },
  { name: 'lock', test: folder('/src/(?:lock|pages/setting)/'), priority: 1 },
  { name: 'account', test: folder('/src/pages/account/'), priority: 1 },
  { name: 'identity', test: folder('/src/pages/identity/'), priority: 1 },
  { name: 'machines', test: folder('/src/pages/machines/'), priority: 1 },
  { name: 'transfers', test: folder('/src/pages/(?:deposit|withdraw|exchange)/') },
  { name: 'orders', test: folder('/src/pages/trade/') },
  { name: 'records', test: folder('/src/(?:money|pages/(?:assets|custody|records|team))/') },
];

/** Names of chunks. `start-<locale>` is none of the whole catalogues, of which the service worker keeps the used ones. */
export function chunkName({ facadeModuleId }: { facadeModuleId?: string | null }): string {
  return facadeModuleId?.endsWith('.po?start') ? 'assets/start-[name]-[hash].js' : 'assets/[name]-[hash].js';
}

/** Files that every page has loaded before it can ask for another one. */
export function isAtStart(file: string): boolean {
  return /^assets\/(?:react|shell|index|rolldown-runtime)-/.test(file);
}

/** In the worker: what its entry imports is one file, so that each later chunk costs what it adds and no more. */
export const WORKER_GROUPS: CodeSplittingGroup[] = [
  { name: 'worker', test: folder('/worker/main\\.ts$'), priority: 1 },
  // Statements share amounts with the calls of a session, which are there by then.
  { name: 'member-calls', test: folder('/(?:contract|worker)/(?:member-calls|money)\\.ts$') },
  {
    name: 'log-in',
    test: folder('/worker/session/(?:log-in|device-token)\\.ts$|/contract/log-in-calls\\.ts$|\\?own-log-in$'),
  },
  // Few devices ever load these small files, and together they compress better.
  {
    name: 'trouble',
    test: folder('/worker/(?:cache/(?:full-disk|layers|memory-database|upgrades)|session/disk-trouble)\\.ts$'),
  },
];
