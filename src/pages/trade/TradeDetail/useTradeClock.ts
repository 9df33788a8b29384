/** The time that a trade's state has left, by the gateway's clock, and asked again at its turn. */
import type { UsdtTrade } from '../../../../contract/calls/otc-usdt';
import type { CallState } from '../../../bridge/types';
import { useCountdown } from '../../../components/useCountdown';
import { useClockAhead } from '../../read/useClockAhead';
import { useRepeated } from '../../read/useRepeated';
import { stateSince } from '../trade';

/** How often is asked at the turn until the gateway says the same. */
const TURN_MS = 2_000;

export interface TradeClock {
  /** Until the present state ends by itself; null for never. */
  secondsLeft: number | null;
  /** Of the state's whole time, 0…1. */
  share: number;
  /** Until a dispute can be opened; 0 from then on, null when none can be. */
  disputeIn: number | null;
}

export function useTradeClock(trade: UsdtTrade | undefined, read: CallState<unknown>): TradeClock {
  const aheadMs = useClockAhead(read.asOf ?? undefined, read.source === 'network');
  const toDevice = (serverMs: number | null) => (serverMs === null ? null : serverMs - aheadMs);
  const deadline = trade?.deadlineAt ?? null;
  const disputable = trade?.disputableAt ?? null;
  const left = useCountdown(toDevice(deadline));
  const disputeIn = useCountdown(toDevice(disputable));
  const isTurning = deadline !== null && left === 0;
  useRepeated(read.refresh, isTurning ? TURN_MS : null);
  const totalMs = trade && deadline !== null ? deadline - stateSince(trade) : 0;
  return {
    secondsLeft: deadline === null ? null : left,
    share: totalMs > 0 ? (left * 1000) / totalMs : 0,
    disputeIn: disputable === null ? null : disputeIn,
  };
}
