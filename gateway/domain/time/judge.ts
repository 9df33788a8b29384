/** Compares this gateway's clock with witnesses of the time (docs/rules.md §2). Pure. */
import { TOLERANCE_MS } from '../../adapters/steady-clock';
import type { ClockDoubt } from '../../adapters/clock';

/** A network's newest block, as an endpoint told it. All in ms. */
export interface HeadReading {
  /** The block's own time, UTC. */
  at: number;
  /** The moment at which the gateway asked for the block, by the monotonic clock. */
  readAt: number;
}

/** A live network's newest block is at most this old: block times and nodes that are a little behind. */
export const HEAD_AGE_MS = 120_000;

/**
 * True if the network went on at the pace of time between two looks: one that stands still, or catches up, tells nothing of now.
 */
function isLive(before: HeadReading, now: HeadReading): boolean {
  const passed = now.readAt - before.readAt;
  const grown = now.at - before.at;
  return grown > 0 && grown <= passed + TOLERANCE_MS;
}

/** @param before what the same endpoint told the time before. @returns null when it tells nothing */
export function judgeByHead(wall: number, before: HeadReading | null, now: HeadReading): 'agrees' | 'differs' | null {
  // No block is made in the future.
  if (now.at > wall + TOLERANCE_MS) return 'differs';
  if (before === null || !isLive(before, now)) return null;
  return wall - now.at > HEAD_AGE_MS ? 'differs' : 'agrees';
}

/** @param askedMs how long the database took to answer */
export function differsFromDatabase(wall: number, database: number, askedMs: number): boolean {
  return database > wall + TOLERANCE_MS || database < wall - askedMs - TOLERANCE_MS;
}

export interface StartTimes {
  wall: number;
  /** The last time that this database saw; null on a new one. */
  seenAt: number | null;
  /** The moment at which the program was built, or null where that is not known. */
  builtAt: number | null;
  /** A pause up to this long without a gateway surprises nobody, ms. */
  longestPauseMs: number;
}

const DAY_MS = 86_400_000;

/** Tells why no gateway can have been started at this time; null when it can. */
export function judgeStart({ wall, seenAt, builtAt, longestPauseMs }: StartTimes): ClockDoubt | null {
  // A build comes from a machine whose clock may be off as well.
  if (builtAt !== null && wall < builtAt - DAY_MS) return 'before-build';
  if (seenAt === null) return null;
  if (wall < seenAt - TOLERANCE_MS) return 'before-mark';
  return wall > seenAt + longestPauseMs ? 'after-mark' : null;
}
