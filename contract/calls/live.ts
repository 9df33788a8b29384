/** Live changes: what the gateway tells a device without being asked (one stream per session, or this call where no stream goes). */
import * as z from 'zod/mini';
import { defineCall } from '../call';
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

export const liveNotice = z.strictObject({
  kind: z.enum(NOTICE_KINDS),
  /** The order or trade that it is about. */
  subjectId: id,
});
export type LiveNotice = z.output<typeof liveNotice>;

export const liveEvent = z.strictObject({
  /** Grows; what comes after the last one seen is asked for with it. */
  id,
  /** Names of calls whose answers have changed. */
  calls: z.array(z.string()),
  notice: z.nullable(liveNotice),
  at: timeMs,
});
export type LiveEvent = z.output<typeof liveEvent>;

/**
 * Events since `after`, oldest first. Without `after`, or when it is too long ago, none and `isGap`: the device reads anew what it
 * shows. `last` is what to ask with next.
 */
export const liveEvents = defineCall({
  name: 'liveEvents',
  method: 'GET',
  uri: '/api/v1/live/events',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  input: z.strictObject({ after: z.optional(id) }),
  output: z.strictObject({ events: z.array(liveEvent).check(z.maxLength(500)), last: id, isGap: z.boolean() }),
});
