import { useLingui } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { updateAvatar } from '../../../../contract/calls/profile';
import { useLeaveGuard } from '../../../app/leave-guard';
import { useNavigation } from '../../../app/navigation';
import type { Input } from '../../../bridge/types';
import { useImageUploads } from '../../../bridge/useImageUploads';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { toast } from '../../../components/toast';

/** The choice before it is saved: a picture of the list, none, or the person's own image, which may still be uploading. */
export type Choice = { source: 'list'; id: string; image: string } | { source: 'none' } | { source: 'upload' } | null;

export function useAvatar() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const { run, isRunning } = useWriteCall(updateAvatar);
  const { uploads, images } = useImageUploads();
  const [choice, setChoice] = useState<Choice>(null);
  const own = images.at(-1);
  useLeaveGuard(useCallback(() => choice !== null, [choice]));

  const input: Input<typeof updateAvatar> | null =
    choice === null
      ? null
      : choice.source !== 'upload'
        ? { source: choice.source, ...(choice.source === 'list' ? { id: choice.id } : {}) }
        : own?.state === 'sent'
          ? { source: 'upload', id: own.id }
          : null;

  const save = async () => {
    if (!input) return;
    const result = await run(input);
    if (!result.ok) return;
    setChoice(null);
    uploads.clear();
    toast.show(t`Saved`, { kind: 'success' });
    back();
  };
  return {
    choice,
    choose: (next: Choice) => {
      uploads.clear();
      setChoice(next);
    },
    own,
    addOwn: (files: File[]) => {
      uploads.clear();
      uploads.add(files.slice(0, 1));
      setChoice({ source: 'upload' });
    },
    retryOwn: () => own && uploads.retry(own.key),
    canSave: input !== null,
    save,
    isRunning,
  };
}
