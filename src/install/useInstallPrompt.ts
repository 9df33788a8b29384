import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { toast } from '../components/toast';
import { askToInstall } from './prompt';

/** Shows the browser's prompt that was held back, and says where to find it again when the person declines. For a tap. */
export function useInstallPrompt(): () => void {
  const { t } = useLingui();
  return useCallback(() => {
    void askToInstall().then((hasAgreed) => {
      if (!hasAgreed) toast.show(t`Not installed. You can do it later from the browser's menu`);
    });
  }, [t]);
}
