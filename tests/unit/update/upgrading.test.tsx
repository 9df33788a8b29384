/** A data worker that changes the layout of what is kept: the page says so, to the person and to whom judges the version. */
import { act } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { App } from '../../../src/app/App';
import { appHistory } from '../../../src/app/navigation';
import { installBridge } from '../../../src/bridge/bridge';
import { systemTimers } from '../../../src/bridge/timers';
import { START_LIMIT_MS } from '../../../contract/start-limit';
import { UPGRADING_EVENT } from '../../../src/start';
import { watchStart } from '../../../src/start/boot/watch-start';
import { reportStarted } from '../../../src/update/started';
import { reportUpgrading } from '../../../src/update/UpgradeProgress';
import { writePreference } from '../../../src/theme/preferences';
import { FakeWorker } from '../pages/fake-worker';
import { until } from '../support/until';
import { render } from '../support/render';

beforeAll(() => void appHistory.begin());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the screen', () => {
  it('says what goes on with a progress bar, from the first event to the last', async () => {
    vi.stubGlobal('scrollTo', () => {});
    writePreference('rab.inside', '1');
    const worker = new FakeWorker({}, { state: 'anonymous' });
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    worker.start = () => held.then(() => worker.session);
    const bridge = installBridge({ spawn: worker.spawn, timers: systemTimers });
    appHistory.replace('/');
    bridge.start({ origin: 'https://app.example', lang: 'EN' });
    render(<App isLaunch />);
    const told = vi.fn();
    document.addEventListener(UPGRADING_EVENT, told);
    await until(() => expect(worker.isSubscribed).toBe(true));
    act(() => worker.emit({ type: 'upgrade', isRunning: true }));
    await until(() => expect(document.querySelector('[role=progressbar]')).not.toBeNull());
    const bar = document.querySelector('[role=progressbar]');
    expect(bar?.getAttribute('aria-label')).toBe('Preparing the saved records');
    expect(bar?.hasAttribute('aria-valuenow')).toBe(false);
    expect(document.querySelector('[role=status]:has([role=progressbar])')?.textContent).toContain(
      'for the new version',
    );
    await until(() => expect(told).toHaveBeenCalled());
    act(() => worker.emit({ type: 'upgrade', isRunning: false }));
    release();
    await until(() => expect(document.querySelector('[role=progressbar]')).toBeNull());
    document.removeEventListener(UPGRADING_EVENT, told);
  });
});

describe('src/start/boot', () => {
  function booted() {
    vi.useFakeTimers();
    const said: string[] = [];
    const controller = { postMessage: ({ type }: { type: string }) => void said.push(type) };
    vi.stubGlobal('navigator', { languages: ['en'], serviceWorker: { controller } });
    watchStart();
    return said;
  }

  it('tells of a start that is too late', () => {
    const said = booted();
    vi.advanceTimersByTime(START_LIMIT_MS);
    expect(said).toEqual(['DID_NOT_START']);
    reportStarted();
  });

  it('gives an upgrade its time, and goes on when that falls silent', () => {
    const said = booted();
    for (let times = 0; times < 5; times += 1) {
      vi.advanceTimersByTime(START_LIMIT_MS - 1);
      reportUpgrading();
    }
    expect(said.filter((type) => type === 'DID_NOT_START')).toEqual([]);
    expect(said).toContain('UPGRADING');
    vi.advanceTimersByTime(START_LIMIT_MS);
    expect(said).toContain('DID_NOT_START');
    reportStarted();
  });
});
