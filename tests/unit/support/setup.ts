import { i18n } from '@lingui/core';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { prepareSheets } from '../../../src/components/Sheet';
import { unmountAll } from './render';

// React's act() warnings are errors of the test, not noise.
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

// What the app loads while it is idle.
beforeAll(() => prepareSheets().then(() => undefined));

beforeEach(() => {
  // Without a catalogue the English source texts are shown.
  i18n.loadAndActivate({ locale: 'en', messages: {} });
});

afterEach(() => {
  unmountAll();
  document.body.innerHTML = '';
  localStorage.clear();
});
