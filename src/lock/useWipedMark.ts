import { useEffect } from 'react';
import { bridge } from '../bridge/bridge';
import { writePreference } from '../theme/preferences';

/** Has the login page say why one has to log in, should everything be removed while this is on the screen. */
export function useWipedMark(): void {
  useEffect(
    () =>
      bridge().events.subscribe((event) => {
        if (event?.type === 'wiped') writePreference('rab.wiped', '1');
      }),
    [],
  );
}
