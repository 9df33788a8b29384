import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { i18n } from '@lingui/core';
import type { ToldNotice } from '../../../../contract/calls/telling';
import { NOTICE_KINDS, NOTICES } from '../../../../contract/notices';
import { appHistory } from '../../../../src/app/navigation';
import { pathName, paths } from '../../../../src/app/paths';
import { startNotices } from '../../../../src/app/shell/notices';
import { currentToast, toast } from '../../../../src/components/toast';
import Notices from '../../../../src/pages/notices/Notices';
import OtherAccount from '../../../../src/pages/notices/OtherAccount';
import { addressToOpen } from '../../../../src/telling/opening';
import { isOfAnother } from '../../../../src/telling/owner';
import { markRead, readMarks, UNMARKED } from '../../../../src/telling/read-marks';
import { unreadWith } from '../../../../src/telling/useUnreadNotices';
import type { Part } from '../../support/plainest';
import { FakeWorker, refusal } from '../fake-worker';
import { goodHandlers } from '../fixtures';
import { install, open, tap, text, until, untilText } from '../support';

const NOW = Date.now();
const ALL: Part<ToldNotice>[] = [
  { id: '4', kind: 'deposit-credited', category: 'money', subjectId: '7', at: NOW },
  { id: '3', kind: 'withdrawal-failed', subjectId: '5', at: NOW - 1_000, reason: 'The card does not exist' },
  { id: '2', kind: 'of-a-later-gateway', category: 'another', at: NOW - 2_000, isRead: true },
  { id: '1', kind: 'otc-paid', category: 'orders', subjectId: '9', at: NOW - 3_000 },
];
let worker: FakeWorker;

describe('the notices', () => {
  const unread = () => [...document.querySelectorAll('[data-unread]')].length;
  let over: AbortController;

  beforeEach(() => {
    over = new AbortController();
    worker = new FakeWorker({
      ...goodHandlers(),
      toldNotices: () => ({ items: ALL }),
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
});

describe('a notice of another account', () => {
  const accounts = [
    { id: '10', kind: 'main' as const, name: '', isCurrent: true },
    { id: '11', kind: 'sub' as const, name: 'Savings' },
  ];

  beforeEach(() => {
    toast.clear();
    worker = new FakeWorker({ tradingAccounts: () => ({ accounts }) });
  });

  const at = (search: string) => appHistory.replace(`${paths.deposits}?id=7&${search}`);
  const atHome = () => until(() => expect(appHistory.address.path).toBe(paths.home));

  it.each(['owner=2&owner-account=20', 'owner=2', 'owner-account=20'])(
    'leads home from what is not theirs: %s',
    async (search) => {
      at(search);
      open(OtherAccount, worker);
      await atHome();
      expect(currentToast()?.text).toBe('That notification is not for whoever is logged in here');
    },
  );
});

it.each([
  ['', false],
  ['id=7&notice=3', false],
  ['owner=1', false],
  ['owner=1&owner-account=10', false],
  ['owner=2', true],
  ['owner-account=11', true],
  ['owner=2&owner-account=10', true],
])('a query of %j is another’s: %s', (search, isOther) => {
  expect(isOfAnother(search, { state: 'open', userId: '1', accountId: '10' })).toBe(isOther);
  expect(isOfAnother(search, { state: 'locked' })).toBe(false);
  expect(isOfAnother(search, null)).toBe(false);
});
