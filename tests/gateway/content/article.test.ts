/** The operator's Markdown becomes a tree in which nothing can run (gateway/domain/content/article.ts). */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { article as schema, articleLink, type Block } from '../../../contract/article';
import { articleOf, imageIdsIn } from '../../../gateway/domain/content/article';
import { exact } from '../../../gateway/http/exact';
import { XSS_CORPUS } from '../../support/xss-corpus';

const IMAGE = '0b6a3a4e-6d0e-4a53-9a75-0d0f5b7a1a11';
const rules = { images: new Map([[IMAGE, { width: 4, height: 3 }]]), leadsInside: true };
const made = (markdown: string) => articleOf(markdown, rules);
const blocks = (markdown: string) => made(markdown).article;
const plain = (text: string) => ({ text, marks: [], link: null });
const paragraph = (text: string) => ({ kind: 'paragraph', spans: [plain(text)] });

/** Everything in a tree that somebody could follow. */
function linksIn(found: readonly Block[]): string[] {
  return [...JSON.stringify(found).matchAll(/"link":"([^"]*)"/g)].map(([, link = '']) => link);
}

/** All its text. */
const textIn = (found: readonly Block[]) =>
  [...JSON.stringify(found).matchAll(/"text":("(?:[^"\\]|\\.)*")/g)].map(([, text = '']) => JSON.parse(text)).join('');

describe('an article', () => {
  it('has headings, marks, lists, quotes, code, tables, rules and pictures of our own', () => {
    expect(
      blocks(
        `# One\n\n##### Five\n\nA **bold *both*** ~~gone~~ \`code\`.\n\n---\n\n> said\n>\n> again\n\n\`\`\`js\na < b\n\`\`\`\n\n`,
      ),
    ).toEqual([
      { kind: 'heading', level: 2, spans: [plain('One')] },
      { kind: 'heading', level: 4, spans: [plain('Five')] },
      {
        kind: 'paragraph',
        spans: [
          plain('A '),
          { text: 'bold ', marks: ['strong'], link: null },
          { text: 'both', marks: ['strong', 'emphasis'], link: null },
          plain(' '),
          { text: 'gone', marks: ['deleted'], link: null },
          plain(' '),
          { text: 'code', marks: ['code'], link: null },
          plain('.'),
        ],
      },
      { kind: 'rule' },
      { kind: 'quote', paragraphs: [[plain('said')], [plain('again')]] },
      { kind: 'code', text: 'a < b' },
    ]);
    expect(blocks('3. three\n   - deep\n     - deeper\n4. four')).toEqual([
      {
        kind: 'list',
        start: 3,
        entries: [
          { depth: 0, spans: [plain('three')] },
          { depth: 1, spans: [plain('deep')] },
          { depth: 2, spans: [plain('deeper')] },
          { depth: 0, spans: [plain('four')] },
        ],
      },
    ]);
    expect(blocks('| a | b |\n| - | - |\n| 1 | **2** |')).toEqual([
      {
        kind: 'table',
        head: [[plain('a')], [plain('b')]],
        rows: [[[plain('1')], [{ text: '2', marks: ['strong'], link: null }]]],
      },
    ]);
    expect(blocks(`before ![a picture](image:${IMAGE}) after`)).toEqual([
      paragraph('before '),
      { kind: 'image', id: IMAGE, alt: 'a picture', width: 4, height: 3 },
      paragraph(' after'),
    ]);
    expect(imageIdsIn(`![x](image:${IMAGE})`)).toEqual([IMAGE]);
  });

  it('leads to other sites by https, and to screens of the app', () => {
    const links = blocks(
      '[a](https://example.com/x?y=1#z) [b](/pages/index/index2) <https://example.org> [c](https://BÜCHER.example)',
    );
    expect(linksIn(links)).toEqual([
      'https://example.com/x?y=1#z',
      '/pages/index/index2',
      'https://example.org/',
      'https://xn--bcher-kva.example/',
    ]);
    expect(articleOf('[in](/pages/my/my) [out](https://example.com)', { ...rules, leadsInside: false })).toMatchObject({
      leftOut: ['link "/pages/my/my"'],
    });
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'http://example.com/',
    '//example.com',
    '\\\\example.com',
    'https://user:pass@example.com/',
    'https://rab.example@evil.example/',
    'https:example.com',
    '/etc/passwd',
    '/pages/../api',
    '/pages/my/my#/x',
    'https://example.com/"onmouseover="x',
    'https://example.com/<b>',
    ' https://example.com/',
    'https://example.com:80800/',
    'https://999.1.1.1/',
    'https://',
    '',
  ])('has no link to %s, whatever made the tree', (link) => {
    expect(z.safeParse(articleLink, link).success).toBe(false);
  });

  it('tells the operator what nobody will see', () => {
    expect(made('<b>x</b> [y](javascript:z) ![p](https://evil.example/p.png) ![q](image:no)').leftOut).toEqual([
      'HTML "<b>"',
      'HTML "</b>"',
      'link "javascript:z"',
      'picture "https://evil.example/p.png"',
      'picture "image:no"',
    ]);
  });

  it('reads references to characters, and never brings an invisible one in', () => {
    expect(blocks('a &lt;b&gt; &amp; &#67; &#x44;')).toEqual([paragraph('a <b> & C D')]);
    expect(textIn(blocks('x&#8238;y&#0;z&#xD800;\u200Bw'))).toBe('x y\uFFFDz\uFFFD w');
  });

  it('ends with an error, not with the process, where a text is nested without end', () => {
    expect(() => made(`${'> '.repeat(9_000)}x`)).toThrow(RangeError);
  });
});

describe('the corpus', () => {
  it.each(XSS_CORPUS.map(({ name, text }) => [name, text]))(
    '%s becomes a tree that the contract admits',
    (_name, text) => {
      const { article } = made(text);
      expect(z.safeParse(exact(schema), article).error).toBeUndefined();
      for (const link of linksIn(article)) expect(link).toMatch(/^https:\/\/|^\/pages\//);
      expect(textIn(article)).not.toMatch(/[^\P{Cc}\n]|[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/u);
    },
  );
});
