import { useEffect, useState } from 'react';

/**
 * How far the gateway's clock is ahead of this device's, ms; 0 until it answers. What was known when the page opened says
 * nothing: nobody knows how old it is by this device's clock. @param serverTime of the latest answer, UTC ms
 */
export function useClockAhead(serverTime: number | undefined, isFromGateway: boolean): number {
  const [known] = useState(serverTime);
  const [aheadMs, setAheadMs] = useState(0);
  useEffect(() => {
    if (serverTime !== undefined && serverTime !== known && isFromGateway) setAheadMs(serverTime - Date.now());
  }, [serverTime, known, isFromGateway]);
  return aheadMs;
}
