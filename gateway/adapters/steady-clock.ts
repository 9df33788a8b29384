/** The machine's clock beside its monotonic ones: when it jumps, time goes on at the pace of those. */
import { uptime } from 'node:os';

/** Clocks of this machine, ms. */
export interface MachineClocks {
  /** UTC; somebody may set it. */
  wall(): number;
  /** Never set; stands still while the machine sleeps. */
  awake(): number;
  /** Never set; goes on while the machine sleeps. */
  withSleep(): number;
}

export const thisMachine: MachineClocks = {
  wall: () => Date.now(),
  awake: () => performance.now(),
  withSleep: () => uptime() * 1000,
};

/** More than this is a jump; the same is allowed beside other witnesses (docs/rules.md §2). */
export const TOLERANCE_MS = 30_000;
/** Time servers correct a running clock by at most 1/2000; twice that is followed. */
const MAX_SLEW = 0.001;

export interface SteadyClock {
  /** The time, whatever has become of the machine's clock. */
  now(): number;
  /** Ms between the machine's clock and the time that can have passed since it was last believed; 0 while it has not jumped. */
  offMs(): number;
  /** Believes the small corrections of the machine's clock since the last time. Call it while other witnesses agree. */
  follow(): void;
  /** Believes the machine's clock as it is. */
  believe(): void;
}

export function steadyClock(machine: MachineClocks): SteadyClock {
  const look = () => ({ wall: machine.wall(), awake: machine.awake(), withSleep: machine.withSleep() });
  let anchor = look();

  /** Bounds the time that can have passed: all of it awake, or some of it asleep. Asks the slower clock only when it matters. */
  function bounds(wall: number): { earliest: number; latest: number } {
    const earliest = anchor.wall + machine.awake() - anchor.awake;
    if (wall <= earliest + TOLERANCE_MS) return { earliest, latest: earliest };
    return { earliest, latest: Math.max(earliest, anchor.wall + machine.withSleep() - anchor.withSleep) };
  }
  function read(): { now: number; offMs: number } {
    const wall = machine.wall();
    const { earliest, latest } = bounds(wall);
    if (wall < earliest - TOLERANCE_MS) return { now: Math.round(earliest), offMs: wall - earliest };
    if (wall > latest + TOLERANCE_MS) return { now: Math.round(latest), offMs: wall - latest };
    return { now: wall, offMs: 0 };
  }
  return {
    now: () => read().now,
    offMs: () => read().offMs,
    follow() {
      const next = look();
      const { earliest, latest } = bounds(next.wall);
      const slew = (next.awake - anchor.awake) * MAX_SLEW;
      anchor = { ...next, wall: Math.min(Math.max(next.wall, earliest - slew), latest + slew) };
    },
    believe() {
      anchor = look();
    },
  };
}
