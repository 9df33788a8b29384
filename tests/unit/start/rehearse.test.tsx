import { useEffect } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { I18nRoot } from '../../../src/i18n/I18nRoot';
import { rehearse } from '../../../src/start';

// It is rendered by React's own schedule.
beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false));

it('renders a screen where nobody sees it, without its effects', async () => {
  const rendered = vi.fn();
  const effect = vi.fn();
  const before = document.body.innerHTML;
  await rehearse(function Screen() {
    rendered();
    useEffect(effect);
    return <h1>Assets</h1>;
  }, I18nRoot);
  expect(rendered).toHaveBeenCalled();
  expect(effect).not.toHaveBeenCalled();
  expect(document.body.innerHTML).toBe(before);
});

it('leaves a fault to the screen’s own visit', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const broken = vi.fn(() => {
    throw new Error('no id in the address');
  });
  const over = rehearse(broken, I18nRoot);
  await vi.waitFor(() => expect(broken).toHaveBeenCalled());
  // A rehearsal that brings nothing about ends by its limit.
  await vi.runAllTimersAsync();
  await over;
  vi.useRealTimers();
});
