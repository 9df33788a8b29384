/** Configuration, languages, version, notices, the list of news, uploads. */
import * as z from 'zod/mini';
import { defineCall, nothing } from '../call';
import { id, langCode, pageInput, pageOf, timeMs, timeZone, uuid } from '../ids';

/** The gateway tells the app its figures. The client shows these figures, never its own. */
export const config = defineCall({
  name: 'config',
  method: 'GET',
  uri: '/api/v1/common/config',
  access: 'public',
  effect: 'read',
  shows: ['banner'],
  cache: { kind: 'static', maxAgeMs: 300_000 },
  input: nothing,
  output: z.object({
    /** True when this gateway carries demo data; the app labels it. */
    isDemo: z.boolean(),
    /** IANA name of the zone that business hours are meant in. */
    timeZone,
    banners: z
      .array(
        z.object({
          id,
          title: z.string(),
          text: z.string(),
          /** Label of its button; null for none. */
          action: z.nullable(z.string()),
          /** Route path, or null ("not yet open"). */
          target: z.nullable(z.string()),
        }),
      )
      .check(z.maxLength(10)),
  }),
});

export const languages = defineCall({
  name: 'languages',
  method: 'GET',
  uri: '/api/v1/common/lang',
  access: 'public',
  effect: 'read',
  shows: 'nothing',
  cache: { kind: 'static', maxAgeMs: 86_400_000 },
  input: nothing,
  output: z.object({
    languages: z.array(z.object({ code: langCode, name: z.string() })),
    default: langCode,
  }),
});

/** Gateways of another make may write a version as its code, a number (docs/rules.md §20). */
const announcedVersion = z.pipe(z.union([z.string(), z.int()]), z.transform(String));

/** Field names are the spec's (section 3, update configuration). Empty texts: nothing has been released. */
export const version = defineCall({
  name: 'version',
  method: 'GET',
  uri: '/api/v1/common/version',
  access: 'public',
  effect: 'read',
  shows: 'nothing',
  cache: { kind: 'none' },
  input: nothing,
  output: z.object({
    hot_version_code: announcedVersion,
    version_code: announcedVersion,
    package_url: z.string(),
    hot_package_url: z.string(),
  }),
});

export const marquee = defineCall({
  name: 'marquee',
  method: 'GET',
  uri: '/api/v1/notice/marquee',
  access: 'public',
  effect: 'read',
  shows: ['notice'],
  cache: { kind: 'static', maxAgeMs: 300_000 },
  input: nothing,
  output: z.object({
    notices: z.array(z.object({ id, text: z.string(), publishedAt: timeMs })).check(z.maxLength(20)),
  }),
});

export const newsItems = defineCall({
  name: 'newsItems',
  method: 'GET',
  uri: '/api/v1/news/list',
  access: 'public',
  effect: 'read',
  shows: ['news', 'bulletin'],
  cache: { kind: 'list', maxAgeMs: 300_000, sort: 'publishedAt' },
  input: z.strictObject({
    kind: z.optional(z.enum(['news', 'bulletin'])),
    ...pageInput,
  }),
  example: { limit: 100 },
  output: pageOf(
    z.object({
      id,
      kind: z.enum(['news', 'bulletin']),
      title: z.string(),
      summary: z.string(),
      publishedAt: timeMs,
    }),
  ),
});

/**
 * Tells what became of a money call, by its idempotency key. `done`: `answer` is what the call answered. `absent`: nothing
 * was done, and nothing will be: asking closes a key that the gateway does not know, and a late request with that key is
 * refused (`idempotency-closed`). The gateway waits for a call that is just running; if the call takes too long, the gateway
 * answers `unavailable`. GET, since versions before this rule ask so.
 */
export const askOutcome = defineCall({
  name: 'askOutcome',
  method: 'GET',
  uri: '/api/v1/common/outcome',
  origin: 'extension',
  access: 'user',
  effect: 'write',
  changes: 'nothing',
  input: z.strictObject({ key: uuid }),
  example: { key: '00000000-0000-4000-8000-000000000001' },
  output: z.object({
    state: z.enum(['absent', 'done']),
    answer: z.nullable(z.unknown()),
  }),
  errors: ['rate-limited'],
});

/** Goes through the upload door: the file part is beside the envelope (docs/rules.md §9, §11). */
export const uploadImage = defineCall({
  name: 'uploadImage',
  method: 'POST',
  uri: '/api/v1/common/up-img',
  access: 'user',
  effect: 'write',
  changes: 'nothing',
  input: nothing,
  output: z.object({
    id,
    width: z.int(),
    height: z.int(),
    bytes: z.int(),
  }),
  errors: ['image-refused', 'too-large', 'rate-limited'],
});
