import type { CodeSplittingGroup } from 'rolldown';

/** Paths as they are on this or another platform. */
const folder = (pattern: string) => new RegExp(pattern.replaceAll('/', String.raw`[\\/]`));
const packages = (names: string) => folder(`/node_modules/(?:${names})/`);

/**
 * What lies together in a file. A first visit loads few files (each costs a request), a page loads what it shows and
 * little else, and what changes seldom keeps its name, so that an update does not fetch it again.
 * Higher priority takes first, each with everything that it imports.
 */
export const CHUNK_GROUPS: CodeSplittingGroup[] = [
  {
    name: 'react',
    test: (id) =>
      id.includes('rolldown/runtime') ||
      packages('react|react-dom|scheduler').test(id) ||
      folder('/src/react\\.ts$').test(id),
    priority: 9,
  },
  // The first page of a first visit: frame, bridge and the login page.
  { name: 'shell', test: folder('/src/main\\.tsx$'), priority: 8 },
  { name: 'contract', test: folder('/node_modules/zod/|/contract/(?:calls/)?[\\w-]+\\.ts$'), priority: 7 },
  { name: 'lists', test: folder('/node_modules/@tanstack/|/src/components/VirtualList'), priority: 6 },
  { name: 'sheets', test: packages('antd-mobile|@react-spring/[^/]+|@use-gesture/[^/]+'), priority: 5 },
  {
    name: 'parts',
    test: folder('/src/(?:components|bridge|format|loading|app|pages/read)/|/node_modules/'),
    minShareCount: 2,
    priority: 4,
  },
  // What the tabs show, without what only other screens do: those are kept later (scripts/vite-waves.ts).
  { name: 'home', test: folder('/src/pages/home/'), priority: 3 },
  { name: 'tabs', test: folder('/src/pages/(?:assets/Assets|custody/Hosting)/'), priority: 3 },
  { name: 'trade', test: folder('/src/pages/trade/Trade/'), priority: 3 },
  // Loaded when there is time for it; what forms keep over a restart goes with the forms.
  { name: 'update', test: folder('/src/update/(?!useKept)'), priority: 2 },
  // What the login page judges its fields by, loaded when one is touched.
  { name: 'rules', test: folder('/src/pages/account/Login/rules'), priority: 2 },
  { name: 'languages', test: folder('/src/offered/'), priority: 2 },
  { name: 'lock', test: folder('/src/(?:lock|pages/setting)/'), priority: 1 },
  { name: 'account', test: folder('/src/pages/account/'), priority: 1 },
  { name: 'identity', test: folder('/src/pages/identity/'), priority: 1 },
  { name: 'transfers', test: folder('/src/pages/(?:deposit|withdraw|exchange)/') },
  { name: 'orders', test: folder('/src/pages/trade/') },
  { name: 'records', test: folder('/src/(?:money|pages/(?:assets|custody|records))/') },
];

/** Files that every page has loaded before it can ask for another one. */
export function isAtStart(file: string): boolean {
  return /^assets\/(?:react|shell|index|rolldown-runtime)-/.test(file);
}

/** In the worker: what its entry imports is one file, so that each later chunk costs what it adds and no more. */
export const WORKER_GROUPS: CodeSplittingGroup[] = [
  { name: 'worker', test: folder('/worker/main\\.ts$'), priority: 1 },
  // What few devices ever load: small files, which compress together.
  {
    name: 'trouble',
    test: folder('/worker/(?:cache/(?:full-disk|layers|memory-database|upgrades)|session/disk-trouble)\\.ts$'),
  },
];
