/** Live changes, for devices that ask. The stream is in http/stream-door.ts and begins with the same answer. */
import type { Handlers } from '../call-context';
import { eventsSince } from './since';

export const liveHandlers: Handlers<'liveEvents'> = {
  liveEvents: ({ deps, session, now }, { after }) => eventsSince(deps.db.db, session.userId, after, now),
};
