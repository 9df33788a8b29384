/** Boot does more than the looks: it admits scripts. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

interface Rules {
  createScriptURL: (address: string) => string;
}

/** Runs it as a page of development does. @returns the rules of its policy */
async function run(): Promise<Rules> {
  const createPolicy = vi.fn();
  document.head.innerHTML = '';
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(document.createElement('script'));
  vi.stubGlobal('navigator', { languages: ['de'] });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('trustedTypes', { createPolicy });
  vi.stubGlobal('location', new URL('https://app.example/'));
  vi.resetModules();
  await import('../../../src/start/boot/boot');
  expect(createPolicy).toHaveBeenCalledExactlyOnceWith('default', expect.anything());
  return createPolicy.mock.calls[0]?.[1] as Rules;
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  // The listener of a page that was never read would hear the next one's.
  vi.stubGlobal('requestAnimationFrame', () => 0);
  document.dispatchEvent(new Event('DOMContentLoaded'));
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
