import { useEffect } from 'react';
import { bridge } from '../bridge/bridge';
import { keepForm, takeForm, type KeptValues } from './kept-forms';

/** The methods that a form needs to survive a restart. */
export interface KeepableForm<Name extends string> {
  valuesOf(names: readonly Name[]): KeptValues;
  /** Puts in what the person typed before. */
  restore(name: Name, value: string): void;
}

/** Names the fields of a form that survive a restart of the app, and the form. Never a password or a code. */
export interface KeepOptions<Name extends string> {
  as: string;
  fields: readonly Name[];
}

/** Lets a form survive a restart of the app: see [Note: Kept forms] in kept-forms.ts. Without `keep` nothing is kept. */
export function useKeptForm<Name extends string>(form: KeepableForm<Name>, keep: KeepOptions<Name> | undefined): void {
  const { as = '', fields = [] } = keep ?? {};
  const joined = fields.join(' ');
  useEffect(() => {
    if (as === '') return;
    const names = joined.split(' ') as Name[];
    const before = takeForm(as, bridge().session.get());
    for (const name of names) if (before?.[name] !== undefined) form.restore(name, before[name]);
    return keepForm(as, () => form.valuesOf(names));
  }, [form, as, joined]);
}
