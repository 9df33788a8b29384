import { expect, it } from 'vitest';
import { rateOf, withSample, type Sample } from '../../../src/update/rate';

const after = (...samples: [atMs: number, bytes: number][]) =>
  samples.reduce<readonly Sample[]>((all, [atMs, bytes]) => withSample(all, { atMs, bytes }), []);

it.each([
  ['nothing yet', [], null],
  [
    'too short a time',
    [
      [0, 0],
      [900, 9_000],
    ],
    null,
  ],
  [
    'a second',
    [
      [0, 0],
      [400, 1_000],
      [1_000, 5_000],
    ],
    5_000,
  ],
  [
    'the last seconds count, not the slow beginning',
    [
      [0, 0],
      [20_000, 10],
      [22_000, 4_010],
    ],
    2_000,
  ],
  [
    'nothing comes',
    [
      [0, 500],
      [2_000, 500],
    ],
    null,
  ],
  [
    'a broken piece is loaded again',
    [
      [0, 0],
      [2_000, 8_000],
      [2_100, 6_000],
    ],
    null,
  ],
] as const)('%s', (_name, samples, rate) => {
  expect(rateOf(after(...(samples as readonly [number, number][])))).toBe(rate);
});
