import { describe, expect, it, vi } from 'vitest';
import { AppHistory, LEAVE_WINDOW_MS } from '../../../src/app/history';
import { BrowserHistory } from './browser-history';

const ROOTS = new Set(['/home', '/assets', '/login']);

function appAt(hash: string, browser = new BrowserHistory(hash)) {
  const onLeaveAsked = vi.fn();
  let endWindow: (() => void) | null = null;
  let windowMs = 0;
  const app = new AppHistory({
    window: browser.window,
    after: (delayMs, callback) => {
      windowMs = delayMs;
      endWindow = callback;
      return () => {
        endWindow = null;
      };
    },
    isRoot: (path) => ROOTS.has(path),
    onLeaveAsked,
  });
  const isLaunch = app.begin();
  return { app, browser, onLeaveAsked, isLaunch, passTime: () => endWindow?.(), windowMs: () => windowMs };
}

describe('AppHistory', () => {
  it('keeps the query behind the hash', () => {
    const { app, browser } = appAt('#/home');
    app.open('/order?id=7');
    expect(browser.window.location.hash).toBe('#/order?id=7');
    expect(app.address).toEqual({ path: '/order', search: 'id=7' });
  });

  it('replaces on a tab switch and pushes sub-pages', () => {
    const { app, browser } = appAt('#/home');
    app.open('/assets');
    expect(browser.stack).toEqual(['#/home', '>#/assets']);
    app.open('/order');
    app.open('/slip');
    expect(browser.stack).toEqual(['#/home', '#/assets', '#/order', '>#/slip']);
    expect(app.depth).toBe(3);
  });

  it.each(['opened', 'linked'])('has tabs and a way out after more screens than a browser keeps (%s)', async (how) => {
    const { app, browser, onLeaveAsked } = appAt('#/home');
    for (let at = 1; at <= 120; at += 1) {
      if (how === 'opened') app.open(`/order?id=${at}`);
      else await browser.follow(`#/order?id=${at}`);
    }
    expect(app.address).toEqual({ path: '/order', search: 'id=120' });
    await browser.pressBack();
    expect(app.address.path).toBe('/order');
    app.open('/order?id=last');
    app.open('/assets');
    await browser.settle();
    expect(app.address.path).toBe('/assets');
    expect(app.depth).toBe(1);
    await browser.pressBack();
    expect(onLeaveAsked).toHaveBeenCalledOnce();
    await browser.pressBack();
    expect(browser.hasLeft).toBe(true);
  });

  it('asks once before leaving and leaves the second time', async () => {
    const { app, browser, onLeaveAsked, windowMs } = appAt('#/home');
    app.open('/assets');
    await browser.pressBack();
    expect(onLeaveAsked).toHaveBeenCalledOnce();
    expect(windowMs()).toBe(LEAVE_WINDOW_MS);
    expect(app.address.path).toBe('/assets');
    expect(browser.hasLeft).toBe(false);
    await browser.pressBack();
    expect(browser.hasLeft).toBe(true);
  });

  it('asks again when the person took too long', async () => {
    const { browser, onLeaveAsked, passTime } = appAt('#/home');
    await browser.pressBack();
    passTime();
    await browser.pressBack();
    expect(onLeaveAsked).toHaveBeenCalledTimes(2);
    expect(browser.hasLeft).toBe(false);
  });

  it('stays when the person goes on instead of pressing again', async () => {
    const { app, browser, onLeaveAsked } = appAt('#/home');
    await browser.pressBack();
    app.open('/order');
    expect(browser.stack).toEqual(['#/home', '#/home', '>#/order']);
    await browser.pressBack();
    expect(app.address.path).toBe('/home');
    await browser.pressBack();
    expect(onLeaveAsked).toHaveBeenCalledTimes(2);
  });

  it('goes back page by page, to the tab that was open', async () => {
    const { app, browser, onLeaveAsked } = appAt('#/home');
    app.open('/assets');
    app.open('/order');
    app.open('/slip');
    expect(app.back()).toBe(true);
    await browser.settle();
    expect(app.address.path).toBe('/order');
    await browser.pressBack();
    expect(app.address.path).toBe('/assets');
    expect(onLeaveAsked).not.toHaveBeenCalled();
    expect(app.back()).toBe(false);
  });

  it('takes a plain link to a root as a switch, also from deep down', async () => {
    const { app, browser, onLeaveAsked } = appAt('#/home');
    app.open('/order');
    await browser.follow('#/assets');
    expect(app.address.path).toBe('/assets');
    expect(app.depth).toBe(1);
    await browser.pressBack();
    expect(onLeaveAsked).toHaveBeenCalledOnce();
  });

  it('goes to the root once when a listener redirects a link that has just been followed', async () => {
    const { app, browser, onLeaveAsked } = appAt('#/home');
    app.subscribe(() => {
      if (app.address.path === '/private') app.replace('/login');
    });
    await browser.follow('#/private');
    expect(app.address.path).toBe('/login');
    expect(app.depth).toBe(1);
    expect(onLeaveAsked).not.toHaveBeenCalled();
  });

  it('finds its way past the history entry of a sheet', async () => {
    const { app, browser } = appAt('#/home');
    app.open('/order');
    browser.window.history.pushState({ ...(browser.window.history.state as object), rabSheet: 's1' }, '', '#/order');
    app.open('/assets');
    await browser.settle();
    expect(app.address.path).toBe('/assets');
    expect(app.depth).toBe(1);
  });

  it('tells a launch from a reload, and keeps place and way back over a reload', async () => {
    const first = appAt('#/home');
    expect(first.isLaunch).toBe(true);
    first.app.open('/order');
    first.app.end();
    const second = appAt('', first.browser);
    expect(second.isLaunch).toBe(false);
    expect(second.app.address.path).toBe('/order');
    await second.browser.pressBack();
    expect(second.app.address.path).toBe('/home');
    await second.browser.pressBack();
    expect(second.onLeaveAsked).toHaveBeenCalledOnce();
  });

  describe('with a guarded form', () => {
    async function formAt() {
      const world = appAt('#/login');
      world.app.open('/form');
      const ask = vi.fn<(leave: () => void) => void>();
      let isDirty = true;
      const release = world.app.guard({ isDirty: () => isDirty, ask });
      return { ...world, ask, release, clean: () => (isDirty = false) };
    }

    it('asks before back, stays until the person agrees, and then goes', async () => {
      const { app, browser, ask } = await formAt();
      const moved = vi.fn();
      app.subscribe(moved);
      await browser.pressBack();
      expect(ask).toHaveBeenCalledTimes(1);
      expect(moved).not.toHaveBeenCalled();
      expect(app.address.path).toBe('/form');
      expect(browser.stack).toEqual(['#/login', '#/login', '>#/form']);
      ask.mock.calls[0]?.[0]();
      await browser.settle();
      expect(app.address.path).toBe('/login');
      expect(ask).toHaveBeenCalledTimes(1);
    });

    it('asks before a link, and opens it afterwards', async () => {
      const { app, browser, ask } = await formAt();
      await browser.follow('#/other');
      expect(ask).toHaveBeenCalledTimes(1);
      expect(app.address.path).toBe('/form');
      ask.mock.calls[0]?.[0]();
      await browser.settle();
      expect(app.address.path).toBe('/other');
      expect(app.depth).toBe(3);
    });

    it('asks nothing when there is nothing to lose, nor when the app itself moves on', async () => {
      const clean = await formAt();
      clean.clean();
      await clean.browser.pressBack();
      expect(clean.app.address.path).toBe('/login');
      const sent = await formAt();
      sent.app.open('/next');
      sent.release();
      expect(sent.app.address.path).toBe('/next');
      const done = await formAt();
      done.app.open('/home');
      await done.browser.settle();
      expect(done.app.address.path).toBe('/home');
      for (const { ask } of [clean, sent, done]) expect(ask).not.toHaveBeenCalled();
    });

    it('does not take a sheet that closes for leaving', async () => {
      const { browser, ask } = await formAt();
      browser.window.history.pushState({ ...(browser.window.history.state as object), rabSheet: 'x' }, '', '#/form');
      await browser.pressBack();
      expect(ask).not.toHaveBeenCalled();
    });
  });
});
