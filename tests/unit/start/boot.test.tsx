/** Boot does more than the looks: it admits scripts, and starts some work early. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FILES_ATTRIBUTE, type StartFiles } from '../../../src/start/manifest';

const FILES: StartFiles = {
  build: 'b1',
  scripts: ['/assets/react-12345678.js', '/assets/shell-12345678.js'],
  loginTexts: { de: '/assets/start-de-12345678.js', en: '/assets/start-en-12345678.js' },
  texts: { de: '/assets/de-12345678.js', en: '/assets/en-12345678.js' },
  worker: '/assets/main-12345678.js',
  draw: '/assets/draw-12345678.js',
  home: ['/assets/home-12345678.js', '/assets/home-12345678.css'],
};

interface Rules {
  createScriptURL: (address: string) => string;
}

const started: string[] = [];

/** Runs it as the page does; without `files` as a page of development does. @returns the rules of its policy */
async function run(files?: StartFiles, device: object = {}): Promise<Rules> {
  const createPolicy = vi.fn();
  const script = document.createElement('script');
  if (files) script.setAttribute(FILES_ATTRIBUTE, JSON.stringify(files));
  document.head.innerHTML = '';
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  vi.stubGlobal('navigator', { languages: ['de'], ...device });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('trustedTypes', { createPolicy });
  vi.stubGlobal('location', new URL('https://app.example/'));
  vi.stubGlobal('Worker', function Worker(address: string) {
    started.push(address);
  });
  vi.resetModules();
  await import('../../../src/start/boot/boot');
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
  // The listener of a page that was never read would hear the next one's.
  vi.stubGlobal('requestAnimationFrame', () => 0);
  pageWasRead();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('scripts', () => {
  it.each(['/assets/main-a1.js', 'https://app.example/service-worker.js'])(
    'of our own are admitted: %s',
    async (url) => {
      expect((await run()).createScriptURL(url)).toBe(url);
    },
  );

  it.each([
    'https://evil.example/assets/main.js',
    '//evil.example/assets/main.js',
    '/api/6f1c0b2e9a4d4c57',
    '/uploads/picture.js',
    'data:text/javascript,alert(1)',
    'blob:https://app.example/1234',
    'javascript:alert(1)',
  ])('of others are refused: %s', async (url) => {
    const { createScriptURL } = await run();
    expect(() => createScriptURL(url)).toThrow(TypeError);
  });
});

describe('an early start', () => {
  it('begins the worker and loads the picture, Home and the language where somebody was logged in', async () => {
    localStorage.setItem('rab.inside', '1');
    await run(FILES);
    expect(started).toEqual([FILES.worker]);
    expect(linked()).toEqual([
      'modulepreload /assets/draw-12345678.js',
      'modulepreload /assets/react-12345678.js',
      'modulepreload /assets/shell-12345678.js',
      'modulepreload /assets/home-12345678.js',
      'stylesheet /assets/home-12345678.css',
      'modulepreload /assets/de-12345678.js',
    ]);
  });

  it('is none where nobody was, or where the page names nothing', async () => {
    await run(FILES);
    localStorage.setItem('rab.inside', '1');
    await run();
    expect([...started, ...linked()]).toEqual([]);
  });
});

describe("the page's scripts", () => {
  it('come after the first paint of a first visit, in order, with the texts of the login page', async () => {
    const frames: (() => void)[] = [];
    vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
    await run(FILES);
    vi.useFakeTimers();
    pageWasRead();
    expect(scripts()).toEqual([]);
    frames[0]?.();
    expect(scripts()).toEqual([]);
    vi.runAllTimers();
    vi.useRealTimers();
    expect(scripts()).toEqual(FILES.scripts);
    for (const { type, async } of document.scripts) expect([type, async]).toEqual(['module', false]);
    expect(linked()).toEqual(['modulepreload /assets/start-de-12345678.js']);
  });

  it('come as soon as the page has been read where the service worker has them, or nobody looks', async () => {
    await run(FILES, CONTROLLER);
    expect(scripts()).toEqual([]);
    pageWasRead();
    expect(scripts()).toEqual(FILES.scripts);
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await run(FILES);
    pageWasRead();
    expect(scripts()).toEqual(FILES.scripts);
  });

  it('come without the texts of the login page where somebody was logged in', async () => {
    localStorage.setItem('rab.inside', '1');
    await run(FILES, CONTROLLER);
    pageWasRead();
    expect(scripts()).toEqual(FILES.scripts);
    expect(linked().filter((link) => link.includes('start-'))).toEqual([]);
  });
});
