import { TakeSheet } from './TakeSheet';
import type { useTakenOffer } from './useTakenOffer';

/** The sheet of the offer that is being taken. */
export function TakeSheets({ taking: { shown, isOpen, close, leave } }: { taking: ReturnType<typeof useTakenOffer> }) {
  if (shown === null) return null;
  return (
    <TakeSheet
      key={shown.offer.id}
      open={isOpen}
      offer={shown.offer}
      start={shown.start}
      onClose={close}
      onLeave={leave}
    />
  );
}
