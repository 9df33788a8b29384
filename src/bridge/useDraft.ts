import { useCallback, useEffect, useState } from 'react';
import { bridge } from './bridge';

export interface Draft {
  /** What was typed before; null for nothing, undefined while it is being looked up. */
  draft: Record<string, string> | null | undefined;
  save: (values: Record<string, string>) => void;
  clear: () => void;
}

/** What a person typed into a form, kept on this device until it is sent. Never give it passwords or codes. */
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
