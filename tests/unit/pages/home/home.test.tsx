import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import { initialOf } from '../../../../src/components/Avatar';
import Home from '../../../../src/pages/home/Home';
import { isKicker } from '../../../../src/pages/home/Home/kicker';
import { type ReadStatus, stampOf } from '../../../../src/pages/read/ReadStamp';
import { setBalancesHidden } from '../../../../src/theme/eye';
import { find } from '../../support/render';
import { FakeWorker, refusal } from '../fake-worker';
import { goodHandlers } from '../fixtures';
import { open, opened, tap, text, until, untilText } from '../support';

beforeEach(() => appHistory.replace('/pages/index/index'));

describe('Home', () => {
  it('names no account beside the figures before it is known', async () => {
    opened(Home, { ...goodHandlers(), tradingAccounts: () => refusal('unavailable') });
    await untilText('28,640');
    expect(find('[data-page-title]').textContent?.trim()).toBe('Home');
  });

  it.each([
    ['二十四个字以内的一行小字可以放在标题上方这里正好', true],
    ['二十四个字以内的一行小字可以放在标题上方这里正好了', false],
    ['x'.repeat(40), true],
    ['x'.repeat(41), false],
  ])('takes "%s" for a few words: %s', (words, expected) => {
    expect(isKicker(words)).toBe(expected);
  });

  it('leads from a news to its article', async () => {
    opened(Home, goodHandlers());
    await untilText('Yield pool funded');
    await tap('Yield pool funded');
    await until(() => expect(appHistory.address).toMatchObject({ path: paths.news, search: 'id=3' }));
  });

  it('hides every balance, also from screen readers', async () => {
    setBalancesHidden(true);
    opened(Home, goodHandlers());
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
