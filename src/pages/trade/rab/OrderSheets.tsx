import type { OtcSide, RabLot } from '../../../../contract/calls/otc';

export type OrderTarget = { kind: 'publish'; side: OtcSide } | { kind: 'take'; lot: RabLot };

export default function RabOrderSheets(_: { target: OrderTarget | null; onClose: () => void }) {
  return null;
}
