import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { appHistory } from '../../../../src/app/navigation';
import { hrefTo, paths } from '../../../../src/app/paths';
import News from '../../../../src/pages/news/News';
import { FakeWorker, refusal, type Handlers } from '../fake-worker';
import { unmountAll } from '../../support/render';
import { open, opened, text, until, untilText } from '../support';

// happy-dom has not what DOMPurify needs; tests/e2e/content.spec.ts asks it in a browser.
vi.mock('../../../../src/article/purity', () => ({ isPure: () => true }));

const NOW = Date.UTC(2026, 10, 20);
const item = (id: string, kind: 'news' | 'bulletin', title: string, publishedAt = NOW) => ({
  id,
  kind,
  title,
  summary: `${title} in short`,
  publishedAt,
});
const ITEMS = [
  item('3', 'bulletin', 'Maintenance'),
  item('2', 'news', 'Opening'),
  item('1', 'news', 'Long ago', NOW - 90 * 86_400_000),
];
const article = (id: string) => {
  const found = ITEMS.find((one) => one.id === id);
  const spans = [{ text: `Body of ${id}`, marks: [], link: null }];
  return found
    ? { ...found, lang: 'EN' as const, article: [{ kind: 'paragraph' as const, spans }] }
    : refusal('not-found');
};

/** A gateway that remembers marks. */
function handlers(read: string[]): Handlers {
  return {
    newsItems: ({ kind }) => ({ items: ITEMS.filter((one) => !kind || one.kind === kind) }),
    newsItem: ({ id }) => article(id),
    readMarks: () => ({ from: NOW - 86_400_000, ids: read }),
    markRead: ({ ids }) => {
      read.push(...ids);
      return {};
    },
  };
}

const row = (title: string) =>
  [...document.querySelectorAll<HTMLElement>('button')].find((one) => one.textContent?.includes(`${title} in short`));
const isUnread = (title: string) => row(title)?.textContent?.includes('Unread');

beforeEach(() => appHistory.replace(paths.news));

describe('News', () => {
  it('lists news and bulletins, the unread ones with a dot; what is older than the account is read', async () => {
    opened(News, handlers(['2']));
    await until(() => expect(isUnread('Maintenance')).toBe(true));
    expect([isUnread('Opening'), isUnread('Long ago')]).toEqual([false, false]);
  });

  it('keeps what was read while the gateway could not be told, and tells it at the next visit', async () => {
    const offline = new FakeWorker({ ...handlers([]), markRead: () => refusal('network') });
    appHistory.replace(hrefTo(paths.news, { id: '2' }).slice(1));
    open(News, offline);
    await untilText('Body of 2');
    await until(() => expect(offline.drafts.get('read-contents')).toEqual({ ids: '2' }));
    await act(async () => appHistory.replace(paths.news));
    await until(() => expect([isUnread('Opening'), isUnread('Maintenance')]).toEqual([false, true]));

    const worker = new FakeWorker(handlers([]));
    worker.drafts.set('read-contents', { ids: '2' });
    unmountAll();
    open(News, worker);
    await until(() => expect(worker.inputsOf('markRead')).toEqual([{ ids: ['2'] }]));
    await until(() => expect(worker.drafts.size).toBe(0));
  });

  it('says of a text that is not on the device that it opens with a connection, and shows it then', async () => {
    appHistory.replace(hrefTo(paths.news, { id: '2' }).slice(1));
    const worker = opened(News, { ...handlers([]), newsItem: () => refusal('offline') });
    await untilText('Not saved on this device. It opens as soon as there is a connection.');
    expect(text()).not.toContain('Retry');
    worker.handlers = handlers([]);
    for (const online of [false, true]) worker.emit({ type: 'connection', online });
    await untilText('Body of 2');
  });
});
