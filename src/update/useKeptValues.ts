import { useEffect, useRef, useState } from 'react';
import { bridge } from '../bridge/bridge';
import { keepForm, takeForm, type KeptValues } from './kept-forms';

/** Keeps `values` over a restart of the app while they are not null: see [Note: Kept forms] in kept-forms.ts. */
export function useKeepValues(name: string, values: KeptValues | null): void {
  const latest = useRef(values);
  useEffect(() => {
    latest.current = values;
  });
  useEffect(() => keepForm(name, () => latest.current), [name]);
}

/** Returns the values kept over the restart; null when there are none. */
export function useKeptValues(name: string): KeptValues | null {
  const [kept, setKept] = useState<KeptValues | null>(null);
  useEffect(() => setKept(takeForm(name, bridge().session.get())), [name]);
  return kept;
}
