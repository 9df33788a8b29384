import type { OtcSide } from '../../../../contract/calls/otc-market';
import { rabLot, type RabLot } from '../../../../contract/calls/otc-rab';

/** The order that the place-order sheet is about: an own order that waits, or a lot that is filled at once. */
export type OrderTarget = { kind: 'publish'; side: OtcSide } | { kind: 'take'; lot: RabLot };

/** As a draft keeps it, over the detour to another screen. */
export function targetText(target: OrderTarget): Record<string, string> {
  return target.kind === 'take' ? { lot: JSON.stringify(target.lot) } : { side: target.side };
}

/** The inverse of `targetText`; null for what is none, or is of an older version of the app. */
export function targetOf(draft: Record<string, string>): OrderTarget | null {
  const { side, lot } = draft;
  if (side === 'buy' || side === 'sell') return { kind: 'publish', side };
  if (lot === undefined) return null;
  const parsed = rabLot.safeParse(JSON.parse(lot));
  return parsed.success ? { kind: 'take', lot: parsed.data } : null;
}
