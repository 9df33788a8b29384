import { beforeEach, describe, expect, it } from 'vitest';
import type { ReleaseDescription, ReleaseFailure, ReleaseStatus } from '../../../contract/sw-messages';
import type { Message } from '../../../src/update/link';
import { Updater } from '../../../src/update/updater';

const STATUS: ReleaseStatus = {
  installed: '1.0.50',
  full: '1.0.50',
  base: '1.0.50',
  isTrial: false,
  takesPackages: true,
  refused: [],
  job: null,
  failure: null,
};
const NEWER = { hot_version_code: '1.0.51', version_code: '', hot_package_url: '/releases/x', package_url: '' };
const TARGET = { version: '1.0.51', kind: 'hot', url: '/releases/x' } as const;

/** A page with a service worker at the other end of the line. */
class Page {
  announced: typeof NEWER | null = NEWER;
  asked = 0;
  nowMs = 0;
  description: ReleaseDescription | null = null;
  reloads = 0;
  renewals = 0;
  readonly sent: Message[] = [];
  readonly reported: ReleaseFailure[] = [];
  #listener: (status: ReleaseStatus) => void = () => {};
  #timers: { at: number; callback: () => void }[] = [];
  readonly updater: Updater;

  constructor(public status: ReleaseStatus | null = STATUS) {
    this.updater = new Updater({
      link: {
        status: async () => this.status,
        installed: async () => undefined,
        describe: async () => this.description,
        send: (message) => this.sent.push(message),
        onStatus: (listener) => (this.#listener = listener),
        renew: async () => void (this.renewals += 1),
      },
      announced: async () => {
        this.asked += 1;
        return this.announced;
      },
      report: async (failure) => this.reported.push(failure) > 0,
      reload: () => (this.reloads += 1),
      after: (delayMs, callback) => {
        const timer = { at: this.nowMs + delayMs, callback };
        this.#timers.push(timer);
        return () => (this.#timers = this.#timers.filter((one) => one !== timer));
      },
      now: () => this.nowMs,
    });
  }

  hear(change: Partial<ReleaseStatus>): void {
    this.status = { ...STATUS, ...this.status, ...change };
    this.#listener(this.status);
  }

  pass(ms: number): void {
    this.nowMs += ms;
    const due = this.#timers.filter(({ at }) => at <= this.nowMs);
    this.#timers = this.#timers.filter(({ at }) => at > this.nowMs);
    for (const { callback } of due) callback();
  }

  get isOpen(): boolean {
    return this.updater.state.get().isOpen;
  }
}

const downloading = { phase: 'downloading', target: TARGET, doneBytes: 1, totalBytes: 10 } as const;

describe('looking for a new version', () => {
  it('asks the person at the start, and not again for what was put off, unless asked', async () => {
    const page = new Page();
    await page.updater.start();
    expect(page.updater.phase()).toEqual({ at: 'available', target: TARGET });
    expect(page.isOpen).toBe(true);
    page.updater.hide();
    await page.updater.check();
    expect(page.isOpen).toBe(false);
    await page.updater.check(true);
    expect(page.isOpen).toBe(true);
  });

  it('knows what is in the package before it asks, and asks all the same where that cannot be known', async () => {
    const page = new Page();
    page.description = { missingBytes: 600_000, notes: { EN: ['Faster'] } };
    await page.updater.start();
    expect(page.updater.state.get()).toMatchObject({ description: page.description, isOpen: true });
    page.description = null;
    await page.updater.check();
    expect(page.updater.state.get()).toMatchObject({ description: null, isOpen: true });
  });

  it('looks again on return, at most every five minutes', async () => {
    const page = new Page();
    await page.updater.start();
    page.pass(4 * 60_000);
    await page.updater.onForeground();
    expect(page.asked).toBe(1);
    page.pass(60_000);
    await page.updater.onForeground();
    expect(page.asked).toBe(2);
  });

  it('says that it is the newest, or that it could not look', async () => {
    const page = new Page();
    page.announced = { ...NEWER, hot_version_code: '1.0.50' };
    await page.updater.start();
    expect(page.updater.phase()).toEqual({ at: 'idle', check: 'current' });
    page.announced = null;
    await page.updater.check(true);
    expect(page.updater.phase()).toEqual({ at: 'idle', check: 'unreachable' });
  });

  it('offers nothing to a build without a key, or without a service worker', async () => {
    for (const status of [{ ...STATUS, takesPackages: false }, null]) {
      const page = new Page(status);
      await page.updater.start();
      expect(page.updater.phase().at).toBe('idle');
    }
  });
});

describe('a version that the gateway takes no changes from', () => {
  it('is replaced without being asked for, though the newer one was put off', async () => {
    const page = new Page();
    await page.updater.start();
    page.updater.hide();
    await page.updater.need();
    expect(page.sent).toEqual([{ type: 'DOWNLOAD', target: TARGET }]);
    expect(page.isOpen).toBe(true);
    page.hear({ job: downloading });
    page.updater.hide();
    // The next change that is refused says so again, and loads nothing twice.
    await page.updater.need();
    expect([page.isOpen, page.updater.phase().at, page.sent.length]).toEqual([true, 'downloading', 1]);
    page.hear({ job: null, installed: '1.0.51' });
    expect(page.updater.phase()).toEqual({ at: 'restart', version: '1.0.51' });
    expect(page.reloads).toBe(0);
  });

  it('is replaced by a look for a new version that is under way', async () => {
    const page = new Page();
    await Promise.all([page.updater.start(), Promise.resolve().then(() => page.updater.need())]);
    expect(page.sent).toEqual([{ type: 'DOWNLOAD', target: TARGET }]);
  });

  it('looks for a new build of itself where no package is announced', async () => {
    const page = new Page();
    page.announced = { ...NEWER, hot_version_code: '1.0.50' };
    await page.updater.start();
    await page.updater.need();
    expect([page.sent, page.renewals]).toEqual([[], 1]);
  });
});

describe('downloading', () => {
  let page: Page;
  beforeEach(async () => {
    page = new Page();
    await page.updater.start();
    page.updater.download();
    page.hear({ job: downloading });
  });

  it('is asked for once, and again when the service worker falls silent', () => {
    expect(page.sent).toEqual([{ type: 'DOWNLOAD', target: TARGET }]);
    page.pass(3_000);
    page.hear({ job: { ...downloading, doneBytes: 2 } });
    page.pass(3_000);
    expect(page.sent).toHaveLength(1);
    page.pass(1_000);
    expect(page.sent).toHaveLength(2);
    page.hear({ job: null });
    page.pass(60_000);
    expect(page.sent).toHaveLength(2);
  });

  it('goes on behind, and comes to the front with its failure, in this tab only', async () => {
    const other = new Page();
    other.announced = null;
    await other.updater.start();
    page.updater.hide();
    for (const tab of [page, other]) tab.hear({ job: { phase: 'failed', target: TARGET, reason: 'download-failed' } });
    expect([page.isOpen, other.isOpen]).toEqual([true, false]);
    page.updater.download();
    expect(page.sent.at(-1)).toEqual({ type: 'DOWNLOAD', target: TARGET });
  });
});

describe('restarting', () => {
  it('is offered in every tab, and all move along when the first has come up', async () => {
    const page = new Page();
    page.announced = null;
    await page.updater.start();
    page.hear({ installed: '1.0.51', isTrial: true });
    expect(page.updater.phase()).toEqual({ at: 'restart', version: '1.0.51' });
    expect(page.isOpen).toBe(true);
    expect(page.updater.mustMoveAlong()).toBe(false);
    page.hear({ isTrial: false });
    expect(page.updater.mustMoveAlong()).toBe(true);
  });

  it('is no longer asked for when the new version was taken back', async () => {
    const page = new Page();
    page.announced = null;
    await page.updater.start();
    page.hear({ installed: '1.0.51', isTrial: true });
    page.hear({ installed: '1.0.50', isTrial: false });
    expect(page.updater.phase().at).toBe('idle');
    expect(page.updater.mustMoveAlong()).toBe(false);
  });

  it('looks for the new service worker of a full package once it has come up', async () => {
    const onTrial = new Page({ ...STATUS, installed: '1.1.0', full: '1.1.0', isTrial: true });
    await onTrial.updater.start();
    expect(onTrial.renewals).toBe(0);
    const confirmed = new Page({ ...STATUS, installed: '1.1.0', full: '1.1.0' });
    await confirmed.updater.start();
    expect(confirmed.renewals).toBe(1);
  });
});

it('tells of a version that did not start, until it is understood, and reports it once', async () => {
  const failure: ReleaseFailure = {
    version: '1.0.51',
    kind: 'hot',
    reason: 'did-not-start',
    detail: 'broken',
    at: 5,
    isTold: false,
    isReported: false,
  };
  const page = new Page({ ...STATUS, refused: ['1.0.51'], failure });
  await page.updater.start();
  expect(page.updater.phase()).toEqual({ at: 'rolled-back', version: '1.0.51' });
  expect(page.isOpen).toBe(true);
  expect(page.reported).toEqual([failure]);
  page.updater.hide();
  expect(page.sent).toEqual(expect.arrayContaining([{ type: 'FAILURE_REPORTED' }, { type: 'FAILURE_TOLD' }]));
  page.hear({ failure: { ...failure, isTold: true, isReported: true } });
  expect(page.updater.phase().at).toBe('idle');
});
