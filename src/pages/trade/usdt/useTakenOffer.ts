/** Keeps the offer that the person takes over the detour to another screen (a card, a verified name, a trade password). */
import { useState } from 'react';
import type { UsdtOffer } from '../../../../contract/calls/otc-usdt-records';
import { useComeBack } from '../../../money/useTypedValues';
import { useLast } from '../../read/useLast';
import { TAKE_FORM } from './TakeSheet';
import type { TakeStart } from './useTakeForm';

interface TakenOffer {
  offer: UsdtOffer | { id: string };
  start: TakeStart;
}

const START: TakeStart = { unit: 'fiat', text: '' };

function startOf(values: Record<string, string>): TakeStart {
  return { unit: values['unit'] === 'usdt' ? 'usdt' : 'fiat', text: values['text'] ?? '' };
}

export function useTakenOffer() {
  const [taking, setTaking] = useState<TakenOffer | null>(null);
  const keep = useComeBack(TAKE_FORM, (before) => {
    const id = before['offerId'];
    if (id !== undefined) setTaking({ offer: { id }, start: startOf(before) });
  });
  return {
    isOpen: taking !== null,
    /** Stays while the sheet slides away. */
    shown: useLast(taking),
    take: (offer: UsdtOffer) => setTaking({ offer, start: START }),
    close: () => setTaking(null),
    leave: (offerId: string, { unit, text }: TakeStart) => {
      keep({ offerId, unit, text });
      setTaking(null);
    },
  };
}
