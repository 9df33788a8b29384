/**
 * Makes the operator's Markdown into an article's tree (contract/article.ts). marked reads the Markdown; of its tokens only those that
 * the tree knows are taken over, so that markup, scripts, foreign pictures and strange links are left out by construction.
 */
import { Lexer, type Token, type Tokens } from 'marked';
import * as z from 'zod/mini';
import { articleLink, type Block, type Mark, type Span } from '../../../contract/article';
import { plainText, visibleText } from './plain-text';

/** A picture that was added before; articles name it `image:<id>`. */
export interface KnownImage {
  width: number;
  height: number;
}

export interface MadeArticle {
  article: Block[];
  /** The parts of the Markdown that the article has not, a line each, for the operator. */
  leftOut: string[];
}

interface ArticleRules {
  images: ReadonlyMap<string, KnownImage>;
  /** False for a notice that covers the screen: its links would lead to a screen below it. */
  leadsInside: boolean;
}

const MAX_DEPTH = 3;
const MAX_SHOWN = 60;
const IMAGE = /^image:([0-9a-f-]{36})$/;
const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos|nbsp|colon));/g;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  colon: ':',
};

/** The ids of the pictures that a Markdown names. */
export function imageIdsIn(markdown: string): string[] {
  return [...markdown.matchAll(/image:([0-9a-f-]{36})/g)].map(([, id = '']) => id);
}

/** References to characters as these characters, of which what is invisible becomes a blank. */
function readable(text: string): string {
  return visibleText(
    text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return NAMED[name] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
    }),
  );
}

/** The marks and the link that a text has. */
interface Standing {
  marks: readonly Mark[];
  link: string | null;
}

const PLAIN: Standing = { marks: [], link: null };
const MARK_OF: Readonly<Record<string, Mark>> = { strong: 'strong', em: 'emphasis', del: 'deleted' };

class ArticleMaker {
  readonly leftOut: string[] = [];

  constructor(private readonly rules: ArticleRules) {}

  blocks(tokens: readonly Token[]): Block[] {
    return tokens.flatMap((token) => this.#block(token as Tokens.Generic));
  }

  #block(token: Tokens.Generic): Block[] {
    switch (token.type) {
      case 'heading':
        return textBlock({ kind: 'heading', level: levelOf(token['depth']), spans: this.#spans(token.tokens) });
      case 'paragraph':
      case 'text':
        return this.#paragraph(token.tokens ?? [token]);
      case 'blockquote': {
        const paragraphs = (token.tokens ?? []).map((one) => this.#line(one)).filter(({ length }) => length > 0);
        return paragraphs.length === 0 ? [] : [{ kind: 'quote', paragraphs }];
      }
      case 'list': {
        const { ordered, start } = token as Tokens.List;
        const entries = this.#entries(token as Tokens.List, 0);
        return entries.length === 0 ? [] : [{ kind: 'list', start: ordered ? Number(start) : null, entries }];
      }
      case 'code':
        return [{ kind: 'code', text: visibleText(String(token['text'])) }];
      case 'table':
        return [this.#table(token as Tokens.Table)];
      case 'hr':
        return [{ kind: 'rule' }];
      case 'html':
        return this.#html(token);
      default:
        // Blank lines, and definitions of links, which the lexer has carried over to the links.
        return [];
    }
  }

  /** Words between tags stay as words. */
  #html({ raw }: Tokens.Generic): Block[] {
    this.#leaveOut('HTML', raw);
    const text = plainText(readable(raw), raw.length, 'many-lines');
    return text === '' ? [] : [{ kind: 'paragraph', spans: [{ text, marks: [], link: null }] }];
  }

  /** A picture stands by itself: the text before and after it are paragraphs of their own. */
  #paragraph(tokens: readonly Token[]): Block[] {
    const found: Block[] = [];
    let line: Token[] = [];
    const endLine = () => {
      found.push(...textBlock({ kind: 'paragraph', spans: this.#spans(line) }));
      line = [];
    };
    for (const token of tokens) {
      const image = token.type === 'image' ? this.#image(token as Tokens.Image) : null;
      if (image === null) {
        line.push(token);
        continue;
      }
      endLine();
      found.push(image);
    }
    endLine();
    return found;
  }

  /** Null for a picture that is none of ours: its words are shown in its place. */
  #image({ href, text }: Tokens.Image): Block | null {
    const [, id = ''] = IMAGE.exec(href) ?? [];
    const known = this.rules.images.get(id);
    return known ? { kind: 'image', id, alt: plainText(readable(text), 200), ...known } : null;
  }

  #entries({ items }: Tokens.List, depth: number): { depth: number; spans: Span[] }[] {
    return items.flatMap((item) => {
      const lists = item.tokens.filter(({ type }) => type === 'list') as Tokens.List[];
      const lines = item.tokens.filter(({ type }) => type !== 'list').map((token) => this.#line(token));
      const spans = joined(lines.filter(({ length }) => length > 0));
      const inner = lists.flatMap((list) => this.#entries(list, Math.min(depth + 1, MAX_DEPTH)));
      return [...(spans.length === 0 ? [] : [{ depth, spans }]), ...inner];
    });
  }

  #table({ header, rows }: Tokens.Table): Block {
    const cells = (row: readonly Tokens.TableCell[]) => row.map(({ tokens }) => this.#spans(tokens));
    return { kind: 'table', head: cells(header), rows: rows.map(cells) };
  }

  /** Any block as one line of text, where the tree has no blocks in blocks. */
  #line(token: Token): Span[] {
    const made = this.#block(token as Tokens.Generic);
    return joined(
      made.flatMap((block): Span[][] => {
        if ('spans' in block) return [block.spans];
        if (block.kind === 'code') return [[{ text: block.text, marks: ['code'], link: null }]];
        if (block.kind === 'quote') return block.paragraphs;
        if (block.kind === 'list') return block.entries.map(({ spans }) => spans);
        if (block.kind === 'image') return [[{ text: block.alt, marks: [], link: null }]];
        if (block.kind === 'table') this.#leaveOut('table in a list or a quote', token.raw);
        return [];
      }),
    );
  }

  #spans(tokens: readonly Token[] = [], standing: Standing = PLAIN): Span[] {
    return merged(tokens.flatMap((token) => this.#span(token as Tokens.Generic, standing)));
  }

  #span(token: Tokens.Generic, standing: Standing): Span[] {
    const text = (words: string, marks = standing.marks): Span[] =>
      words === '' ? [] : [{ text: words, marks: [...marks], link: standing.link }];
    switch (token.type) {
      case 'strong':
      case 'em':
      case 'del': {
        const mark = MARK_OF[token.type];
        const marks = mark === undefined || standing.marks.includes(mark) ? standing.marks : [...standing.marks, mark];
        return this.#spans(token.tokens, { ...standing, marks });
      }
      case 'codespan':
        return text(readable(String(token['text'])), [...standing.marks.filter((one) => one !== 'code'), 'code']);
      case 'br':
        return text('\n');
      case 'link':
        return this.#spans(token.tokens, { ...standing, link: this.#link(String(token['href'])) });
      case 'image': {
        this.#leaveOut('picture', String(token['href']));
        return text(readable(String(token['text'])));
      }
      case 'html':
        this.#leaveOut('HTML', token.raw);
        return [];
      case 'checkbox':
        return [];
      default:
        return token.tokens ? this.#spans(token.tokens, standing) : text(readable(String(token['text'] ?? '')));
    }
  }

  /** Null for an address that an article does not lead to: the words stay. */
  #link(href: string): string | null {
    const given = readable(href).trim();
    const link = given.startsWith('/') || !URL.canParse(given) ? given : new URL(given).href;
    const isAllowed = z.safeParse(articleLink, link).success && (this.rules.leadsInside || !link.startsWith('/'));
    if (isAllowed) return link;
    this.#leaveOut('link', href);
    return null;
  }

  #leaveOut(kind: string, raw: string): void {
    this.leftOut.push(`${kind} ${JSON.stringify(plainRaw(raw))}`);
  }
}

/** For a terminal: nothing in it acts on one. */
const plainRaw = (raw: string): string =>
  [...visibleText(raw).replace(/\s+/g, ' ').trim()].slice(0, MAX_SHOWN).join('');

const levelOf = (depth: unknown): 2 | 3 | 4 => (depth === 1 || depth === 2 ? 2 : depth === 3 ? 3 : 4);

function textBlock(block: Extract<Block, { spans: Span[] }>): Block[] {
  const isEmpty = block.spans.every(({ text }) => text.trim() === '');
  return isEmpty ? [] : [block];
}

/** Lines one below the other in one text. */
function joined(lines: readonly Span[][]): Span[] {
  return merged(
    lines.flatMap((line, index) => (index === 0 ? line : [{ text: '\n', marks: [], link: null }, ...line])),
  );
}

const isAlike = (a: Span, b: Span) => a.link === b.link && a.marks.join() === b.marks.join();

/** Neighbours that stand alike become one. */
function merged(spans: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const span of spans) {
    const last = found.at(-1);
    if (last && isAlike(last, span)) found[found.length - 1] = { ...last, text: last.text + span.text };
    else found.push(span);
  }
  return found;
}

/** @throws RangeError for a text that is nested without end */
export function articleOf(markdown: string, rules: ArticleRules): MadeArticle {
  const maker = new ArticleMaker(rules);
  const article = maker.blocks(new Lexer({ gfm: true, breaks: false }).lex(visibleText(markdown)));
  return { article, leftOut: maker.leftOut };
}
