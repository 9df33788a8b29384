/** The time that a trade's state has left, and until a dispute can be opened, by the gateway's clock. */
import type { UsdtTrade } from '../../../../contract/calls/otc-usdt-records';
import type { CallState } from '../../../bridge/types';
import { useCountdown } from '../../../components/useCountdown';
import { stateSince } from '../trade';
import { useDeadline, type Deadline } from '../../read/useDeadline';

export interface TradeClock extends Deadline {
  /** Seconds until a dispute can be opened; 0 from then on, null when none can be. */
  disputeIn: number | null;
}

export function useTradeClock(trade: UsdtTrade | undefined, read: CallState<unknown>): TradeClock {
  const deadline = useDeadline(read, trade?.deadlineAt ?? null, trade ? stateSince(trade) : 0);
  const disputable = trade?.disputableAt ?? null;
  const disputeIn = useCountdown(disputable);
  return { ...deadline, disputeIn: disputable === null ? null : disputeIn };
}
