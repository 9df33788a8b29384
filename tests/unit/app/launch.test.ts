import { describe, expect, it } from 'vitest';
import type { SessionState } from '../../../contract/events';
import { launchTarget } from '../../../src/app/launch';
import { paths } from '../../../src/app/paths';

const open: SessionState = { state: 'open', userId: '1', accountId: '10' };
const anonymous: SessionState = { state: 'anonymous' };
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
  ])('leaves %s alone', (path) => {
    expect(launchTarget(path, open, everything)).toBeNull();
    expect(launchTarget(path, anonymous, everything)).toBeNull();
  });

  it('opens what a shortcut of the icon names, with a session', () => {
    expect(launchTarget(paths.custody, open, everything, true)).toBeNull();
    expect(launchTarget(paths.custody, anonymous, everything, true)).toBe(paths.login);
    expect(launchTarget('/', open, (path) => path !== '/', true)).toBe(paths.home);
  });

  it('lets a path without a screen say that there is no such page', () => {
    expect(launchTarget('/nowhere', open, () => false)).toBeNull();
    expect(launchTarget(paths.team, open, (path) => path !== paths.team)).toBeNull();
  });
});
