/** Live changes, for devices that ask. The stream is in http/stream-door.ts and begins with the same answer. */
import type { Handlers } from '../call-context';
import { livePrices } from '../quotes/live-prices';
import { eventsSince } from './since';

export const liveHandlers: Handlers<'liveEvents'> = {
  async liveEvents({ deps, session, now }, { after }) {
    const [page, prices] = await Promise.all([eventsSince(deps.db.db, session.userId, after, now), livePrices(deps)]);
    return prices.length === 0 ? page : { ...page, prices };
  },
};
