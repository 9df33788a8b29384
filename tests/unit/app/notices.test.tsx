import { i18n } from '@lingui/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { calls } from '../../../contract/index';
import type { LiveNotice } from '../../../contract/calls/live';
import { NOTICE_KINDS } from '../../../contract/notices';
import { otcFigures } from '../../../contract/calls/otc-market';
import { appHistory } from '../../../src/app/navigation';
import { hrefTo, paths } from '../../../src/app/paths';
import { startNotices } from '../../../src/app/shell/notices';
import { recordHref } from '../../../src/app/shell/notices-records';
import { TabBar } from '../../../src/app/shell/TabBar';
import { bridge, installBridge } from '../../../src/bridge/bridge';
import { steadyTimers } from '../support/steady-timers';
import { currentToast, toast } from '../../../src/components/toast';
import { ToastHost } from '../../../src/components/ToastHost';
import { FakeWorker } from '../pages/fake-worker';
import { until } from '../support/until';
import { click, find, render } from '../support/render';

vi.stubGlobal('isSecureContext', true);
const setAppBadge = vi.fn(async (_count?: number) => {});
let worker: FakeWorker;
let over: AbortController;

appHistory.begin();

beforeEach(async () => {
  Object.assign(navigator, { setAppBadge, clearAppBadge: vi.fn(async () => {}) });
  worker = new FakeWorker({});
  installBridge({ spawn: worker.spawn, timers: steadyTimers }).start({ origin: 'https://app.example', lang: 'EN' });
  over = new AbortController();
  startNotices(i18n, over.signal);
  appHistory.replace(paths.home);
  render(
    <>
      <TabBar active="home" />
      <ToastHost />
    </>,
  );
  await until(() => expect(bridge().session.get()?.state).toBe('open'));
});
afterEach(() => {
  over.abort();
  toast.clear();
});

const tell = (notice: LiveNotice) => worker.emit({ type: 'notice', notice });
const toasted = (text: string) => until(() => expect(currentToast()?.text).toBe(text));

it('tells in words of its own for every kind, and a tap leads to the order, or to Team', async () => {
  const texts = new Set<string>();
  for (const kind of NOTICE_KINDS) {
    toast.clear();
    tell({ kind, subjectId: '7' });
    await until(() => expect(currentToast()).not.toBeNull());
    texts.add(currentToast()?.text ?? '');
  }
  expect(texts.size).toBe(NOTICE_KINDS.length);
  // The last kinds are about no order.
  const link = find('[role="status"] a') as HTMLAnchorElement;
  expect(link.getAttribute('href')).toBe(hrefTo(paths.securityCentre));
  click(link);
  expect(currentToast()).toBeNull();
  tell({ kind: 'level-changed', subjectId: '2' });
  await toasted('Your level has changed');
  expect(find('[role="status"] a').getAttribute('href')).toBe(hrefTo(paths.team));
  tell({ kind: 'otc-paid', subjectId: '7' });
  await toasted('The buyer has paid. Check the payment');
  expect(find('[role="status"] a').getAttribute('href')).toBe(hrefTo(paths.otcOrder, { id: '7' }));
  tell({ kind: 'otc-filled', subjectId: '9' });
  await toasted('Your RAB order was matched');
  expect(find('[role="status"] a').getAttribute('href')).toBe(hrefTo(paths.otcOrder, { id: '9', market: 'rab' }));
});

it('tells of another account’s record though one of the same number is on screen', async () => {
  appHistory.open(`${paths.deposits}?id=7`);
  tell({ kind: 'deposit-credited', subjectId: '7', accountId: '10' });
  tell({ kind: 'deposit-seen', subjectId: '7', accountId: '11' });
  await toasted('A deposit is on its way to you');
  expect(find('[role="status"] a').getAttribute('href')).toBe(
    hrefTo(paths.deposits, { id: '7', 'owner-account': '11' }),
  );
});

it('counts on the Trade tab and the icon what waits, until nobody is there', async () => {
  const entry = bridge().readEntry(otcFigures, {});
  vi.spyOn(entry, 'refresh').mockResolvedValue();
  vi.spyOn(entry, 'snapshot').mockReturnValue({ ...entry.snapshot(), data: { attention: 3 } });
  tell({ kind: 'otc-paid', subjectId: '7' });
  await until(() => expect(find('nav [class~="count"]').textContent).toBe('3'));
  expect(find('nav').textContent).toContain('(3)');
  expect(setAppBadge).toHaveBeenLastCalledWith(3);
  over.abort();
  await until(() => expect(document.querySelector('nav [class~="count"]')).toBeNull());
});

const LOST = '6d1f4c1e-2b6f-4f3a-9a55-0c9b8e0d7f11';
const DONE = 'What you sent earlier was carried out';
const NOT_DONE = 'What you sent earlier was not carried out. Nothing has changed';
const linkShown = () => find('[role="status"] a').getAttribute('href');

it('tells how a money call of an earlier run ended, and a tap leads to its record', async () => {
  worker.settlement = { state: 'done', answer: { order: { id: '44' } } as never };
  worker.emit({ type: 'settled', intentId: LOST, call: 'createCustodyOrder', result: 'done' });
  await toasted(DONE);
  expect(linkShown()).toBe(hrefTo(paths.custodyOrders, { id: '44' }));
  click(find('[role="status"] a'));
  expect(currentToast()).toBeNull();
});

it('tells it also when it was settled before anybody listened, and that nothing came of it', async () => {
  over.abort();
  worker.emit({ type: 'settled', intentId: LOST, call: 'requestWithdrawal', result: 'absent' });
  await until(() => expect(bridge().settled).toHaveLength(1));
  expect(currentToast()).toBeNull();
  over = new AbortController();
  startNotices(i18n, over.signal);
  await toasted(NOT_DONE);
  expect(linkShown()).toBe(hrefTo(paths.withdrawals));
  expect(bridge().settled).toEqual([]);
});

it('leaves to the screen what was confirmed in this page', async () => {
  const own = bridge().beginIntent();
  bridge().intents.renew(own);
  for (const intentId of [own, bridge().intents.newestOf(own)])
    worker.emit({ type: 'settled', intentId, call: 'createCustodyOrder', result: 'done' });
  worker.emit({ type: 'settled', intentId: LOST, call: 'exchangeAssets', result: 'absent' });
  await toasted(NOT_DONE);
  expect(linkShown()).toBe(hrefTo(paths.exchanges));
});

it('knows a screen for the record of every call that moves money', () => {
  const money = Object.values(calls).filter(({ effect }) => effect === 'money');
  expect(money.length).toBeGreaterThan(10);
  for (const { name } of money) {
    const { path } = recordHref(name, null);
    expect([name, path === paths.cashStatement]).toEqual([name, name === 'transferToAccount']);
  }
  expect(recordHref('buyUsdt', { order: { id: '7' } })).toEqual({
    path: paths.otcOrder,
    query: { id: '7', market: 'any' },
  });
});
