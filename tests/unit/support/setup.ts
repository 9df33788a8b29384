import { i18n } from '@lingui/core';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { SETTLE_MS } from '../../../src/components/useSheetHistory';
import './modal-dialogs';
import './short-pauses';
import { unmountAll } from './render';

// React's act() warnings are errors of the test, not noise.
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

beforeEach(() => {
  // Without a catalogue the English source texts are shown.
  i18n.loadAndActivate({ locale: 'en', messages: {} });
});

afterEach(() => {
  unmountAll();
  document.body.innerHTML = '';
  localStorage.clear();
  sessionStorage.clear();
});

// A sheet that was open to the end gives up its history entry by a timer, which must not run without a window: this one
// was set later for as long, so it ends after it.
afterAll(async () => {
  vi.useRealTimers();
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  // The next file's app is launched in this window: it must not take up a place, nor a depth, that this one's has left.
  history.replaceState(null, '', '/');
});
