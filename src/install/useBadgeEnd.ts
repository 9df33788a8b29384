import { useEffect } from 'react';
import { useSession } from '../bridge/session';
import { showBadge } from './badge';

/** Takes the number off the icon when nobody is logged in. For the shell. */
export function useBadgeEnd(): void {
  const session = useSession();
  useEffect(() => {
    if (session?.state === 'anonymous') showBadge({ contents: 0, orders: 0 });
  }, [session]);
}
