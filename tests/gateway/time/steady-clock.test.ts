/** The machine's clock beside its monotonic ones (docs/rules.md §2). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { steadyClock, TOLERANCE_MS } from '../../../gateway/adapters/steady-clock';
import { judgeByHead, judgeStart } from '../../../gateway/domain/time/judge';
import { testMachine } from './machine';

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 10, 21, 9);

describe('a steady clock', () => {
  it('takes a machine that slept for one that slept, and no longer', () => {
    const machine = testMachine(START);
    const clock = steadyClock(machine);
    machine.sleep(8 * 3_600_000);
    expect([clock.now(), clock.offMs()]).toEqual([START + 8 * 3_600_000, 0]);
    machine.set(machine.wall() + DAY_MS);
    expect([clock.now(), clock.offMs()]).toEqual([START + 8 * 3_600_000, DAY_MS]);
  });

  it('is never further from the time than the tolerance and what a time server may correct, whatever is done to the machine’s clock', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 600_000 }) }),
      fc.record({ do: fc.constant('set' as const), ms: fc.integer({ min: -400 * DAY_MS, max: 400 * DAY_MS }) }),
      fc.record({ do: fc.constant('set' as const), ms: fc.integer({ min: -40_000, max: 40_000 }) }),
      fc.record({ do: fc.constant('follow' as const), ms: fc.constant(0) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const machine = testMachine(START);
        const clock = steadyClock(machine);
        let passed = 0;
        for (const one of steps) {
          if (one.do === 'pass') {
            machine.pass(one.ms);
            passed += one.ms;
          } else if (one.do === 'set') machine.set(machine.wall() + one.ms);
          else clock.follow();
          const off = Math.abs(clock.now() - (START + passed));
          expect(off).toBeLessThanOrEqual(TOLERANCE_MS + passed / 1000 + 1);
        }
      }),
    );
  });
});

describe('witnesses', () => {
  const head = (at: number, readAt: number) => ({ at, readAt });

  it('a newest block in the future, or an old one of a network that goes on, tells', () => {
    expect(judgeByHead(START, null, head(START + 31_000, 0))).toBe('differs');
    expect(judgeByHead(START, head(START - 40_000, 0), head(START - 10_000, 30_000))).toBe('agrees');
    const ahead = START + 200 * DAY_MS;
    expect(judgeByHead(ahead, head(START - 40_000, 0), head(START - 10_000, 30_000))).toBe('differs');
  });

  it('a network that stands still, or an endpoint that catches up, tells nothing', () => {
    const later = START + DAY_MS;
    expect(judgeByHead(later, null, head(START, 0))).toBeNull();
    expect(judgeByHead(later, head(START, 0), head(START, 30_000))).toBeNull();
    expect(judgeByHead(later, head(START - 3_600_000, 0), head(START, 30_000))).toBeNull();
  });

  it('a start is doubted before the last time that was seen, long after it, and before the build', () => {
    const at = (wall: number, seenAt: number | null, builtAt: number | null = null) =>
      judgeStart({ wall, seenAt, builtAt, longestPauseMs: 30 * DAY_MS });
    expect(at(START, null)).toBeNull();
    expect(at(START, START - 30 * DAY_MS)).toBeNull();
    expect(at(START + 200 * DAY_MS, START)).toBe('after-mark');
    expect(at(START - 200 * DAY_MS, START)).toBe('before-mark');
    expect(at(START, START + 31_000)).toBe('before-mark');
    expect(at(0, null, START)).toBe('before-build');
  });
});
