/**
 * An article's text as a tree: the blocks and spans that the gateway makes of the operator's Markdown, and all that there can be of it.
 * There is no markup in it, so that nothing of an article can run (docs/rules.md §9).
 */
import * as z from 'zod/mini';
import { knownOrNull } from './call';
import { uuid } from './ids';

const MARKS = ['strong', 'emphasis', 'deleted', 'code'] as const;
export type Mark = (typeof MARKS)[number];

/** No user and password before the host, no other scheme, nothing that an address has to encode. */
const HTTPS = /^https:\/\/[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::\d{1,5})?(?:[/?#][\w\-.~:/?#[\]@!$&()*+,;=%]*)?$/i;
/** A screen of the app, with what it is asked for. */
const SCREEN = /^\/(?:pages\/[a-z_]+\/\w+|choose-location|open-location)(?:\?[\w.~%&=+-]*)?$/;
const MAX_LINK_LENGTH = 1_000;

/** Another site's address, one that a browser can read: of ports and numeric hosts the expression knows nothing. */
export const outsideAddress = z.string().check(z.maxLength(MAX_LINK_LENGTH), z.regex(HTTPS), z.url());
/** Another site, or a screen of the app, which begins with a slash. */
export const articleLink = z.union([outsideAddress, z.string().check(z.maxLength(MAX_LINK_LENGTH), z.regex(SCREEN))]);

const span = z.object({ text: z.string(), marks: z.array(z.enum(MARKS)), link: z.nullable(articleLink) });
const spans = z.array(span);
const cells = z.array(spans);

const block = z.union([
  z.object({ kind: z.literal('heading'), level: z.union([z.literal(2), z.literal(3), z.literal(4)]), spans }),
  z.object({ kind: z.literal('paragraph'), spans }),
  z.object({ kind: z.literal('quote'), paragraphs: z.array(spans) }),
  z.object({ kind: z.literal('code'), text: z.string() }),
  z.object({
    kind: z.literal('list'),
    /** Number of the first entry; null for a list without numbers. */
    start: z.nullable(z.int()),
    /** `depth` counts the lists around it. */
    entries: z.array(z.object({ depth: z.int(), spans })),
  }),
  z.object({ kind: z.literal('table'), head: cells, rows: z.array(cells) }),
  /** `contentImage` shows it. Its size in pixels, so that the text below does not move when it comes. */
  z.object({ kind: z.literal('image'), id: uuid, alt: z.string(), width: z.int(), height: z.int() }),
  z.object({ kind: z.literal('rule') }),
]);

export const MAX_BLOCKS = 2_000;
/** A kind of block that this version does not know is left out. */
export const article = z.array(knownOrNull(block)).check(z.maxLength(MAX_BLOCKS));

export type Span = z.output<typeof span>;
export type Block = z.output<typeof block>;
export type Article = z.output<typeof article>;
