import type { UsdtTrade } from '../../../../contract/calls/otc-usdt-records';

/** The sheets of a trade; at most one is open. */
export type TradeSheet = 'pay' | 'confirm' | 'cancel' | 'dispute';

export interface SheetOfTradeProps {
  open: boolean;
  onClose: () => void;
  trade: UsdtTrade;
  /** It was refused because the trade has changed: read it again. */
  onStale: () => void;
}
