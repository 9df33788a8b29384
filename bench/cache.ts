/** Cache: what keeping and reading a long list costs beside bare IndexedDB. */
import type { CacheSettings } from './browser/cache';
import { withBenchPage } from './browser/page';
import type { Comparison } from './measure';
import type { Part } from './part';

const SETTINGS: CacheSettings = { rows: 100_000, turns: 10, reads: 50, readRounds: { rounds: 15, warmUps: 3 } };
const QUICK: CacheSettings = { rows: 4_000, turns: 2, reads: 10, readRounds: { rounds: 3, warmUps: 1 } };

export const cache: Part = ({ isQuick }) =>
  withBenchPage(async ({ inWorker, browserName }) => ({
    comparisons: await inWorker<Comparison[]>('bench/browser/cache.ts', isQuick ? QUICK : SETTINGS),
    ranOn: browserName,
  }));
