import { isOpen } from './paths';
import { useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { toast } from '../components/toast';
import { appHistory } from './navigation';

/** Opens a target that somebody else names (banner, notice); empty or without a screen: "not yet open". */
export function useOpenTarget(): (target: string | null | undefined) => void {
  const { t } = useLingui();
  return useCallback(
    (target) => {
      if (target && isOpen(target)) appHistory.open(target);
      else toast.show(t`Not yet open`);
    },
    [t],
  );
}
