/** The notice centre, and how a person wants to be told (docs/rules.md §13). */
import * as z from 'zod/mini';
import { defineCall, noAnswer, nothing } from '../call';
import { id, pageInput, pageOf, timeMs, timeZone } from '../ids';
import { NOTICE_CATEGORIES, NOTICE_CHANNELS } from '../notices';
import { MAX_PAGE_SIZE } from '../paging';

/** Something that the person was told. */
export const toldNotice = z.object({
  id,
  /** One of `NOTICES`, or one that only a later gateway knows. */
  kind: z.string(),
  category: z.string(),
  subjectId: id,
  /** The trading account whose record it is about; null where it is about the person. */
  accountId: z.optional(z.nullable(id)),
  at: timeMs,
  isRead: z.boolean(),
  /** The reason of a withdrawal that failed, as the withdrawal says it. */
  reason: z.nullable(z.string()),
});
export type ToldNotice = z.output<typeof toldNotice>;

/** The notice centre, newest first. Notices are kept for half a year. */
export const toldNotices = defineCall({
  name: 'toldNotices',
  method: 'GET',
  uri: '/api/v1/telling/notices',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: ['told'],
  cache: { kind: 'list', maxAgeMs: 60_000, sort: 'at' },
  input: z.strictObject({ ...pageInput, category: z.optional(z.enum(NOTICE_CATEGORIES)) }),
  example: { limit: 100 },
  output: pageOf(toldNotice),
});

/** The number on the bell. */
export const unreadNotices = defineCall({
  name: 'unreadNotices',
  method: 'GET',
  uri: '/api/v1/telling/unread',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: ['told'],
  cache: { kind: 'record', maxAgeMs: 60_000 },
  input: nothing,
  output: z.object({ count: z.int().check(z.gte(0)) }),
});

/** Marks notices as read: these, or all up to a moment. Marked again it stays as it is. */
export const markNoticesRead = defineCall({
  name: 'markNoticesRead',
  method: 'POST',
  uri: '/api/v1/telling/read',
  origin: 'extension',
  access: 'user',
  effect: 'write',
  changes: ['told'],
  input: z.strictObject({
    ids: z.optional(z.array(id).check(z.maxLength(MAX_PAGE_SIZE))),
    /** Those of this moment and before. */
    until: z.optional(timeMs),
  }),
  example: { ids: ['1'] },
  output: noAnswer,
});

/** One choice: whether a category is told over a channel. What cannot be switched is not among them. */
export const tellingSwitch = z.object({
  category: z.string(),
  channel: z.string(),
  isOn: z.boolean(),
});
export type TellingSwitch = z.output<typeof tellingSwitch>;

const clockTime = z.string().check(z.regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/));

/** Pushes wait from `from` until `until` by the clocks of the zone; `until` may be on the next day. */
const quietHours = { from: clockTime, until: clockTime, timeZone };

export const tellingPreferences = defineCall({
  name: 'tellingPreferences',
  method: 'GET',
  uri: '/api/v1/telling/preferences',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: ['telling'],
  cache: { kind: 'record', maxAgeMs: 3_600_000 },
  input: nothing,
  output: z.object({
    switches: z.array(tellingSwitch),
    quietHours: z.nullable(z.object(quietHours)),
    /** Mail goes to the e-mail address on file; false where there is none. */
    hasMail: z.boolean(),
    /** Devices that get pushes. */
    pushDevices: z.int().check(z.gte(0)),
  }),
});

/** Changes what is given and leaves the rest. `invalid-input` for a choice that there is none of, or a zone that nobody knows. */
export const saveTellingPreferences = defineCall({
  name: 'saveTellingPreferences',
  method: 'POST',
  uri: '/api/v1/telling/preferences',
  origin: 'extension',
  access: 'user',
  effect: 'write',
  changes: ['telling'],
  input: z.strictObject({
    switches: z.optional(
      z
        .array(
          z.strictObject({
            category: z.enum(NOTICE_CATEGORIES),
            channel: z.enum(NOTICE_CHANNELS),
            isOn: z.boolean(),
          }),
        )
        .check(z.maxLength(NOTICE_CATEGORIES.length * NOTICE_CHANNELS.length)),
    ),
    quietHours: z.optional(z.nullable(z.strictObject(quietHours))),
  }),
  example: { switches: [{ category: 'orders', channel: 'app', isOn: false }] },
  output: noAnswer,
});

const base64url = (length: number) =>
  z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.minLength(length), z.maxLength(length));

/** The key that a browser subscribes with: the push service takes pushes from its owner alone. */
export const pushKey = defineCall({
  name: 'pushKey',
  method: 'GET',
  uri: '/api/v1/telling/push-key',
  origin: 'extension',
  access: 'user',
  effect: 'read',
  shows: 'nothing',
  input: nothing,
  output: z.object({ publicKey: base64url(87) }),
});

/** Devices of a person that get pushes; one more takes the place of the oldest. */
export const MAX_PUSH_DEVICES = 10;

/**
 * This device gets pushes from here on, in the language of the call, until its session ends. `invalid-input` for an endpoint
 * that no browser's push service has.
 */
export const subscribePush = defineCall({
  name: 'subscribePush',
  method: 'POST',
  uri: '/api/v1/telling/subscribe',
  origin: 'extension',
  access: 'user',
  effect: 'write',
  changes: ['telling'],
  input: z.strictObject({
    endpoint: z.string().check(z.minLength(12), z.maxLength(1_000)),
    /** The browser's key, 65 bytes. */
    p256dh: base64url(87),
    /** 16 bytes. */
    auth: base64url(22),
  }),
  example: {
    endpoint: 'https://push.example/1',
    p256dh: 'BExRfLIlCH__OcyPFXPtRfx2dwsJGasizvFXpHmCsBd9Pmi5W0siUo6JSBUajwH_MNOIc-IDdu0VR3mzBEp1X6o',
    auth: 'e0cXMTy6t82vIF2dAS0vew',
  },
  output: noAnswer,
});

/** This device's pushes end. */
export const unsubscribePush = defineCall({
  name: 'unsubscribePush',
  method: 'POST',
  uri: '/api/v1/telling/unsubscribe',
  origin: 'extension',
  access: 'user',
  effect: 'write',
  changes: ['telling'],
  input: nothing,
  output: noAnswer,
});
