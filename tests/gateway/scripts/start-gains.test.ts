import { expect, test } from 'vitest';
import { gainRows, type Figure, type Taken } from '../../../bench/start/gains';
import type { Measured } from '../../../bench/measure';

const FIGURES: Figure[] = [
  { name: 'paint', unit: '%', text: (ms) => `${ms} ms` },
  { name: 'blocked', unit: 'ms', text: (ms) => `${ms} ms` },
];
const side = (name: string, ...figures: Taken[]): Measured<Taken> => ({ name, figures });

test('a trick costs what its build takes more than the whole build of the same round', () => {
  const [head, whole, again, picture, later] = gainRows(
    'nothing',
    FIGURES,
    [
      side('nothing', { paint: 100, blocked: 0 }, { paint: 200, blocked: 10 }, { paint: 100, blocked: 0 }),
      side('picture', { paint: 150, blocked: 4 }, { paint: 300, blocked: 14 }, { paint: 150, blocked: 4 }),
      side('nothing', { paint: 100, blocked: 0 }, { paint: 200, blocked: 10 }, { paint: 100, blocked: 0 }),
      side('later', { paint: 95 }, { paint: 190 }, { paint: 95 }),
    ],
    ['picture', 'later'],
  );
  expect(head).toEqual(['Left out', 'paint', 'blocked']);
  expect(whole).toEqual(['nothing', '100 ms', '0 ms']);
  expect(again).toEqual(['nothing, once more', '+0.0 % (+0.0 to +0.0)', '+0.0 ms (+0.0 to +0.0)']);
  expect(picture).toEqual(['picture', '+50 % (+50 to +50)', '+4.0 ms (+4.0 to +4.0)']);
  expect(later).toEqual(['later', '−5.0 % (−5.0 to −5.0)', '–']);
});
