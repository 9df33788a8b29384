/** Acts that happen to the phone and to its accounts: random ones, and a few sequences that have all of them. */
import * as fc from 'fast-check';
import { LATE, type Late, type TabIndex } from './phone';

const FAULTS = ['kill worker', 'freeze worker', 'freeze tab'] as const;
/** An act that happens to a page and is not the person's. */
export type Fault = (typeof FAULTS)[number];
type OnTab = 'place' | 'switch account' | 'log out' | 'log in as another' | Fault;
type Alone = 'go offline' | 'come back' | 'move money elsewhere' | 'fill the disk';

/** An act, as a failing run prints it. */
export type Act =
  | { act: OnTab; tab: TabIndex }
  | { act: 'restore'; tab: TabIndex; way: 'reload' | 'reopen' }
  | { act: 'answer late'; what: Late; lateMs: number }
  | { act: 'change clock'; byMs: number }
  | { act: Alone };
export type ActName = Act['act'];

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

const tab = fc.constantFrom<TabIndex>(0, 1);
const onTab = (weight: number, act: OnTab) => ({ weight, arbitrary: fc.record({ act: fc.constant(act), tab }) });
const alone = (weight: number, act: Alone) => ({ weight, arbitrary: fc.record({ act: fc.constant(act) }) });

/** Acts that are quick and meet much are likelier: a dead worker is found by 11 s of silence. */
export const anyAct: fc.Arbitrary<Act> = fc.oneof(
  onTab(8, 'place'),
  onTab(6, 'switch account'),
  onTab(3, 'log out'),
  onTab(3, 'log in as another'),
  onTab(1, 'kill worker'),
  onTab(1, 'freeze worker'),
  onTab(3, 'freeze tab'),
  alone(3, 'go offline'),
  alone(3, 'come back'),
  alone(5, 'move money elsewhere'),
  alone(1, 'fill the disk'),
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
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('change clock' as const),
      byMs: fc.constantFrom(-2 * DAY_MS, -20 * MINUTE_MS, 20 * MINUTE_MS, 2 * DAY_MS),
    }),
  },
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
    // Only a live event tells the pages of it.
    { act: 'move money elsewhere' },
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
  [
    { act: 'freeze tab', tab: 0 },
    { act: 'move money elsewhere' },
    { act: 'change clock', byMs: -2 * DAY_MS },
    { act: 'place', tab: 1 },
    { act: 'switch account', tab: 0 },
  ],
  [
    { act: 'freeze worker', tab: 1 },
    { act: 'move money elsewhere' },
    { act: 'fill the disk' },
    { act: 'place', tab: 0 },
    { act: 'restore', tab: 0, way: 'reload' },
  ],
];

export function namesOf(sequences: readonly (readonly Act[])[]): ActName[] {
  return [...new Set(sequences.flat().map(({ act }) => act))];
}
