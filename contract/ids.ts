/** Identifiers, times, texts and paging: one type each, used by every call. */
import * as z from 'zod/mini';
import { MAX_PAGE_SIZE } from './paging';

/** Opaque identifier of a record (a positive integer or a UUID as text). Never shown as a secret, never guessed from. */
export const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));

/** A UUID made by the client, e.g. an idempotency key. */
export const uuid = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/));

/** The year 9000: beyond lie moments that a calendar in another zone cannot show. */
const LAST_MS = 221_845_392_000_000;

/** A moment: milliseconds since 1970-01-01T00:00:00Z. */
export const timeMs = z.int().check(z.gte(0), z.lte(LAST_MS));

/** A time zone's name that calendars know, as `Asia/Shanghai`. */
export const timeZone = z.string().check(
  z.maxLength(64),
  z.refine((name) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }).format(0));
    } catch {
      return false;
    }
  }),
);

/** Keyset paging: `cursor` is the opaque end of the previous page; absent for the newest rows. */
export const pageInput = {
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  limit: z.optional(z.int().check(z.gte(1), z.lte(MAX_PAGE_SIZE))),
};

/** One page, newest first; `nextCursor` is null on the last page. */
export function pageOf<T extends z.core.$ZodType>(item: T) {
  return z.object({
    items: z.array(item).check(z.maxLength(MAX_PAGE_SIZE)),
    nextCursor: z.nullable(z.string()),
  });
}

/**
 * Matches a text that people see as it is: no control, format, private or unassigned characters, no line breaks, nothing else
 * that is invisible (but the mark of an emoji), and at most four marks on a letter: scripts need them, towers of marks exceed
 * them.
 */
const VISIBLE_LINE = /^(?!\p{M}|.*(\p{M}{5}|\u2800))(\p{So}\ufe0f|[^\p{C}\p{DI}\u2028\u2029])*$/u;

/** A name that a person chose, or another line that others or operators read: trimmed length 1…max. */
export function lineOfText(max: number) {
  return z.string().check(z.trim(), z.minLength(1), z.maxLength(max), z.regex(VISIBLE_LINE));
}

/** The language codes that travel to the gateway (docs/rules.md §11). */
export const LANG_CODES = ['CN', 'TW', 'EN', 'DE', 'FR', 'KO', 'JP', 'TH', 'VI'] as const;
export const langCode = z.enum(LANG_CODES);
export type LangCode = (typeof LANG_CODES)[number];

/** BCP 47 tags of the nine languages. */
export const LANGUAGE_TAGS: Record<LangCode, string> = {
  CN: 'zh-Hans',
  TW: 'zh-Hant',
  EN: 'en',
  DE: 'de',
  FR: 'fr',
  KO: 'ko',
  JP: 'ja',
  TH: 'th',
  VI: 'vi',
};
