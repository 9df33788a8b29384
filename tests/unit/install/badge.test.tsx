import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { appHistory } from '../../../src/app/navigation';
import { countUnread, showBadge } from '../../../src/install/badge';
import { useBadgeEnd } from '../../../src/install/useBadgeEnd';
import Home from '../../../src/pages/home/Home';
import { FakeWorker } from '../pages/fake-worker';
import { goodHandlers } from '../pages/fixtures';
import { named, open, tap, until, untilText } from '../pages/support';

const DAY_MS = 86_400_000;
const setAppBadge = vi.fn(async (_count?: number) => {});
const clearAppBadge = vi.fn(async () => {});

beforeEach(() => {
  appHistory.replace('/pages/index/index');
  Object.assign(navigator, { setAppBadge, clearAppBadge });
});
afterEach(() => {
  vi.clearAllMocks();
  Reflect.deleteProperty(navigator, 'setAppBadge');
  Reflect.deleteProperty(navigator, 'clearAppBadge');
});

it('counts what is newer than the last seen', () => {
  expect(countUnread([1, 5, 6, 9], 5)).toBe(2);
  expect(countUnread([], 0)).toBe(0);
});

it('does nothing where icons have no number, and is quiet where it is refused', async () => {
  setAppBadge.mockRejectedValueOnce(new Error('not installed'));
  showBadge({ contents: 3 });
  Reflect.deleteProperty(navigator, 'setAppBadge');
  expect(() => showBadge({ contents: 3 })).not.toThrow();
  expect(setAppBadge).toHaveBeenCalledTimes(1);
});

it('adds up what waits', () => {
  showBadge({ contents: 3 });
  showBadge({ orders: 2 });
  expect(setAppBadge).toHaveBeenLastCalledWith(5);
  showBadge({ contents: 0, orders: 0 });
  expect(clearAppBadge).toHaveBeenCalledTimes(1);
});

/** Lists the times of the answers' notices and news, the newest first. */
function publishedIn(worker: FakeWorker): number[] {
  const handlers = worker.handlers;
  const notices = handlers.marquee?.({}, {});
  const news = handlers.newsItems?.({}, {});
  const times: number[] = [];
  for (const part of [notices, news]) {
    if (part && 'notices' in part) times.push(...part.notices.map(({ publishedAt }) => publishedAt));
    if (part && 'items' in part) times.push(...part.items.map(({ publishedAt }) => publishedAt));
  }
  return times.sort((a, b) => b - a);
}

describe('Home', () => {
  it('has nothing unread on a device without a mark, and puts the mark at the newest', async () => {
    const worker = new FakeWorker(goodHandlers());
    open(Home, worker);
    await until(() => expect(worker.drafts.get('seen-contents')).toEqual({ at: String(publishedIn(worker)[0]) }));
    expect(named('Notifications').getAttribute('aria-label')).toBe('Notifications');
    expect(setAppBadge).not.toHaveBeenCalled();
  });

  it('shows the number on the icon until the announcements are opened', async () => {
    const worker = new FakeWorker(goodHandlers());
    const times = publishedIn(worker);
    const seenAt = (times[0] ?? 0) - DAY_MS / 2;
    const expected = countUnread(times, seenAt);
    expect(expected).toBeGreaterThan(0);
    worker.drafts.set('seen-contents', { at: String(seenAt) });
    open(Home, worker);
    await until(() => expect(setAppBadge).toHaveBeenLastCalledWith(expected));
    await tap('This is a demonstration');
    await until(() => expect(clearAppBadge).toHaveBeenCalled());
    expect(worker.drafts.get('seen-contents')).toEqual({ at: String(times[0]) });
    await untilText('Custody interest is credited');
  });
});

it('shows on the bell what the person has not read of', async () => {
  open(Home, new FakeWorker({ ...goodHandlers(), unreadNotices: () => ({ count: 4 }) }));
  await until(() => expect(named('Notifications').getAttribute('aria-label')).toBe('Notifications (4)'));
});

it('leaves the icon when nobody is logged in', async () => {
  function Shell() {
    useBadgeEnd();
    return null;
  }
  open(Shell, new FakeWorker({}, { state: 'anonymous' }));
  await until(() => expect(clearAppBadge).toHaveBeenCalled());
});
