import { useEffect } from 'react';
import { bridge } from '../bridge/bridge';
import { writePreference } from '../theme/preferences';

/** If all data is removed while this is on screen, has the login page say why the person has to log in. */
export function useWipedMark(): void {
  useEffect(
    () =>
      bridge().events.subscribe((event) => {
        if (event?.type === 'wiped') writePreference('rab.wiped', '1');
      }),
    [],
  );
}
