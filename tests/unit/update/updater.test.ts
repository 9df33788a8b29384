import { beforeEach, describe, expect, it } from 'vitest';
import type { ReleaseFailure, ReleaseStatus } from '../../../contract/sw-messages';
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
  nowMs = 0;
  reloads = 0;
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
        describe: async () => null,
        send: (message) => this.sent.push(message),
        onStatus: (listener) => (this.#listener = listener),
        renew: async () => {},
      },
      announced: async () => this.announced,
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
});

describe('downloading', () => {
  let page: Page;
  beforeEach(async () => {
    page = new Page();
    await page.updater.start();
    page.updater.download();
    page.hear({ job: downloading });
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
