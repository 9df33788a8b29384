import type { CallState } from '../../bridge/types';
import { useCountdown } from '../../components/useCountdown';
import { useRepeated } from './useRepeated';

/** When the time runs out, the page asks again after this time, until the gateway says the same. */
const TURN_MS = 2_000;

export interface Deadline {
  /** Seconds until the present state ends by itself; null for never. */
  secondsLeft: number | null;
  /** Share of the state's whole time that is left, 0…1. */
  share: number;
}

/** The time that an order's state has left, by the gateway's clock, and asked again at its turn. Both in UTC ms. */
export function useDeadline(read: CallState<unknown>, deadlineAt: number | null, sinceAt: number): Deadline {
  const left = useCountdown(deadlineAt);
  const isTurning = deadlineAt !== null && left === 0;
  useRepeated(read.refresh, isTurning ? TURN_MS : null);
  const totalMs = deadlineAt === null ? 0 : deadlineAt - sinceAt;
  return { secondsLeft: deadlineAt === null ? null : left, share: totalMs > 0 ? (left * 1000) / totalMs : 0 };
}
