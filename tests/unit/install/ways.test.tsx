import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { holdInstallPrompt, installPrompt, wasInstalled } from '../../../src/install/prompt';
import { wayWithoutPrompt } from '../../../src/install/useInstall';
import Install from '../../../src/pages/account/Install';
import Settings from '../../../src/pages/account/Settings';
import { FakeWorker } from '../pages/fake-worker';
import { goodHandlers } from '../pages/fixtures';
import { open, tap, text, until, untilText } from '../pages/support';

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
    open(Install, new FakeWorker(goodHandlers()));
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
    open(Settings, new FakeWorker(goodHandlers()));
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

it('an iPhone is shown pictures of its three steps', async () => {
  vi.stubGlobal('navigator', Object.create(navigator, { userAgent: { value: IPHONE }, maxTouchPoints: { value: 5 } }));
  open(Install, new FakeWorker(goodHandlers()));
  await untilText('tap Share', 'Add to Home Screen');
  const pictures = [...document.querySelectorAll('ol > li svg[viewBox="0 0 280 132"]')];
  expect(pictures).toHaveLength(3);
  for (const picture of pictures) expect(picture.getAttribute('aria-hidden')).toBe('true');
  vi.unstubAllGlobals();
});
