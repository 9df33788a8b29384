/** What can happen to the phone and to its accounts: any of it, and a few sequences that have all of it. */
import * as fc from 'fast-check';
import { LATE, type Late, type TabIndex } from './phone';

/** One act, as a failing run prints it. */
export type Act =
  | { act: 'place' | 'switch account' | 'log out' | 'log in as another' | 'kill worker'; tab: TabIndex }
  | { act: 'restore'; tab: TabIndex; way: 'reload' | 'reopen' }
  | { act: 'answer late'; what: Late; lateMs: number }
  | { act: 'go offline' | 'come back' | 'move money elsewhere' };
export type ActName = Act['act'];

const tab = fc.constantFrom<TabIndex>(0, 1);
const onTab = (act: 'place' | 'switch account' | 'log out' | 'log in as another' | 'kill worker') =>
  fc.record({ act: fc.constant(act), tab });
const alone = (act: 'go offline' | 'come back' | 'move money elsewhere') => fc.record({ act: fc.constant(act) });

/** Likelier is what is quick and meets much: a dead worker is found by 11 s of silence. */
export const anyAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 8, arbitrary: onTab('place') },
  { weight: 6, arbitrary: onTab('switch account') },
  { weight: 3, arbitrary: onTab('log out') },
  { weight: 3, arbitrary: onTab('log in as another') },
  { weight: 1, arbitrary: onTab('kill worker') },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('restore' as const),
      tab,
      way: fc.constantFrom('reload' as const, 'reopen' as const),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('answer late' as const),
      what: fc.constantFrom(...(Object.keys(LATE) as Late[])),
      lateMs: fc.integer({ min: 100, max: 2_000 }),
    }),
  },
  { weight: 3, arbitrary: alone('go offline') },
  { weight: 3, arbitrary: alone('come back') },
  { weight: 5, arbitrary: alone('move money elsewhere') },
);

/** Together they have every act; they run first. */
export const EACH_ACT: readonly (readonly Act[])[] = [
  [
    { act: 'place', tab: 0 },
    { act: 'switch account', tab: 1 },
    { act: 'move money elsewhere' },
    { act: 'place', tab: 1 },
    { act: 'log out', tab: 0 },
    { act: 'log in as another', tab: 1 },
  ],
  [
    { act: 'answer late', what: 'order answered', lateMs: 500 },
    { act: 'place', tab: 0 },
    { act: 'kill worker', tab: 0 },
    { act: 'move money elsewhere' },
    { act: 'switch account', tab: 1 },
  ],
  [
    { act: 'go offline' },
    { act: 'place', tab: 1 },
    { act: 'restore', tab: 0, way: 'reload' },
    { act: 'move money elsewhere' },
    { act: 'come back' },
    { act: 'restore', tab: 1, way: 'reopen' },
  ],
];

export function namesOf(sequences: readonly (readonly Act[])[]): ActName[] {
  return [...new Set(sequences.flat().map(({ act }) => act))];
}
