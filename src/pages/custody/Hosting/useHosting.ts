/** What the Hosting tab shows, and which of its sheets is open. */
import { hostingConfig, hostingOrder } from '../../../../contract/calls/custody';
import { assets } from '../../../../contract/calls/profile';
import { readAhead, useCall } from '../../../bridge/useCall';
import { readListAhead, useListCall } from '../../../bridge/useListCall';

/** How many running orders the tab lists; the rest is behind "All". */
export const ORDERS_SHOWN = 10;

/** What the tab shows first. */
export function ahead(): Promise<unknown> {
  return Promise.all([
    readAhead(assets, {}),
    readAhead(hostingConfig, {}),
    readListAhead(hostingOrder, { status: 'in-progress' }),
  ]);
}

export function useHosting() {
  const balances = useCall(assets, {});
  const config = useCall(hostingConfig, {});
  const running = useListCall(hostingOrder, { status: 'in-progress' });
  return { balances, config, running };
}
