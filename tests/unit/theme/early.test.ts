/** public/boot.js does more than the looks: it admits scripts, and starts some work early. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const boot = readFileSync('public/boot.js', 'utf8');
const EARLY = {
  worker: '/assets/main-12345678.js',
  draw: '/assets/draw-12345678.js',
  files: ['/assets/home-12345678.js', '/assets/home-12345678.css'],
  catalogues: { de: '/assets/de-12345678.js', en: '/assets/en-12345678.js' },
};

interface Rules {
  createScriptURL: (address: string) => string;
}

const started: string[] = [];

const PAGE = {
  scripts: ['/assets/react-12345678.js', '/assets/shell-12345678.js'],
  texts: { de: '/assets/start-de-12345678.js', en: '/assets/start-en-12345678.js' },
};

/** Runs it as the page does. @returns the rules of its policy */
function run(early?: string, more: { page?: string; navigator?: object } = {}): Rules {
  const createPolicy = vi.fn();
  const script = document.createElement('script');
  if (early !== undefined) script.dataset['early'] = early;
  if (more.page !== undefined) script.dataset['page'] = more.page;
  document.head.innerHTML = '';
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  vi.stubGlobal('navigator', { languages: ['de'], ...more.navigator });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('trustedTypes', { createPolicy });
  vi.stubGlobal('location', new URL('https://app.example/'));
  vi.stubGlobal('Worker', function Worker(address: string) {
    started.push(address);
  });
  new Function(boot)();
  expect(createPolicy).toHaveBeenCalledExactlyOnceWith('default', expect.anything());
  return createPolicy.mock.calls[0]?.[1] as Rules;
}

const linked = () =>
  [...document.querySelectorAll('link')].map(({ rel, href }) => `${rel} ${new URL(href, 'https://x').pathname}`);

const scripts = () => [...document.querySelectorAll('script')].map(({ src }) => new URL(src, 'https://x').pathname);
const pageWasRead = () => document.dispatchEvent(new Event('DOMContentLoaded'));
const CONTROLLER = { serviceWorker: { controller: { postMessage: () => {} } } };

beforeEach(() => {
  started.length = 0;
  localStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('scripts', () => {
  it.each(['/assets/main-a1.js', 'https://app.example/service-worker.js'])('of our own are admitted: %s', (url) => {
    expect(run().createScriptURL(url)).toBe(url);
  });

  it.each([
    'https://evil.example/assets/main.js',
    '//evil.example/assets/main.js',
    '/api/6f1c0b2e9a4d4c57',
    '/uploads/picture.js',
    'data:text/javascript,alert(1)',
    'blob:https://app.example/1234',
    'javascript:alert(1)',
  ])('of others are refused: %s', (url) => {
    expect(() => run().createScriptURL(url)).toThrow(TypeError);
  });
});

describe('an early start', () => {
  it('begins the worker and loads the picture, Home and the language where somebody was logged in', () => {
    localStorage.setItem('rab.inside', '1');
    run(JSON.stringify(EARLY));
    expect(started).toEqual([EARLY.worker]);
    expect(linked()).toEqual([
      'modulepreload /assets/draw-12345678.js',
      'modulepreload /assets/home-12345678.js',
      'stylesheet /assets/home-12345678.css',
      'modulepreload /assets/de-12345678.js',
    ]);
  });

  it('is none where nobody was, or where the page names nothing', () => {
    run(JSON.stringify(EARLY));
    localStorage.setItem('rab.inside', '1');
    run();
    expect([...started, ...linked()]).toEqual([]);
  });
});

describe("the page's scripts", () => {
  const page = JSON.stringify(PAGE);

  it('come after the first paint of a first visit, in order, with the texts of the login page', () => {
    const frames: (() => void)[] = [];
    vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
    vi.useFakeTimers();
    run(undefined, { page });
    pageWasRead();
    expect(scripts()).toEqual([]);
    frames[0]?.();
    expect(scripts()).toEqual([]);
    vi.runAllTimers();
    vi.useRealTimers();
    expect(scripts()).toEqual(PAGE.scripts);
    for (const { type, async } of document.scripts) expect([type, async]).toEqual(['module', false]);
    expect(linked()).toEqual(['modulepreload /assets/start-de-12345678.js']);
  });

  it('come as soon as the page has been read where the service worker has them, or nobody looks', () => {
    run(undefined, { page, navigator: CONTROLLER });
    expect(scripts()).toEqual([]);
    pageWasRead();
    expect(scripts()).toEqual(PAGE.scripts);
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    run(undefined, { page });
    pageWasRead();
    expect(scripts()).toEqual(PAGE.scripts);
  });

  it('come without the texts of the login page where somebody was logged in', () => {
    localStorage.setItem('rab.inside', '1');
    run(undefined, { page, navigator: CONTROLLER });
    pageWasRead();
    expect(scripts()).toEqual(PAGE.scripts);
    expect(linked()).toEqual([]);
  });
});
