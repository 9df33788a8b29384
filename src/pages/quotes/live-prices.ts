/** The prices that the live stream has told since the first screen with quotes was opened. */
import { useSyncExternalStore } from 'react';
import type { LivePrice } from '../../../contract/calls/quotes';
import { bridge, type Bridge } from '../../bridge/bridge';
import { Signal } from '../../bridge/signal';

/** By the products' ids. */
type Prices = ReadonlyMap<string, LivePrice>;

const heard = new WeakMap<Bridge, Signal<Prices>>();

/** The same for everybody: a change of the person changes nothing. */
function pricesOf(app: Bridge): Signal<Prices> {
  const known = heard.get(app);
  if (known) return known;
  const prices = new Signal<Prices>(new Map());
  heard.set(app, prices);
  app.events.subscribe((event) => {
    if (event?.type !== 'prices') return;
    const before = prices.get();
    const later = event.prices.filter(({ id, at, source }) => {
      const last = before.get(id);
      return last?.source !== source || at > last.at;
    });
    prices.set(new Map([...before, ...later.map((price) => [price.id, price] as const)]));
  });
  return prices;
}

export function useLivePrices(): Prices {
  const { subscribe, get } = pricesOf(bridge());
  return useSyncExternalStore(subscribe, get);
}
