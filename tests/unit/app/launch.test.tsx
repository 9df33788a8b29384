import { afterEach, describe, expect, it } from 'vitest';
import type { SessionState } from '../../../contract/events';
import {
  invitationOf,
  isChosenScreen,
  launchTarget,
  likelyStart,
  rememberInside,
  takeInvitation,
} from '../../../src/app/launch';
import { paths } from '../../../src/app/paths';

const open: SessionState = { state: 'open', userId: '1', accountId: '10' };
const anonymous: SessionState = { state: 'anonymous' };
const locked: SessionState = { state: 'locked' };
const everything = () => true;

describe('launch rule (docs/rules.md §16)', () => {
  it('goes home with a session', () => {
    expect(launchTarget('/', open, everything)).toBe(paths.home);
    expect(launchTarget(paths.login, open, everything)).toBe(paths.home);
    expect(launchTarget(paths.custodyOrders, open, everything)).toBe(paths.home);
  });

  it('goes to the login page without', () => {
    expect(launchTarget('/', anonymous, everything)).toBe(paths.login);
    expect(launchTarget(paths.home, anonymous, everything)).toBe(paths.login);
    expect(launchTarget(paths.forgotPasswordNew, anonymous, everything)).toBe(paths.login);
  });

  it.each([
    paths.install,
    paths.register,
    paths.registerEmailCode,
    paths.registerSmsCode,
    paths.assets,
    paths.freezeLink,
    paths.shared,
  ])('leaves %s alone', (path) => {
    expect(launchTarget(path, open, everything)).toBeNull();
    expect(launchTarget(path, anonymous, everything)).toBeNull();
  });

  it('keeps what a shortcut, a link or a notice names, behind the login and the lock as well', () => {
    for (const session of [open, anonymous, locked]) {
      expect(launchTarget(paths.custody, session, everything, true)).toBeNull();
    }
    expect(launchTarget('/', open, (path) => path !== '/', true)).toBe(paths.home);
    expect(launchTarget('/', locked, (path) => path !== '/', true)).toBe(paths.home);
    expect(launchTarget('/', anonymous, (path) => path !== '/', true)).toBe(paths.login);
  });

  it.each([
    ['shortcut=1', true],
    ['id=7&notice=3', true],
    ['id=7', false],
    ['', false],
  ])('a query of %j says that the screen was chosen: %s', (search, isChosen) => {
    expect(isChosenScreen(search)).toBe(isChosen);
  });

  it('lets a path without a screen say that there is no such page', () => {
    expect(launchTarget('/nowhere', open, () => false)).toBeNull();
    expect(launchTarget(paths.document, open, (path) => path !== paths.document)).toBeNull();
  });
});

describe('a start by an invitation link', () => {
  const at = (href: string): Pick<Window, 'location' | 'history'> & { shown: () => string } => {
    let address = new URL(href);
    const history = {
      state: null,
      replaceState: (_state: unknown, _title: string, to: string) => (address = new URL(to, address)),
    };
    return { location: address, history, shown: () => address.href } as never;
  };
  afterEach(() => rememberInside(false));

  it('puts the code behind the hash, and leaves every other address alone', () => {
    const invited = at('https://rab.example/?utm=x&invite=ABC%26123#/');
    takeInvitation(invited);
    expect(invited.shown()).toBe('https://rab.example/#/?invite=ABC%26123');
    const other = at('https://rab.example/?utm=x#/pages/my/my');
    takeInvitation(other);
    expect(other.shown()).toBe('https://rab.example/?utm=x#/pages/my/my');
  });

  it('is likely to end at registration, at Home for somebody who was logged in', () => {
    const address = { path: '/', search: 'invite=ABC123' };
    expect(invitationOf(address)).toBe('ABC123');
    expect(invitationOf({ path: '/', search: 'invite=' })).toBeUndefined();
    expect(invitationOf({ path: paths.home, search: 'invite=ABC123' })).toBeUndefined();
    expect(likelyStart(address)).toBe(paths.register);
    expect(likelyStart({ path: '/', search: '' })).toBe(paths.login);
    rememberInside(true);
    expect(likelyStart(address)).toBe(paths.home);
    expect(likelyStart({ path: paths.trade, search: '' })).toBe(paths.trade);
  });
});
