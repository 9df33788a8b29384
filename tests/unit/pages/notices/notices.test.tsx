import { afterEach, beforeEach, expect, it } from 'vitest';
import { i18n } from '@lingui/core';
import type { ToldNotice } from '../../../../contract/calls/telling';
import { NOTICE_KINDS, NOTICES } from '../../../../contract/notices';
import { appHistory } from '../../../../src/app/navigation';
import { pathName, paths } from '../../../../src/app/paths';
import { startNotices } from '../../../../src/app/shell/notices';
import Notices from '../../../../src/pages/notices/Notices';
import { addressToOpen } from '../../../../src/telling/opening';
import { markRead, readMarks, UNMARKED } from '../../../../src/telling/read-marks';
import { unreadWith } from '../../../../src/telling/useUnreadNotices';
import { FakeWorker, refusal } from '../fake-worker';
import { goodHandlers } from '../fixtures';
import { install, named, open, tap, text, until, untilText } from '../support';

const NOW = Date.now();
const notice = (over: Partial<ToldNotice>): ToldNotice => ({
  id: '1',
  kind: 'deposit-credited',
  category: 'money',
  subjectId: '7',
  at: NOW,
  isRead: false,
  reason: null,
  ...over,
});
const ALL: ToldNotice[] = [
  notice({ id: '4' }),
  notice({ id: '3', kind: 'withdrawal-failed', subjectId: '5', at: NOW - 1_000, reason: 'The card does not exist' }),
  notice({ id: '2', kind: 'of-a-later-gateway', category: 'another', at: NOW - 2_000, isRead: true }),
  notice({ id: '1', kind: 'otc-paid', category: 'orders', subjectId: '9', at: NOW - 3_000 }),
];
const unread = () => [...document.querySelectorAll('[data-unread]')].length;
let worker: FakeWorker;
let over: AbortController;

beforeEach(() => {
  over = new AbortController();
  worker = new FakeWorker({
    ...goodHandlers(),
    toldNotices: ({ category }) => ({
      items: ALL.filter((one) => category === undefined || one.category === category),
      nextCursor: null,
    }),
    unreadNotices: () => ({ count: 3 }),
    markNoticesRead: () => ({}),
  });
  appHistory.replace(paths.notices);
});
afterEach(() => {
  over.abort();
  readMarks.set(UNMARKED);
});

it('lists what the person was told, with the reason of a failure, also what only a later gateway knows', async () => {
  open(Notices, worker);
  await untilText('Your deposit was credited', 'Withdrawal failed', 'The card does not exist', 'The buyer has paid');
  expect(text()).toContain('Something has happened in your account');
  expect(unread()).toBe(3);
});

it('opens the thing itself and marks it as read', async () => {
  open(Notices, worker);
  await untilText('The buyer has paid');
  await tap('The buyer has paid');
  expect(appHistory.address).toMatchObject({ path: paths.otcOrder, search: 'id=9' });
  await until(() => expect(worker.inputsOf('markNoticesRead')).toEqual([{ ids: ['1'] }]));
  // The list that the device keeps is from before.
  await until(() => expect(unread()).toBe(2));
  await until(() => expect(worker.drafts.get('read-notices')).toMatchObject({ untoldIds: '', untoldUntil: '0' }));
});

it('narrows to a category, and says where it has none', async () => {
  open(Notices, worker);
  await untilText('The buyer has paid');
  appHistory.replace(`${paths.notices}?category=orders`);
  await until(() => expect(text()).not.toContain('Withdrawal failed'));
  appHistory.replace(`${paths.notices}?category=income`);
  await untilText('No match');
});

it('marks all as read without a connection, and tells it when there is one again', async () => {
  let isOffline = true;
  worker.handlers.markNoticesRead = () => (isOffline ? { ...refusal('offline'), retryable: true } : {});
  open(Notices, worker);
  await untilText('The buyer has paid');
  await tap('Mark all as read');
  await until(() => expect(unread()).toBe(0));
  expect(unreadWith(3, readMarks.get())).toBe(0);
  await until(() => expect(worker.drafts.get('read-notices')).toMatchObject({ untoldUntil: String(NOW) }));
  // The app is started anew, with a connection.
  readMarks.set(UNMARKED);
  isOffline = false;
  startNotices(i18n, over.signal);
  await until(() => expect(worker.inputsOf('markNoticesRead')).toEqual([{ until: NOW }, { until: NOW }]));
  await until(() => expect(worker.drafts.get('read-notices')).toMatchObject({ untoldIds: '', untoldUntil: '0' }));
});

it('keeps the marks that are made while others are told', async () => {
  let answer = () => {};
  worker.handlers.markNoticesRead = () => new Promise((resolve) => (answer = () => resolve({})));
  install(worker);
  markRead({ id: '1' });
  await until(() => expect(worker.inputsOf('markNoticesRead')).toHaveLength(1));
  markRead({ id: '2' });
  answer();
  await until(() => expect(worker.inputsOf('markNoticesRead')).toEqual([{ ids: ['1'] }, { ids: ['2'] }]));
  answer();
  await until(() => expect(readMarks.get()).toEqual({ ids: ['1', '2'], until: 0, untold: { ids: [], until: 0 } }));
});

it('marks as read whoever comes by a notice', async () => {
  appHistory.replace(`${paths.deposits}?id=7&notice=4`);
  install(worker);
  startNotices(i18n, over.signal);
  await until(() => expect(worker.inputsOf('markNoticesRead')).toEqual([{ ids: ['4'] }]));
});

it('knows a screen for every kind', () => {
  for (const kind of NOTICE_KINDS) {
    const [path = ''] = NOTICES[kind].opens.split('?');
    expect(pathName(path), kind).toBeDefined();
  }
  expect(addressToOpen({ kind: 'of-a-later-gateway', subjectId: '7' })).toBe(paths.notices);
  expect(addressToOpen({ kind: 'deposit-credited', subjectId: '7' })).toBe(`${paths.deposits}?id=7`);
});

it('names the account that a notice is about where another one is shown, and says it in the address', async () => {
  const accounts = [
    { id: '10', kind: 'main' as const, name: 'Main', totalUsdt: '1', isCurrent: true, createdAt: NOW },
    { id: '11', kind: 'sub' as const, name: 'Savings', totalUsdt: '1', isCurrent: false, createdAt: NOW },
  ];
  worker.handlers.tradingAccounts = () => ({ accounts });
  worker.handlers.toldNotices = () => ({
    items: [notice({ id: '2', accountId: '11' }), notice({ id: '1', kind: 'withdrawal-paid', accountId: '10' })],
    nextCursor: null,
  });
  open(Notices, worker);
  await untilText('Savings');
  expect(text()).not.toContain('Main account');
  await tap('Your deposit was credited');
  expect(appHistory.address).toMatchObject({ path: paths.deposits, search: 'id=7&owner-account=11' });
});

it('says when there is nothing', async () => {
  worker.handlers.toldNotices = () => ({ items: [], nextCursor: null });
  open(Notices, worker);
  await untilText('What happens to your money, orders and account is listed here.');
  expect((named('Mark all as read') as HTMLButtonElement).disabled).toBe(true);
});
