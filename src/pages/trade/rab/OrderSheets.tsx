import { useState } from 'react';
import { useComeBack } from '../../../money/useTypedValues';
import { useLast } from '../../read/useLast';
import { RabOrderSheet } from './RabOrderSheet';
import { targetOf, targetText, type OrderTarget } from './target';

/** Remembers that the sheet gave way to another screen. */
const RESUME = 'otc-rab-resume';

interface RabOrderSheetsProps {
  /** The order that the market wants to place; null for none. */
  target: OrderTarget | null;
  onClose: () => void;
}

/** The place-order sheet of the RAB market, which comes back by itself after a detour (a deposit, a first trade password). */
export default function RabOrderSheets({ target, onClose }: RabOrderSheetsProps) {
  const [resumed, setResumed] = useState<OrderTarget | null>(null);
  const leave = useComeBack(RESUME, (before) => setResumed(targetOf(before)));
  const wanted = target ?? resumed;
  const shown = useLast(wanted);
  if (shown === null) return null;
  const close = () => {
    setResumed(null);
    onClose();
  };
  return (
    <RabOrderSheet
      key={shown.kind === 'take' ? `${shown.lot.id} ${shown.lot.version}` : shown.side}
      open={wanted !== null}
      target={shown}
      onClose={close}
      onLeave={() => {
        leave(targetText(shown));
        close();
      }}
    />
  );
}
