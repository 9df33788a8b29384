/** Which offer is being taken, kept over the detour to another screen (a card, a verified name, a trade password). */
import { useEffect, useState } from 'react';
import type { UsdtOffer } from '../../../../contract/calls/otc-usdt-records';
import { useDraft } from '../../../bridge/useDraft';
import { useKeptValues } from '../../../update/useKeptValues';
import { useLast } from '../../read/useLast';
import { TAKE_FORM } from './TakeSheet';
import type { TakeStart } from './useTakeForm';

interface Taking {
  offer: UsdtOffer | { id: string };
  start: TakeStart;
}

const START: TakeStart = { unit: 'fiat', text: '' };

function startOf(values: Record<string, string>): TakeStart {
  return { unit: values['unit'] === 'usdt' ? 'usdt' : 'fiat', text: values['text'] ?? '' };
}

export function useTaking() {
  const [taking, setTaking] = useState<Taking | null>(null);
  const { draft, save, clear } = useDraft(TAKE_FORM);
  const kept = useKeptValues(TAKE_FORM);
  const before = draft ?? kept;
  useEffect(() => {
    const id = before?.['offerId'];
    if (!before || id === undefined) return;
    // Once: whoever comes here of their own accord later begins anew.
    clear();
    setTaking({ offer: { id }, start: startOf(before) });
  }, [before, clear]);
  return {
    isOpen: taking !== null,
    /** Stays while the sheet slides away. */
    shown: useLast(taking),
    take: (offer: UsdtOffer) => setTaking({ offer, start: START }),
    close: () => setTaking(null),
    leave: (offerId: string, { unit, text }: TakeStart) => {
      save({ offerId, unit, text });
      setTaking(null);
    },
  };
}
