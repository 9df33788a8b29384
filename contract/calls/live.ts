/** Live changes: what the gateway tells a device without being asked (one stream per session, or this call where no stream goes). */
import * as z from 'zod/mini';
import { defineCall, knownOrNull } from '../call';
import { id, timeMs } from '../ids';

/** What a person is told about, besides the screens that repaint. */
export const NOTICE_KINDS = [
  'otc-filled',
  'otc-rest-due',
  'otc-rest-missed',
  'otc-expired',
  'otc-taken',
  'otc-paid',
  'otc-completed',
  'otc-cancelled',
  'otc-cancel-asked',
  'otc-overdue',
  'otc-disputed',
  'otc-ruled',
  'otc-message',
] as const;

export const liveNotice = z.object({
  kind: z.enum(NOTICE_KINDS),
  /** The order or trade that it is about. */
  subjectId: id,
});
export type LiveNotice = z.output<typeof liveNotice>;

/** How far a device has been told. Opaque: kept and given back. */
export const liveCursor = z.string().check(z.regex(/^[0-9]{1,18}$/));

export const liveEvent = z.object({
  /** The same event may come twice and has the same id then. Null for what everybody is told, put together: it has none. */
  id: z.nullable(id),
  /** Names of calls whose answers have changed. */
  calls: z.array(z.string()),
  notice: knownOrNull(liveNotice),
  at: timeMs,
});
export type LiveEvent = z.output<typeof liveEvent>;

/** As many events as are told at once; beyond that it is a gap. */
export const MAX_LIVE_EVENTS = 500;

/**
 * Events since `after`, oldest first; those of the last minutes may come again. `isGap`: without `after`, or when it is too long
 * ago, only those of the last minutes are told, and what is shown has to be read anew. `last` is what to ask with next.
 */
export const liveEvents = defineCall({
  name: 'liveEvents',
  method: 'GET',
  uri: '/api/v1/live/events',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: 'nothing',
  input: z.strictObject({ after: z.optional(liveCursor) }),
  output: z.object({
    events: z.array(liveEvent).check(z.maxLength(MAX_LIVE_EVENTS)),
    last: liveCursor,
    isGap: z.boolean(),
    /** The gateway's clock when this was told: a device's own may be minutes off before a call is refused for it. */
    at: timeMs,
  }),
});
/** What the stream tells piece by piece has the same shape, each piece sealed like an answer. */
export type LivePage = z.output<typeof liveEvents.output>;
