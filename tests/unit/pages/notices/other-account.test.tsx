import { beforeEach, expect, it } from 'vitest';
import type { CallOutput } from '../../../../contract/index';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import { currentToast, toast } from '../../../../src/components/toast';
import OtherAccount from '../../../../src/pages/notices/OtherAccount';
import { isOfAnother } from '../../../../src/telling/owner';
import { FakeWorker, refusal } from '../fake-worker';
import { named, open, tap, text, until, untilText } from '../support';

const account = (id: string, over: object) => ({ id, totalUsdt: '1', createdAt: 1, name: '', ...over });
const ACCOUNTS = {
  accounts: [
    account('10', { kind: 'main', isCurrent: true }),
    account('11', { kind: 'sub', name: 'Savings', isCurrent: false }),
  ],
} as CallOutput<'tradingAccounts'>;
let worker: FakeWorker;

beforeEach(() => {
  toast.clear();
  worker = new FakeWorker({ tradingAccounts: () => ACCOUNTS });
});

const at = (search: string) => appHistory.replace(`${paths.deposits}?id=7&${search}`);
const atHome = () => until(() => expect(appHistory.address.path).toBe(paths.home));

it('says which account the notice is about and which one is shown, and switches', async () => {
  at('notice=3&owner=1&owner-account=11');
  worker.handlers.switchAccount = () => ({ userId: '1', accountId: '11', expiresAt: 2, token: 't'.repeat(43) });
  open(OtherAccount, worker);
  await untilText('This notification is about your account Savings. Shown now: Main account.');
  await tap('Switch to Savings');
  await until(() => expect(worker.inputsOf('switchAccount')).toEqual([{ accountId: '11' }]));
  await until(() => expect(currentToast()?.text).toBe('Everything is now shown for Savings'));
  expect(appHistory.address.search).toContain('id=7');
});

it('leaves the shown account as it is where the person does not want to switch', async () => {
  at('owner-account=11');
  open(OtherAccount, worker);
  await untilText('Savings');
  await tap('Later');
  await atHome();
  expect(worker.inputsOf('switchAccount')).toEqual([]);
});

it('says that switching needs a connection', async () => {
  at('owner-account=11');
  open(OtherAccount, worker);
  await untilText('Savings');
  worker.emit({ type: 'connection', online: false });
  await untilText('Switching needs a connection');
  expect((named('Switch to Savings') as HTMLButtonElement).disabled).toBe(true);
});

it.each(['owner=2&owner-account=20', 'owner=2', 'owner-account=20'])(
  'leads home from what is not theirs: %s',
  async (search) => {
    at(search);
    open(OtherAccount, worker);
    await atHome();
    expect(currentToast()?.text).toBe('That notification is not for whoever is logged in here');
  },
);

it('judges nothing before it knows the accounts', async () => {
  at('owner-account=11');
  worker.handlers.tradingAccounts = () => ({ ...refusal('offline'), retryable: true });
  open(OtherAccount, worker);
  await until(() => expect(worker.inputsOf('tradingAccounts').length).toBeGreaterThan(0));
  await until(() => expect(text()).toContain('Retry'));
  expect(appHistory.address.path).toBe(paths.deposits);
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
