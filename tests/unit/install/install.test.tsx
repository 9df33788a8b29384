import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { appHistory } from '../../../src/app/navigation';
import { countUnread, showBadge } from '../../../src/install/badge';
import { holdInstallPrompt, installPrompt, wasInstalled } from '../../../src/install/prompt';
import { useBadgeEnd } from '../../../src/install/useBadgeEnd';
import { wayWithoutPrompt } from '../../../src/install/useInstall';
import Install from '../../../src/pages/account/Install';
import Settings from '../../../src/pages/account/Settings';
import Home from '../../../src/pages/home/Home';
import { FakeWorker } from '../pages/fake-worker';
import { DAY_MS, goodHandlers, NOW } from '../pages/fixtures';
import { named, open, opened, tap, text, until, untilText } from '../pages/support';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const MAC_SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';
const ANDROID_FIREFOX = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';
const MAC_CHROME =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const LINUX_FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

it.each([
  ['an iPhone', IPHONE, 5, 'ios'],
  ['an iPad, which says it is a Mac', MAC_SAFARI, 5, 'ios'],
  ['Safari on a Mac', MAC_SAFARI, 0, 'mac'],
  ['Chrome on a Mac', MAC_CHROME, 0, 'desktop'],
  ['Firefox on Linux', LINUX_FIREFOX, 0, 'desktop'],
  ['Firefox on Android', ANDROID_FIREFOX, 5, 'menu'],
])('the way on %s', (_, userAgent, maxTouchPoints, way) => {
  expect(wayWithoutPrompt(userAgent, maxTouchPoints)).toBe(way);
});

/** The event with which Android browsers and Chrome offer to install. */
function offer(outcome: 'accepted' | 'dismissed') {
  const event = new Event('beforeinstallprompt', { cancelable: true });
  const prompt = vi.fn(async () => {});
  Object.assign(event, { prompt, userChoice: Promise.resolve({ outcome }) });
  return { event, prompt };
}

describe('the browser’s prompt', () => {
  holdInstallPrompt();
  afterEach(() =>
    act(() => {
      installPrompt.set(null);
      wasInstalled.set(false);
    }),
  );

  it('is held back until the person asks for it on the install page', async () => {
    opened(Install, goodHandlers());
    await untilText('RAB on your home screen');
    const { event, prompt } = offer('accepted');
    act(() => void dispatchEvent(event));
    expect(event.defaultPrevented).toBe(true);
    expect(prompt).not.toHaveBeenCalled();
    await tap('Install');
    expect(prompt).toHaveBeenCalledTimes(1);
    act(() => void dispatchEvent(new Event('appinstalled')));
    await untilText('RAB is on this device', 'Open it from the home screen');
  });

  it('is asked for from the settings too, once, and leads to the page afterwards', async () => {
    opened(Settings, goodHandlers());
    const { event, prompt } = offer('dismissed');
    act(() => void dispatchEvent(event));
    await untilText('Install the app');
    await tap('Install the app');
    expect(prompt).toHaveBeenCalledTimes(1);
    await until(() => expect(document.querySelector('a[href="#/pages/download/download"]')).not.toBeNull());
    act(() => void dispatchEvent(new Event('appinstalled')));
    await until(() => expect(text()).not.toContain('Install the app'));
  });
});

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

describe('Home', () => {
  /** Of a notice and a piece of news. */
  const NEWEST = NOW - DAY_MS;

  it('has nothing unread on a device without a mark, and puts the mark at the newest', async () => {
    const worker = opened(Home, goodHandlers());
    await until(() => expect(worker.drafts.get('seen-contents')).toEqual({ at: String(NEWEST) }));
    expect(named('Notifications').getAttribute('aria-label')).toBe('Notifications');
    expect(setAppBadge).not.toHaveBeenCalled();
  });

  it('shows the number on the icon until the announcements are opened', async () => {
    const worker = new FakeWorker(goodHandlers());
    worker.drafts.set('seen-contents', { at: String(NEWEST - DAY_MS / 2) });
    open(Home, worker);
    await until(() => expect(setAppBadge).toHaveBeenLastCalledWith(2));
    await tap('This is a demonstration');
    await until(() => expect(clearAppBadge).toHaveBeenCalled());
    expect(worker.drafts.get('seen-contents')).toEqual({ at: String(NEWEST) });
    await untilText('Custody interest is credited');
  });
});

it('leaves the icon when nobody is logged in', async () => {
  function Shell() {
    useBadgeEnd();
    return null;
  }
  open(Shell, new FakeWorker({}, { state: 'anonymous' }));
  await until(() => expect(clearAppBadge).toHaveBeenCalled());
});
