import { useState } from 'react';
import { withdrawalMethods } from '../../../../contract/calls/identity';
import { useCall } from '../../../bridge/useCall';
import { cardsOf, MAX_CARDS } from './CardPicker';

/** The bank cards on file and those chosen of them; the first one is, until something else is chosen. */
export function useChosenCards(start: readonly string[]) {
  const read = useCall(withdrawalMethods, {});
  const cards = cardsOf(read.data?.methods ?? []);
  const [touched, setTouched] = useState<readonly string[] | null>(start.length > 0 ? start : null);
  const first = cards[0];
  const wanted = touched ?? (first ? [first.id] : []);
  const chosen = wanted.filter((id) => cards.some((card) => card.id === id)).slice(0, MAX_CARDS);
  return { read, cards, chosen, choose: (ids: string[]) => setTouched(ids) };
}
