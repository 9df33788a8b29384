import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { appHistory } from '../../../../src/app/navigation';
import Home from '../../../../src/pages/home/Home';
import { isKicker } from '../../../../src/pages/home/Home/kicker';
import { initialOf } from '../../../../src/components/Avatar';
import { stampOf, type ReadStatus } from '../../../../src/pages/read/ReadStamp';
import { isOpen, paths } from '../../../../src/app/paths';
import { setBalancesHidden } from '../../../../src/theme/eye';
import { find } from '../../support/render';
import { FakeWorker, refusal } from '../fake-worker';
import { ASSETS, goodHandlers } from '../fixtures';
import { open, tap, text, until, untilText } from '../support';

beforeEach(() => appHistory.replace('/pages/index/index'));

describe('Home', () => {
  it('shows total, change of the day, custody and news from the answers', async () => {
    open(Home, new FakeWorker(goodHandlers()));
    await untilText('28,640', '+128.40', 'today', '3 running orders', 'Yield pool funded for November', 'Demo data');
    await until(() => find('[data-page-title]').textContent === 'Home Main account');
  });

  it('names no account beside the figures before it is known', async () => {
    const worker = new FakeWorker({ ...goodHandlers(), tradingAccounts: () => refusal('unavailable') });
    open(Home, worker);
    await untilText('28,640');
    expect(find('[data-page-title]').textContent?.trim()).toBe('Home');
  });

  it('says nothing of a change before there are two points', async () => {
    const worker = new FakeWorker({
      ...goodHandlers(),
      assets: () => ({ ...ASSETS, equity: ASSETS.equity.slice(-1) }),
    });
    open(Home, worker);
    await untilText('28,640');
    expect(text()).not.toContain('today');
  });

  it('puts a banner’s few words above its title, and an explanation below it', async () => {
    const banner = (id: string, words: string) => ({
      id,
      title: `Title ${id}`,
      text: words,
      action: null,
      target: null,
    });
    const worker = new FakeWorker(goodHandlers());
    const banners = [banner('one', '示例 · 托管方案'), banner('two', 'Cash and custody are shown apart, row by row.')];
    worker.handlers.config = () => ({ isDemo: true, timeZone: 'Asia/Shanghai', banners });
    open(Home, worker);
    await untilText('Title one', 'Title two');
    const order = (id: string) => {
      const title = [...document.querySelectorAll('h2')].find((one) => one.textContent === `Title ${id}`);
      return [...(title?.parentElement?.children ?? [])].map((one) => one.tagName);
    };
    expect(order('one')).toEqual(['P', 'H2']);
    expect(order('two')).toEqual(['H2', 'P']);
  });

  it.each([
    ['二十四个字以内的一行小字可以放在标题上方这里正好', true],
    ['二十四个字以内的一行小字可以放在标题上方这里正好了', false],
    ['x'.repeat(40), true],
    ['x'.repeat(41), false],
  ])('takes "%s" for a few words: %s', (words, expected) => {
    expect(isKicker(words)).toBe(expected);
  });

  it('offers only what has a screen', async () => {
    open(Home, new FakeWorker(goodHandlers()));
    await untilText('28,640');
    const links = [...document.querySelectorAll<HTMLAnchorElement>('nav a[href]')];
    expect(links.length).toBeGreaterThan(4);
    for (const link of links) expect(isOpen(link.getAttribute('href')?.slice(1) ?? ''), link.href).toBe(true);
  });

  it('hides every balance, also from screen readers', async () => {
    setBalancesHidden(true);
    open(Home, new FakeWorker(goodHandlers()));
    await untilText('••••••', 'Yield pool');
    for (const figure of ['28,640', '28640.52', '12,000', '12000', '128.40', '98.99'])
      expect(text()).not.toContain(figure);
    act(() => setBalancesHidden(false));
  });

  it('keeps the rest when one part fails, and retries that part in place', async () => {
    let isUp = false;
    const worker = new FakeWorker(goodHandlers());
    const good = worker.handlers.newsItems;
    worker.handlers.newsItems = (input, options) => (isUp && good ? good(input, options) : refusal('network'));
    open(Home, worker);
    await untilText('28,640', 'The server cannot be reached');
    isUp = true;
    await tap('Retry');
    await untilText('Yield pool funded for November');
  });

  it('leads from a news to its article', async () => {
    open(Home, new FakeWorker(goodHandlers()));
    await untilText('Yield pool funded');
    await tap('Yield pool funded');
    await until(() => expect(appHistory.address).toMatchObject({ path: paths.news, search: 'id=3' }));
  });
});

describe('parts', () => {
  it('take the first sign of a name, whatever its script', () => {
    expect(initialOf('远山')).toBe('远');
    expect(initialOf(' alice')).toBe('A');
    expect(initialOf('𠮷野')).toBe('𠮷');
    expect(initialOf('')).toBe('');
  });

  it('stamp what is not current', () => {
    const fresh: ReadStatus = {
      asOf: 1,
      isStale: false,
      isLoading: false,
      isRefreshing: false,
      error: null,
      refresh: () => Promise.resolve(),
    };
    expect(stampOf(fresh, true)).toBeNull();
    expect(stampOf(fresh, false)).toBe('stale');
    expect(stampOf({ ...fresh, asOf: null, error: refusal('network') }, true)).toBeNull();
    expect(stampOf({ ...fresh, isStale: true }, true)).toBe('stale');
    expect(stampOf({ ...fresh, isStale: true, isRefreshing: true }, true)).toBe('updating');
    expect(stampOf({ ...fresh, isStale: true, error: refusal('network') }, true)).toBe('failed');
    expect(stampOf({ ...fresh, isStale: true, error: refusal('offline') }, false)).toBe('stale');
  });
});
