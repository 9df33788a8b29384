/** The withdrawal window as time goes on: open or closed, how long still, and asked again at its turn (docs/rules.md §4). */
import type { withdrawalConfig } from '../../../../contract/calls/withdrawals';
import type { CallState, Output } from '../../../bridge/types';
import { useCountdown } from '../../../components/useCountdown';
import { useRepeated } from '../../read/useRepeated';

export type WithdrawConfig = Output<typeof withdrawalConfig>;

/** When the window turns, the page asks again after this time, until the gateway says the same. */
const TURN_MS = 1_000;
/** While a condition is missing, the page asks again after this time: an operator approves, a pause ends. */
const WAITING_MS = 15_000;

export interface WindowNow {
  /** By the gateway's word and clock. */
  isOpen: boolean;
  /** Seconds until the window closes or opens. */
  secondsLeft: number;
  /** The time has come, and the gateway has not said so yet. */
  isTurning: boolean;
}

export function useWindow(read: CallState<WithdrawConfig>): WindowNow {
  const { data, refresh } = read;
  const next = data ? (data.window.closesAt ?? data.window.opensAt) : null;
  const secondsLeft = useCountdown(next);
  const isTurning = next !== null && secondsLeft === 0;
  const isMissing = data?.conditions.some(({ isMet }) => !isMet) === true;
  // Nobody knows when maintenance ends.
  const isOpenEnded = data !== undefined && next === null;
  useRepeated(refresh, isTurning ? TURN_MS : isMissing || isOpenEnded ? WAITING_MS : null);
  return {
    isOpen: data?.window.isOpen === true && !isTurning,
    secondsLeft,
    isTurning,
  };
}
