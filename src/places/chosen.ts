/**
 * Choosing a place for another screen: it opens `chooseLocation` and takes the place with `takeChosen` when it is shown again. A link may name a screen
 * instead (`?to=`), which then gets the place as its query.
 */
import type { Place } from './place';

let chosen: Place | null = null;

export function keepChosen(place: Place): void {
  chosen = place;
}

/** The place that was chosen since the last time, once. */
export function takeChosen(): Place | null {
  const place = chosen;
  chosen = null;
  return place;
}
