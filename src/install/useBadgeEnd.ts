import { useEffect } from 'react';
import { useSession } from '../bridge/session';
import { readPreference } from '../theme/preferences';

/** Takes the number off the icon, and ends pushes, when nobody is logged in. For the shell. */
export function useBadgeEnd(): void {
  const session = useSession();
  useEffect(() => {
    if (session?.state !== 'anonymous') return;
    // Refused where the app is not installed; not every engine has it.
    navigator.clearAppBadge?.().catch(() => undefined);
    if (readPreference('rab.push') !== null)
      import('../telling/push').then(({ endPush }) => endPush()).catch(() => undefined);
  }, [session]);
}
