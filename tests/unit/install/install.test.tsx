import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { appHistory } from '../../../src/app/navigation';
import { showBadge } from '../../../src/install/badge';
import { holdInstallPrompt, installPrompt, wasInstalled } from '../../../src/install/prompt';
import { useBadgeEnd } from '../../../src/install/useBadgeEnd';
import Install from '../../../src/pages/account/Install';
import Home from '../../../src/pages/home/Home';
import { FakeWorker } from '../pages/fake-worker';
import { DAY_MS, goodHandlers, NOW } from '../pages/fixtures';
import { open, opened, tap, until, untilText } from '../pages/support';

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
