/** An article as elements: the corpus leaves nothing in the page that could run, and what is not pure is not shown. */
import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Article, Block } from '../../../contract/article';
import { articleOf } from '../../../gateway/domain/content/article';
import { appHistory } from '../../../src/app/navigation';
import { paths } from '../../../src/app/paths';
import { ArticleView, OtherLanguageNote } from '../../../src/article/ArticleView';
import { isPure } from '../../../src/article/purity';
import { currentToast, toast } from '../../../src/components/toast';
import { XSS_CORPUS } from '../../support/xss-corpus';
import { FakeWorker, refusal } from '../pages/fake-worker';
import { install, until } from '../pages/support';
import { find, render } from '../support/render';

const of = (markdown: string): Article => articleOf(markdown, { images: new Map(), leadsInside: true }).article;
const show = (article: Article) => render(<ArticleView article={article} lang="EN" />).container;
const all = (selector: string) => [...document.body.querySelectorAll(selector)];

beforeEach(() => {
  toast.clear();
  appHistory.replace(paths.home);
});

// happy-dom has not what DOMPurify needs; tests/e2e/content.spec.ts asks it in a browser.
vi.mock('../../../src/article/purity', () => ({ isPure: vi.fn(() => true) }));

/** Everything in the page that could run, load or lead away. */
function dangers(container: HTMLElement): string[] {
  return [...container.querySelectorAll('*')].flatMap((element) => {
    const found = element
      .getAttributeNames()
      .filter((name) => /^on|^src|^style$|^action$|^formaction$|^xlink/.test(name));
    const href = element.getAttribute('href');
    if (href !== null && !/^https:\/\/|^#\/pages\//.test(href)) found.push(`href ${href}`);
    if (/^(script|style|iframe|object|embed|svg|math|form|input|img|link|meta|base|template)$/i.test(element.tagName))
      found.push(element.tagName);
    return found;
  });
}

describe('the corpus', () => {
  it.each(XSS_CORPUS.map(({ name, text }) => [name, text]))('%s is words', (_name, text) => {
    const article = of(text);
    const container = show(article);
    expect(dangers(container)).toEqual([]);
    expect(container.textContent).not.toContain('cannot be shown');
  });
});

describe('an article', () => {
  it('is made of headings, lists in lists, quotes, code and tables', () => {
    show(of('# A\n\n### B\n\n1. one\n   - in\n2. two\n\n> q\n\n```\nx\n```\n\n| h |\n| - |\n| d |\n\na **b *c***'));
    expect(all('h3, h4').map(({ tagName, textContent }) => `${tagName} ${textContent}`)).toEqual(['H3 A', 'H4 B']);
    expect(all('ol > li').map(({ textContent }) => textContent)).toEqual(['onein', 'two']);
    expect(find('ol > li > ul > li').textContent).toBe('in');
    expect(find('blockquote p').textContent).toBe('q');
    expect(find('pre code').textContent).toBe('x');
    expect([find('th').textContent, find('td').textContent]).toEqual(['h', 'd']);
    expect(find('strong em').textContent).toBe('c');
  });

  it('names the site of a link that leads outside, which gets no hold of the app', () => {
    show(of('[my bank](https://evil.example/login)'));
    const link = find<HTMLAnchorElement>('a');
    expect([link.target, link.rel]).toEqual(['_blank', 'noopener noreferrer']);
    expect(link.textContent).toContain('(evil.example');
  });

  it('opens screens of the app, and says of one that is not there that it is not open', async () => {
    show(of(`[plans](${paths.custody}) [far](/pages/nowhere/nowhere)`));
    const [plans, far] = all('a') as HTMLElement[];
    await act(async () => far?.click());
    expect([currentToast()?.text, appHistory.address.path]).toEqual(['Not yet open', paths.home]);
    await act(async () => plans?.click());
    expect(appHistory.address.path).toBe(paths.custody);
  });

  it('leaves a block out that this version does not know', () => {
    expect(show([null, ...of('known')]).textContent).toBe('known');
  });

  it('says what language it is in, and that it is not in the reader’s', () => {
    render(<OtherLanguageNote lang="EN" />);
    expect(document.body.textContent).toBe('');
    render(<OtherLanguageNote lang="CN" />);
    expect(document.body.textContent).toContain('Not available in your language yet.');
    render(<ArticleView article={of('文')} lang="CN" />);
    expect(find('body [lang]').lang).toBe('zh-Hans');
  });

  it.each([
    [
      'it is not on the device, which it says',
      'offline',
      'a chartNot saved on this device. It opens as soon as there is a connection.',
    ],
    ['it cannot be had', 'not-found', 'a chart'],
  ] as const)('shows a picture’s words where %s', async (_, code, words) => {
    install(new FakeWorker({ contentImage: () => refusal(code) }));
    const image: Block = {
      kind: 'image',
      id: '0b6a3a4e-6d0e-4a53-9a75-0d0f5b7a1a11',
      alt: 'a chart',
      width: 4,
      height: 3,
    };
    show([image]);
    await until(() => expect(find('figcaption').textContent).toBe(words));
  });
});

it('what DOMPurify would take something from is not shown at all', () => {
  vi.mocked(isPure).mockReturnValueOnce(false);
  expect(show(of('words')).textContent).toBe('This text cannot be shown.');
});
