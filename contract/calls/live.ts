/** Live changes: the gateway tells them without being asked (one stream per session, or this call where no stream goes). */
import * as z from 'zod/mini';
import { defineCall, knownOrNull } from '../call';
import { id, timeMs } from '../ids';
import { livePrice, MAX_PRODUCTS } from './quotes';
import { NOTICE_KINDS } from '../notices';

export const liveNotice = z.object({
  kind: z.enum(NOTICE_KINDS),
  /** The order, trade or record that it is about; the number of a level, the UTC day of incomes, `account` for the account itself. */
  subjectId: id,
  /** The trading account whose record it is about; absent where it is about the person. */
  accountId: z.optional(id),
});
export type LiveNotice = z.output<typeof liveNotice>;

/** Marks how far a device has been told. Opaque: the device keeps it and gives it back. */
export const liveCursor = z.string().check(z.regex(/^[0-9]{1,18}$/));

export const liveEvent = z.object({
  /** The same event may come twice, with the same id. Null for the event into which the gateway merges what everybody is told. */
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
  example: { after: '1' },
  output: z.object({
    events: z.array(liveEvent).check(z.maxLength(MAX_LIVE_EVENTS)),
    last: liveCursor,
    isGap: z.boolean(),
    /** The gateway's clock when this was told: a device's own may be minutes off before a call is refused for it. */
    at: timeMs,
    /**
     * Latest prices of the market's products, those that have changed: they come every few seconds, and ten thousand devices that
     * read each of them would ask two thousand times a second. A page is sealed once for all devices.
     */
    prices: z.optional(z.array(livePrice).check(z.maxLength(MAX_PRODUCTS))),
  }),
});
/** Each piece of the stream has this shape too, and is sealed like an answer. */
export type LivePage = z.output<typeof liveEvents.output>;
