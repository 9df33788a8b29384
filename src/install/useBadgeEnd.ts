import { useEffect } from 'react';
import { useSession } from '../bridge/session';

/** Takes the number off the icon when nobody is logged in. For the shell. */
export function useBadgeEnd(): void {
  const session = useSession();
  useEffect(() => {
    // Refused where the app is not installed; not every engine has it.
    if (session?.state === 'anonymous') navigator.clearAppBadge?.().catch(() => undefined);
  }, [session]);
}
