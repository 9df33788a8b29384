import { afterEach, expect, it, vi } from 'vitest';
import { isInstalled, startViewport } from '../../../src/app/viewport';

const rootHeight = () => document.documentElement.style.getPropertyValue('--rab-root-height');

afterEach(() => {
  vi.unstubAllGlobals();
  document.documentElement.style.removeProperty('--rab-root-height');
  Reflect.deleteProperty(navigator, 'standalone');
});

it('leaves the height to the browser in a tab', () => {
  startViewport();
  expect(isInstalled()).toBe(false);
  expect(rootHeight()).toBe('');
});

it('takes the word of iOS although the display mode says otherwise, and measures again when it turns', () => {
  Object.assign(navigator, { standalone: true });
  expect(matchMedia('(display-mode: standalone)').matches).toBe(false);
  vi.stubGlobal('innerHeight', 852);
  startViewport();
  expect(isInstalled()).toBe(true);
  expect(rootHeight()).toBe('852px');
  vi.stubGlobal('innerHeight', 393);
  dispatchEvent(new Event('orientationchange'));
  expect(rootHeight()).toBe('393px');
});
