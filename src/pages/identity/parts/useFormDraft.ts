import { useCallback, useEffect } from 'react';
import { useDraft } from '../../../bridge/useDraft';
import type { KeepableForm } from '../../../update/useKeptForm';

/**
 * What was typed comes back after another screen had to come first (no trade password yet, no verified name).
 * @param fields never a password, a code or a card number
 */
export function useFormDraft<Name extends string>(form: KeepableForm<Name>, as: string, fields: readonly Name[]) {
  const { draft, save, clear } = useDraft(as);
  const names = fields.join(' ');
  useEffect(() => {
    if (!draft) return;
    for (const name of names.split(' ') as Name[]) {
      const value = draft[name];
      if (value !== undefined) form.restore(name, value);
    }
    // Once: whoever comes here of their own accord later begins anew.
    clear();
  }, [form, draft, clear, names]);
  const keep = useCallback(() => save(form.valuesOf(names.split(' ') as Name[])), [form, save, names]);
  return { keep };
}
