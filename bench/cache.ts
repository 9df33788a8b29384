/** Cache: what keeping and reading a long list costs beside bare IndexedDB. */
import type { CacheSettings } from './browser/cache';
import type { OperationSettings } from './browser/operations';
import { withBenchPage } from './browser/page';
import type { Comparison } from './measure';
import type { Part } from './part';

const SETTINGS: CacheSettings = { rows: 100_000, turns: 10, reads: 50, readRounds: { rounds: 15, warmUps: 3 } };
const QUICK: CacheSettings = { rows: 4_000, turns: 2, reads: 10, readRounds: { rounds: 3, warmUps: 1 } };
const OPERATIONS: OperationSettings = { rows: 10_000, times: 20, rounds: { rounds: 15, warmUps: 3 } };
const QUICK_OPERATIONS: OperationSettings = { rows: 2_000, times: 10, rounds: { rounds: 7, warmUps: 2 } };

export const cache: Part = ({ isQuick }) =>
  withBenchPage(async ({ inWorker, browserName }) => ({
    comparisons: [
      ...(await inWorker<Comparison[]>('bench/browser/operations.ts', isQuick ? QUICK_OPERATIONS : OPERATIONS)),
      ...(await inWorker<Comparison[]>('bench/browser/cache.ts', isQuick ? QUICK : SETTINGS)),
    ],
    ranOn: browserName,
  }));
