import { expect, it } from 'vitest';
import { rateOf, withSample, type Sample } from '../../../src/update/rate';

it.each<[string, bytesByMs: Record<number, number>, rate: number | null]>([
  ['nothing yet', {}, null],
  ['too short a time', { 0: 0, 900: 9_000 }, null],
  ['a second', { 0: 0, 400: 1_000, 1_000: 5_000 }, 5_000],
  ['the last seconds count, not the slow beginning', { 0: 0, 20_000: 10, 22_000: 4_010 }, 2_000],
  ['nothing comes', { 0: 500, 2_000: 500 }, null],
  ['a broken piece is loaded again', { 0: 0, 2_000: 8_000, 2_100: 6_000 }, null],
])('%s', (_name, bytesByMs, rate) => {
  const samples = Object.entries(bytesByMs).reduce<readonly Sample[]>(
    (all, [atMs, bytes]) => withSample(all, { atMs: Number(atMs), bytes }),
    [],
  );
  expect(rateOf(samples)).toBe(rate);
});
