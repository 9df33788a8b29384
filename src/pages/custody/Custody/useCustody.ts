/** Reads the data of the custody tab, and keeps which of its sheets is open. */
import { custodyConfig, custodyOrders } from '../../../../contract/calls/custody';
import { assets } from '../../../../contract/calls/profile';
import { readAhead, useCall } from '../../../bridge/useCall';
import { readListAhead, useListCall } from '../../../bridge/useListCall';

/** The tab lists at most this many running orders; the others are behind "All". */
export const ORDERS_SHOWN = 10;

/** Reads ahead the data that the tab shows first. */
export function ahead(): Promise<unknown> {
  return Promise.all([
    readAhead(assets, {}),
    readAhead(custodyConfig, {}),
    readListAhead(custodyOrders, { status: 'in-progress' }),
  ]);
}

export function useCustody() {
  const balances = useCall(assets, {});
  const config = useCall(custodyConfig, {});
  const running = useListCall(custodyOrders, { status: 'in-progress' });
  return { balances, config, running };
}
