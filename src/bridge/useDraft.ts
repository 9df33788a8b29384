import { useCallback, useEffect, useState } from 'react';
import { bridge } from './bridge';

export interface Draft {
  /** The values typed before; null when there are none, undefined while the worker looks for them. */
  draft: Record<string, string> | null | undefined;
  save: (values: Record<string, string>) => void;
  clear: () => void;
}

/** Keeps the values that a person typed into a form on this device until they are sent. Never give it passwords or codes. */
export function useDraft(form: string): Draft {
  const [draft, setDraft] = useState<Draft['draft']>(undefined);
  useEffect(() => {
    let isCurrent = true;
    void bridge()
      .loadDraft(form)
      .then((loaded) => isCurrent && setDraft(loaded));
    return () => {
      isCurrent = false;
    };
  }, [form]);
  const save = useCallback((values: Record<string, string>) => void bridge().saveDraft(form, values), [form]);
  const clear = useCallback(() => void bridge().saveDraft(form, null), [form]);
  return { draft, save, clear };
}
