import { useEffect, useState } from 'react';

/**
 * Returns how far the gateway's clock is ahead of this device's, ms; 0 until it answers. A time that was known when the page
 * opened does not count: nobody knows its age by this device's clock. @param serverTime of the latest answer, UTC ms
 */
export function useClockAhead(serverTime: number | undefined, isFromGateway: boolean): number {
  const [known] = useState(serverTime);
  const [aheadMs, setAheadMs] = useState(0);
  useEffect(() => {
    if (serverTime !== undefined && serverTime !== known && isFromGateway) setAheadMs(serverTime - Date.now());
  }, [serverTime, known, isFromGateway]);
  return aheadMs;
}
