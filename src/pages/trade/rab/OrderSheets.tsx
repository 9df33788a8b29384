import { useEffect, useState } from 'react';
import { useDraft } from '../../../bridge/useDraft';
import { useLast } from '../../read/useLast';
import { RabOrderSheet } from './RabOrderSheet';
import { targetOf, targetText, type OrderTarget } from './target';

/** Remembers that the sheet gave way to another screen. */
const RESUME = 'otc-rab-resume';

interface RabOrderSheetsProps {
  /** What the market wants to place; null for nothing. */
  target: OrderTarget | null;
  onClose: () => void;
}

/** The place-order sheet of the RAB market, which comes back by itself after a detour (a deposit, a first trade password). */
export default function RabOrderSheets({ target, onClose }: RabOrderSheetsProps) {
  const { draft, save, clear } = useDraft(RESUME);
  const [resumed, setResumed] = useState<OrderTarget | null>(null);
  useEffect(() => {
    if (!draft) return;
    // Once: whoever comes here of their own accord later begins anew.
    clear();
    setResumed(targetOf(draft));
  }, [draft, clear]);
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
        save(targetText(shown));
        close();
      }}
    />
  );
}
