import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { whenIdle } from '../idle';
import { useConnection } from '../../bridge/session';
import type { ReadState } from '../../bridge/types';
import { useLocale } from '../../i18n/useLocale';
import { useBalancesHidden } from '../../theme/eye';
import { keepPicture } from './keep';

/**
 * Has a picture of Home kept for the next start (README.md), each time that it was rendered and nothing else is to do.
 * @param figures whose age the picture tells; without a fresh answer there is nothing to keep
 * @param maxAgeMs figures need no stated age until they are this old
 */
export function useKeptPicture({ asOf, isStale, error }: ReadState<unknown>, maxAgeMs: number): void {
  const { i18n } = useLingui();
  const locale = useLocale();
  const isHidden = useBalancesHidden();
  const { isOnline } = useConnection();
  useEffect(() => {
    if (asOf === null || isStale || error || !isOnline) return;
    // Without one the next start shows the mark first.
    return whenIdle(() => void keepPicture({ i18n, locale, isHidden, asOf, maxAgeMs }).catch(() => {}));
  });
}
