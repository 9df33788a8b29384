/** Envelope: what our wire format costs beside the browser's own cipher. */
import type { EnvelopeSize } from './browser/envelope';
import { withBenchPage } from './browser/page';
import type { Comparison, Rounds } from './measure';
import type { Part } from './part';

const SIZES: readonly EnvelopeSize[] = [
  { bytes: 1_000, runs: 200 },
  { bytes: 10_000, runs: 100 },
  { bytes: 100_000, runs: 20 },
];
const ROUNDS: Rounds = { rounds: 15, warmUps: 3 };
const QUICK: Rounds = { rounds: 3, warmUps: 1 };

export const envelope: Part = ({ isQuick }) =>
  withBenchPage(async ({ inWorker, browserName }) => ({
    comparisons: await inWorker<Comparison[]>('bench/browser/envelope.ts', SIZES, isQuick ? QUICK : ROUNDS),
    ranOn: browserName,
  }));
