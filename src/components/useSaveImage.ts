import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { saveFile } from './save-file';
import { toast } from './toast';

/** Saves a picture that is made on the device, and says how it ended in a toast (docs/rules.md §19). */
export function useSaveImage(picture: () => Promise<File>) {
  const { t } = useLingui();
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      const outcome = await saveFile(await picture());
      if (outcome === 'saved') toast.show(t`Image saved`, { kind: 'success' });
      if (outcome === 'failed') toast.show(t`The image could not be saved`, { kind: 'error' });
    } catch {
      toast.show(t`The image could not be saved`, { kind: 'error' });
    } finally {
      setSaving(false);
    }
  };
  return { save, isSaving };
}
