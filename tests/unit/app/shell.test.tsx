import { act } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionState } from '../../../contract/events';
import { App } from '../../../src/app/App';
import { wasInside } from '../../../src/app/launch';
import { appHistory } from '../../../src/app/navigation';
import { paths } from '../../../src/app/paths';
import { routeOfLink } from '../../../src/app/app-links';
import { addressText } from '../../../src/app/history';
import { forgetReturns, startReturns } from '../../../src/app/return-to';
import { startScrollMemory } from '../../../src/app/scroll';
import { installBridge, type Bridge } from '../../../src/bridge/bridge';
import { steadyTimers } from '../support/steady-timers';
import { currentToast, toast } from '../../../src/components/toast';
import { DETOUR_DELAY_MS } from '../../../src/errors/policy';
import { readPreference, writePreference } from '../../../src/theme/preferences';
import { noSuchPage, otherAccount, routeOf } from '../../../src/routes';
import { startKeptForms } from '../../../src/update/kept-forms';
import { FakeWorker, LOCK_OFF } from '../pages/fake-worker';
import { until } from '../support/until';
import { click, find, render } from '../support/render';

const OPEN: SessionState = { state: 'open', userId: '1', accountId: '10' };
const ANONYMOUS: SessionState = { state: 'anonymous' };
let bridge: Bridge;
let worker: FakeWorker;

appHistory.begin();
startScrollMemory();
startKeptForms(() => ANONYMOUS);
startReturns(true);

/** The page goes, and the next one starts in the same tab. */
function restart({ isLaunch }: { isLaunch: boolean }): void {
  dispatchEvent(new Event('pagehide'));
  forgetReturns();
  startKeptForms(() => ANONYMOUS);
  startReturns(isLaunch);
}

// Transforming the screens takes as long as the machine is busy; the tests measure nothing of it.
beforeAll(async () => {
  const shown = [
    paths.login,
    paths.register,
    paths.home,
    paths.assets,
    paths.settings,
    paths.about,
    paths.firstTradePassword,
    paths.loginAuthenticator,
    paths.securityCentre,
    paths.otcOrder,
    paths.deposits,
  ];
  await Promise.all([noSuchPage, otherAccount, ...shown.map(routeOf)].map((screen) => screen?.load()));
}, 120_000);

beforeEach(() => {
  // happy-dom has no layout.
  vi.stubGlobal('scrollTo', () => {});
  forgetReturns();
  toast.clear();
});
afterEach(() => vi.unstubAllGlobals());

/** Opens the app at a path; everything that screens ask for is refused as offline. */
function openApp(path: string, session: SessionState, { isLaunch = false } = {}): void {
  worker = new FakeWorker({}, session);
  bridge = installBridge({ spawn: worker.spawn, timers: steadyTimers });
  appHistory.replace(path);
  bridge.start({ origin: 'https://app.example', lang: 'EN' });
  render(<App isLaunch={isLaunch} />);
}

const at = (path: string) => until(() => expect(appHistory.address.path).toBe(path));
const titled = (title: string) => until(() => expect(document.title).toBe(`${title} · RAB`));
const toasted = (text: string) => until(() => expect(currentToast()?.text).toBe(text));

describe('Shell', () => {
  it('says so while nobody can tell who is logged in, and goes on when it is told', async () => {
    writePreference('rab.inside', '1');
    openApp('/', { state: 'unknown' }, { isLaunch: true });
    await until(() => expect(document.body.textContent).toContain("This device's storage does not answer yet"));
    expect(appHistory.address.path).toBe('/');
    expect(wasInside()).toBe(true);
    act(() => worker.emit({ type: 'session', session: ANONYMOUS, because: 'logged-out' }));
    await at(paths.login);
  });

  it('shows the lock screen in place of any screen while the app is locked, and goes on there', async () => {
    writePreference('rab.inside', '1');
    openApp(paths.settings, { state: 'locked' });
    worker.lock = () => ({ result: 'done', lock: { ...LOCK_OFF, isOn: true, isLocked: true, hasPin: true } });
    await until(() => expect(document.body.textContent).toContain('RAB is locked'));
    expect(document.querySelector('nav')).toBeNull();
    expect(appHistory.address.path).toBe(paths.settings);
    expect(wasInside()).toBe(true);
    act(() => worker.emit({ type: 'session', session: OPEN, because: 'opened' }));
    await titled('Settings');
    act(() => worker.emit({ type: 'session', session: { state: 'locked' }, because: 'locked' }));
    await until(() => expect(document.body.textContent).toContain('RAB is locked'));
    expect(document.body.textContent).not.toContain('Log out');
  });

  it('lets the link of security mail through while the app is locked', async () => {
    openApp(paths.freezeLink, { state: 'locked' });
    await titled('Freeze account');
    expect(document.body.textContent).not.toContain('RAB is locked');
  });

  it('says on the login page that ten wrong PINs removed everything, until the next log-in', async () => {
    writePreference('rab.wiped', '1');
    openApp(paths.login, ANONYMOUS);
    await until(() => expect(document.body.textContent).toContain('The PIN was wrong ten times'));
    act(() => worker.emit({ type: 'session', session: OPEN, because: 'opened' }));
    await until(() => expect(readPreference('rab.wiped')).toBeNull());
  });

  it('leads an invitation link to registration with the code filled in, and keeps the code until a log-in', async () => {
    openApp('/?invite=ABC123', ANONYMOUS, { isLaunch: true });
    await titled('Register');
    expect(appHistory.address).toEqual({ path: paths.register, search: 'code=ABC123' });
    await until(() => expect(find<HTMLInputElement>('[name="invitationCode"]').value).toBe('ABC123'));
    expect(readPreference('rab.invited')).toBe('ABC123');
    act(() => worker.emit({ type: 'session', session: OPEN, because: 'opened' }));
    await until(() => expect(readPreference('rab.invited')).toBeNull());
  });

  it('asks for a login on the way to a private screen, and goes on there afterwards', async () => {
    openApp(`${paths.custodyOrders}?id=7`, ANONYMOUS);
    await at(paths.login);
    await titled('Log in');
    worker.emit({ type: 'session', session: OPEN, because: 'opened' });
    await at(paths.custodyOrders);
    expect(appHistory.address.search).toBe('id=7');
  });

  it.each([`${paths.otcOrder}?id=7&shortcut=1`, `${paths.deposits}?id=7&notice=3`, `${paths.settings}?shortcut=1`])(
    'keeps %s behind the login and its second step',
    async (address) => {
      openApp(address, ANONYMOUS, { isLaunch: true });
      await at(paths.login);
      act(() => appHistory.open(paths.loginAuthenticator));
      await titled('Second step');
      act(() => worker.emit({ type: 'session', session: OPEN, because: 'opened' }));
      await until(() => expect(addressText(appHistory.address)).toBe(address));
    },
  );

  it('keeps it behind the lock', async () => {
    writePreference('rab.inside', '1');
    openApp(`${paths.settings}?shortcut=1`, { state: 'locked' }, { isLaunch: true });
    await until(() => expect(document.body.textContent).toContain('RAB is locked'));
    act(() => worker.emit({ type: 'session', session: OPEN, because: 'opened' }));
    await titled('Settings');
    expect(addressText(appHistory.address)).toBe(`${paths.settings}?shortcut=1`);
  });

  it('leads a launch that names nothing of ours home after the login, whatever one before it named', async () => {
    openApp(`${paths.settings}?shortcut=1`, ANONYMOUS, { isLaunch: true });
    await at(paths.login);
    restart({ isLaunch: true });
    openApp(routeOfLink('web+rab:withdraw/17').slice(1), ANONYMOUS, { isLaunch: true });
    await at(paths.login);
    act(() => worker.emit({ type: 'session', session: OPEN, because: 'opened' }));
    await at(paths.home);
  });

  it('takes the target over a reload in the middle of logging in', async () => {
    openApp(`${paths.settings}?shortcut=1`, ANONYMOUS, { isLaunch: true });
    await at(paths.login);
    restart({ isLaunch: false });
    openApp(paths.loginAuthenticator, ANONYMOUS);
    await titled('Second step');
    act(() => worker.emit({ type: 'session', session: OPEN, because: 'opened' }));
    await titled('Settings');
  });

  it.each([
    ['the same person', '1', paths.settings],
    ['somebody else', '2', paths.home],
  ])('leads %s from where the gateway ended the session to their screen', async (_who, userId, path) => {
    openApp(paths.settings, OPEN);
    await titled('Settings');
    act(() => worker.emit({ type: 'session', session: ANONYMOUS, because: 'refused' }));
    await at(paths.login);
    act(() => worker.emit({ type: 'session', session: { ...OPEN, userId }, because: 'opened' }));
    await at(path);
  });

  it('leads nobody to where a session ended while it was locked', async () => {
    writePreference('rab.inside', '1');
    openApp(paths.settings, { state: 'locked' });
    await until(() => expect(document.body.textContent).toContain('RAB is locked'));
    act(() => worker.emit({ type: 'session', session: ANONYMOUS, because: 'refused' }));
    await at(paths.login);
    act(() => worker.emit({ type: 'session', session: OPEN, because: 'opened' }));
    await at(paths.home);
  });

  describe('a notification that is tapped while the app is open', () => {
    const messages = new EventTarget();
    const tap = (address: string) =>
      act(
        () =>
          void messages.dispatchEvent(new MessageEvent('message', { data: { protocol: 1, type: 'OPEN', address } })),
      );
    beforeEach(() => Object.defineProperty(navigator, 'serviceWorker', { value: messages, configurable: true }));
    afterEach(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));

    it('opens what it is about', async () => {
      openApp(paths.about, OPEN);
      await titled('About');
      tap(`${paths.settings}?notice=3`);
      await titled('Settings');
      tap('/pages/nowhere');
      expect(appHistory.address.path).toBe(paths.settings);
    });

    it('waits for the log-in, and leaves the page in place that the person types in', async () => {
      openApp(paths.login, ANONYMOUS);
      await titled('Log in');
      tap(`${paths.settings}?notice=3`);
      expect(appHistory.address.path).toBe(paths.login);
      act(() => worker.emit({ type: 'session', session: OPEN, because: 'opened' }));
      await titled('Settings');
    });

    it('waits for the unlocking', async () => {
      writePreference('rab.inside', '1');
      openApp(paths.about, { state: 'locked' });
      await until(() => expect(document.body.textContent).toContain('RAB is locked'));
      tap(`${paths.settings}?notice=3`);
      act(() => worker.emit({ type: 'session', session: OPEN, because: 'opened' }));
      await titled('Settings');
    });
  });

  it('shows another account’s record only after the account was switched to', async () => {
    openApp(`${paths.deposits}?id=7&notice=3&owner=1&owner-account=11`, OPEN, { isLaunch: true });
    await titled('Another account');
    act(() => worker.emit({ type: 'session', session: { ...OPEN, accountId: '11' }, because: 'opened' }));
    await titled('Deposits');
    act(() => worker.emit({ type: 'session', session: OPEN, because: 'opened' }));
    await titled('Another account');
  });

  it('leads a notice of another person home, after the login as well', async () => {
    openApp(`${paths.securityCentre}?notice=3&owner=2`, ANONYMOUS, { isLaunch: true });
    await at(paths.login);
    act(() => worker.emit({ type: 'session', session: OPEN, because: 'opened' }));
    await at(paths.home);
    await toasted('That notification is not for whoever is logged in here');
  });

  it('does not lead the next person to where the last one logged out', async () => {
    openApp(paths.settings, OPEN);
    await titled('Settings');
    worker.emit({ type: 'session', session: ANONYMOUS, because: 'logged-out' });
    await at(paths.login);
    worker.emit({ type: 'session', session: { ...OPEN, userId: '2' }, because: 'opened' });
    await at(paths.home);
  });

  it('leads a refusal with code 300 to the first trade password, and says why', async () => {
    openApp(paths.assets, OPEN);
    await titled('Assets');
    const after = vi.spyOn(globalThis, 'setTimeout');
    act(() => bridge.report({ code: 'needs-trade-password', message: 'Set one first', retryable: false }, 'money'));
    expect(currentToast()?.text).toBe('Set one first');
    const index = after.mock.calls.findIndex(([, delayMs]) => delayMs === DETOUR_DELAY_MS);
    const wait = after.mock.calls[index]?.[0];
    // The time is over now, and not once more in the middle of another test.
    clearTimeout(after.mock.results[index]?.value as number);
    after.mockRestore();
    act(() => (wait as () => void)());
    await at(paths.firstTradePassword);
    await titled('Set a trade password');
    await until(() => expect(document.body.textContent).toContain('Afterwards you are taken back'));
  });

  it('says that the line is slow while something waits, and offline where nothing can be reached', async () => {
    openApp(paths.settings, OPEN);
    await titled('Settings');
    const slow = 'Slow connection. Still waiting for the server';
    worker.emit({ type: 'line', isSlow: true });
    await until(() => expect(document.querySelector('main [role="status"]')?.textContent).toBe(slow));
    worker.emit({ type: 'connection', online: false });
    await until(() => expect(document.body.textContent).toContain('Offline'));
    expect(document.body.textContent).not.toContain(slow);
    worker.emit({ type: 'connection', online: true });
    await until(() => expect(document.body.textContent).toContain(slow));
    worker.emit({ type: 'line', isSlow: false });
    await until(() => expect(document.body.textContent).not.toContain(slow));
  });

  it('takes the focus to the heading of the next page, and to the content by the skip link', async () => {
    openApp(paths.settings, OPEN);
    await titled('Settings');
    act(() => appHistory.open(paths.about));
    await until(() => expect(document.activeElement?.textContent).toBe('About'));
    click(find('a[href="#content"]'));
    expect(document.activeElement?.id).toBe('content');
    expect(appHistory.address.path).toBe(paths.about);
  });
});
