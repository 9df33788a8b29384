import { describe, expect, it, vi } from 'vitest';
import { loadAgain, type ScreenModule } from '../../../src/start';

const screen: ScreenModule = { default: () => null };
const URL = 'https://app.example/assets/index-a1B2.js';

describe('loadAgain', () => {
  const remembered = new TypeError(`Failed to fetch dynamically imported module: ${URL}`);
  const deps = () => ({ importUrl: vi.fn(async () => screen), reload: vi.fn() });

  it('takes the ordinary way when it works again', async () => {
    const { importUrl, reload } = deps();
    await expect(loadAgain(async () => screen, remembered, 1, { importUrl, reload })).resolves.toBe(screen);
    expect(importUrl).not.toHaveBeenCalled();
  });

  it('goes round a failure that the browser remembers', async () => {
    const { importUrl, reload } = deps();
    const load = () => Promise.reject(remembered);
    await expect(loadAgain(load, remembered, 1, { importUrl, reload })).resolves.toBe(screen);
    expect(importUrl).toHaveBeenCalledWith(`${URL}?retry=1`);
    expect(reload).not.toHaveBeenCalled();
  });

  it.each([
    ['a style that is missing', new Error('Unable to preload CSS for /assets/index.css'), 1],
    ['a browser that names no address', new TypeError('Importing a module script failed.'), 1],
    ['a second failure', remembered, 2],
  ])('loads the app anew for %s', async (_what, error, attempt) => {
    const { importUrl, reload } = deps();
    await expect(loadAgain(() => Promise.reject(error), error, attempt, { importUrl, reload })).rejects.toBe(error);
    expect(reload).toHaveBeenCalledOnce();
    expect(importUrl).not.toHaveBeenCalled();
  });
});
