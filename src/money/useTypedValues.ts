/**
 * Keeps values that a person typed into a form and has not sent. They lie as a draft in the worker, or over a restart of the app
 * in the tab ([Note: Kept forms] in src/update/kept-forms.ts). Never give it passwords or codes.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useDraft } from '../bridge/useDraft';
import { useKeptValues } from '../update/useKeptValues';

type Values = Record<string, string>;

export interface TypedValues<V> {
  values: V;
  change: (part: Partial<V>) => void;
  /** Empties the form once it is sent, but for `rest`. */
  clear: (rest?: Partial<V>) => void;
}

export interface TypedValuesOptions {
  /** False while the form is closed: changes during that time are not kept. */
  isOpen?: boolean;
  /** The record that the values are about; values about another record are not taken up. */
  of?: string;
}

/**
 * Keeps typed values until they are sent, whenever the form is opened.
 * @param read turns the kept values into the form's; `{}` gives those of an empty form
 */
export function useTypedValues<V extends Values>(
  name: string,
  read: (kept: Values) => V,
  { isOpen = true, of }: TypedValuesOptions = {},
): TypedValues<V> {
  const { draft, save, clear } = useDraft(name);
  const [typed, setTyped] = useState<V | null>(null);
  const isOurs = draft && (of === undefined || draft['of'] === of);
  const values = typed ?? read(isOurs ? draft : {});
  useEffect(() => {
    if (!typed || !isOpen) return;
    if (Object.values(typed).every((value) => value === '')) clear();
    else save(of === undefined ? typed : { ...typed, of });
  }, [typed, save, clear, isOpen, of]);
  return {
    values,
    change: (part) => setTyped({ ...values, ...part }),
    clear: (rest) => {
      setTyped({ ...read({}), ...rest });
      clear();
    },
  };
}

/**
 * Brings typed values back once, after another screen had to come first or the app restarted: a person who comes later of their
 * own accord begins anew. Forms say with `useKeepValues`, under the same name, what survives a restart.
 * @returns keeps the values; call it before another screen takes over
 */
export function useComeBack(name: string, restore: (values: Values) => void): (values: Values) => void {
  const { draft, save, clear } = useDraft(name);
  const kept = useKeptValues(name);
  const before = draft ?? kept;
  const latest = useRef(restore);
  useEffect(() => {
    latest.current = restore;
  });
  useEffect(() => {
    if (!before) return;
    clear();
    latest.current(before);
  }, [before, clear]);
  return useCallback((values: Values) => save(values), [save]);
}
