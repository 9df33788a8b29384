import { beforeEach, describe, expect, it } from 'vitest';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import { currentToast } from '../../../../src/components/toast';
import { deviceName, isHandheld } from '../../../../src/pages/identity/SecurityCentre/device';
import Authenticator from '../../../../src/pages/identity/Authenticator';
import LoginPassword from '../../../../src/pages/identity/LoginPassword';
import SecurityCentre from '../../../../src/pages/identity/SecurityCentre';
import TradePassword from '../../../../src/pages/identity/TradePassword';
import FreezeLink from '../../../../src/pages/account/FreezeLink';
import LoginAuthenticator from '../../../../src/pages/account/LoginAuthenticator';
import { clearFlows, writeFlow } from '../../../../src/pages/account/flow/flow';
import { find, type } from '../../support/render';
import { FakeWorker, refusal, type Handlers } from '../fake-worker';
import { ANSWERS, SECURITY, SETUP, USER } from '../identity-fixtures';
import { field, named, open, tap, tapAt, text, until, untilText } from '../support';

const TICKET = 'x'.repeat(43);

beforeEach(() => {
  clearFlows();
  appHistory.replace(paths.document);
});

const show = (Page: () => React.ReactNode, handlers: Handlers = {}, isOpen = true) => {
  const worker = new FakeWorker({ ...ANSWERS, ...handlers }, isOpen ? undefined : { state: 'anonymous' });
  open(Page, worker);
  return worker;
};
const refused = (code: Parameters<typeof refusal>[0], data?: Parameters<typeof refusal>[1]) => ({
  ...refusal(code, data),
  message: `refused: ${code}`,
});

describe('the link of a security mail', () => {
  it('asks before it freezes, and says what comes then', async () => {
    appHistory.replace(`${paths.freezeLink}?link=${TICKET}`);
    const worker = show(FreezeLink, { freezeAccountByLink: () => ({}) }, false);
    await untilText('Closed at once: withdrawals', 'Every device is logged out.');
    expect(worker.inputsOf('freezeAccountByLink')).toEqual([]);
    await tap('Freeze now');
    await untilText('The account is frozen, and every device is logged out.');
    expect(worker.inputsOf('freezeAccountByLink')).toEqual([{ link: TICKET }]);
  });

  it('says so when it works no more', async () => {
    appHistory.replace(`${paths.freezeLink}?link=${TICKET}`);
    show(FreezeLink, { freezeAccountByLink: () => refused('ticket-expired') }, false);
    await tap('Freeze now');
    await untilText('This link does not work any more.');
  });
});

describe('the second step of logging in', () => {
  // First: the way back to a root unwinds the history, which happy-dom cannot.
  it('begins anew when the ticket has run out', async () => {
    writeFlow('second-step', { ticket: TICKET });
    show(LoginAuthenticator, { confirmLogin: () => refused('ticket-expired') }, false);
    type(find('input'), '123456');
    await until(() => expect(appHistory.address.path).toBe(paths.login));
  });

  it('takes six digits, says what is wrong with them, and takes a recovery code instead', async () => {
    writeFlow('second-step', { ticket: TICKET });
    const worker = show(LoginAuthenticator, { confirmLogin: () => refused('wrong-authenticator-code') }, false);
    type(find('input'), '123456');
    await untilText('refused: wrong-authenticator-code');
    await tap('Use a recovery code');
    type(field('Recovery code'), 'nonsense');
    await tap('Continue');
    await untilText('A recovery code looks like');
    type(field('Recovery code'), ' ABCDE-FG234 ');
    await tap('Continue');
    await until(() => expect(worker.inputsOf('confirmLogin')).toHaveLength(2));
    expect(worker.inputsOf('confirmLogin')).toEqual([
      { ticket: TICKET, code: '123456' },
      { ticket: TICKET, code: 'abcde-fg234' },
    ]);
  });

  it('begins anew without a ticket', () => {
    show(LoginAuthenticator, {}, false);
    expect(named('Start again').getAttribute('href')).toContain(paths.login);
  });
});

describe('the login password', () => {
  it('is changed with the old one, the new one twice, and a code', async () => {
    let answer = () => refused('wrong-password') as never;
    const worker = show(LoginPassword, {
      sendUpdateLoginPasswordCode: () => ({ resendAt: Date.now() + 60_000, expiresAt: Date.now() + 600_000 }),
      updateLoginPassword: () => answer(),
    });
    await tap('Send code');
    await untilText('Enter your present login password', 'Choose a login password');
    expect(worker.inputsOf('sendUpdateLoginPasswordCode')).toEqual([]);
    type(field('Present login password'), 'old-secret');
    type(field('New login password'), 'new-secret');
    type(field('Repeat the password'), 'other');
    await tap('Send code');
    await untilText('Passwords Do Not Match');
    type(field('Repeat the password'), 'new-secret');
    await tap('Send code');
    await untilText('Sent to li***@example.com', 'Resend in');
    await tap('Set the new password');
    await untilText('Enter the six digits');
    type(field('Verification code'), '135790');
    await untilText('refused: wrong-password');
    expect(document.activeElement).toBe(field('Present login password'));
    answer = () => refused('wrong-code') as never;
    await tap('Set the new password');
    await untilText('refused: wrong-code');
    answer = () => ({}) as never;
    type(field('Verification code'), '246802');
    await until(() => expect(currentToast()?.text).toContain('Other devices are logged out'));
    expect(worker.inputsOf('updateLoginPassword').at(-1)).toEqual({
      oldPassword: 'old-secret',
      password: 'new-secret',
      code: '246802',
    });
  });
});

describe('the trade password', () => {
  it('is changed only where there is one', async () => {
    show(TradePassword, { securityInfo: () => ({ ...SECURITY, hasTradePassword: false }) });
    await untilText('Set a trade password');
    expect(named('Set a trade password').getAttribute('href')).toContain(paths.firstTradePassword);
  });

  it('puts a wrong one at its field', async () => {
    writeFlow('trade-password', { resendAt: Date.now() + 30_000 });
    show(TradePassword, { updateTradePassword: () => refused('wrong-trade-password') });
    type(field('Present trade password'), '111111');
    type(field('New trade password'), '12345');
    type(field('Repeat the password'), '12345');
    type(field('Verification code'), '135790');
    await untilText('Six digits or more');
    type(field('New trade password'), '975310');
    type(field('Repeat the password'), '975310');
    await tap('Set the new password');
    await untilText('refused: wrong-trade-password');
  });
});

describe('the authenticator', () => {
  const RECOVERY = ['abcde-fg234', 'bcdef-gh345'];

  it('needs a connection, says so, and is there as soon as there is one', async () => {
    const worker = show(Authenticator, { authenticatorSetup: () => refusal('offline') });
    await untilText('An authenticator can only be set up online');
    worker.emit({ type: 'connection', online: false });
    await until(() => expect(worker.inputsOf('authenticatorSetup')).toHaveLength(2));
    expect(text()).not.toContain('Nothing was sent');
    worker.handlers.authenticatorSetup = ANSWERS.authenticatorSetup;
    worker.emit({ type: 'connection', online: true });
    await untilText('JBSW Y3DP EHPK 3PXP');
  });

  it('keeps the key that was scanned when the page comes back to the front', async () => {
    const worker = show(Authenticator);
    await untilText('JBSW');
    worker.emit({ type: 'changed', calls: ['authenticatorSetup'] });
    document.dispatchEvent(new Event('visibilitychange'));
    await until(() => expect(worker.inputsOf('authenticatorSetup')).toHaveLength(1));
  });

  it('is replaced: a code of the new one, then one of the old one; a new one that ran out is asked for again', async () => {
    let answer = () => refused('wrong-authenticator-code') as never;
    const worker = show(Authenticator, {
      authenticatorSetup: () => ({ ...SETUP, boundAt: 1, recoveryCodesLeft: 2 }),
      replaceAuthenticator: () => answer(),
    });
    await untilText('Recovery codes left: 2');
    await tap('Replace the authenticator');
    type(field('Code of the new authenticator'), '111111');
    await untilText('Code of the old authenticator');
    type(field('Code of the old authenticator'), '222222');
    await untilText('Code of the new authenticator', 'refused: wrong-authenticator-code');
    type(field('Code of the new authenticator'), '333333');
    await untilText('Code of the old authenticator');
    answer = () => refused('wrong-authenticator-code', { triesLeft: 4 }) as never;
    type(field('Code of the old authenticator'), '444444');
    await untilText('refused: wrong-authenticator-code');
    expect(text()).toContain('Code of the old authenticator');
    answer = () => ({ recoveryCodes: RECOVERY }) as never;
    await tap('Use a recovery code');
    type(field('Recovery code'), 'abcde-fg234');
    await tap('Continue');
    await untilText(...RECOVERY);
    expect(worker.inputsOf('replaceAuthenticator').at(-1)).toMatchObject({ code: '333333', current: 'abcde-fg234' });
  });
});

describe('the security centre', () => {
  const FROZEN = { ...SECURITY, freeze: { frozenAt: Date.now() - 1_000, thawsAt: null, waitMs: 86_400_000 } };

  it.each([
    ['Login password', 'loginPasswordLockedUntil'],
    ['Trade password', 'tradePasswordLockedUntil'],
    ['Google Authenticator', 'authenticatorLockedUntil'],
  ] as const)('says how long the %s stays locked, and of nothing else', async (name, moment) => {
    show(SecurityCentre, {
      securityInfo: () => ({ ...SECURITY, [moment]: Date.now() + 14 * 60_000 + 59_000 }),
    });
    await untilText(`${name}: too many wrong tries, locked for 14:`);
    expect(text().split('too many wrong tries')).toHaveLength(2);
  });

  it('says when a lost authenticator is taken off, and keeps it for whoever still has it', async () => {
    const worker = show(SecurityCentre, {
      securityInfo: () => ({ ...SECURITY, authenticatorBoundAt: 1, authenticatorResetAt: Date.now() + 71 * 3_600_000 }),
      keepAuthenticator: () => ({}),
    });
    await untilText('was reported lost and will be taken off in', 'Keep my authenticator');
    await tap('Keep my authenticator');
    await until(() => expect(worker.inputsOf('keepAuthenticator')).toEqual([{}]));
  });

  it('freezes only after asking, which says what it closes and how it ends', async () => {
    const worker = show(SecurityCentre, { freezeAccount: () => ({}) });
    await untilText('Freeze account');
    await tap('Freeze account');
    await untilText('Closed at once: withdrawals', 'Every other device is logged out.', 'It ends only by');
    expect(worker.inputsOf('freezeAccount')).toEqual([]);
    await tapAt('dialog button[class*="danger"]');
    await until(() => expect(worker.inputsOf('freezeAccount')).toEqual([{}]));
    await until(() => expect(currentToast()?.text).toBe('The account is frozen'));
  });

  it('shows a frozen account with the way to its thaw, and no button to freeze it', async () => {
    show(SecurityCentre, { securityInfo: () => FROZEN });
    await untilText('The account is frozen', 'Thaw account');
    expect(named('Thaw account').getAttribute('href')).toContain('view=thaw');
    expect(text()).not.toContain('Freeze account');
  });

  it('counts down to the thaw, which can be taken back', async () => {
    const frozen = { ...FROZEN.freeze, thawsAt: Date.now() + 3_600_000 * 5 + 59_000 };
    const worker = show(SecurityCentre, {
      securityInfo: () => ({ ...SECURITY, freeze: frozen }),
      freezeAccount: () => ({}),
    });
    await untilText('It thaws in 5:00:');
    await tap('Keep it frozen');
    await until(() => expect(worker.inputsOf('freezeAccount')).toEqual([{}]));
    await until(() => expect(currentToast()?.text).toBe('The account stays frozen'));
  });

  it('thaws by document number and code, each refusal at its place', async () => {
    appHistory.replace(`${paths.securityCentre}?view=thaw`);
    let answer = () => refused('identity-mismatch') as never;
    const worker = show(SecurityCentre, {
      securityInfo: () => FROZEN,
      sendThawCode: () => ({ resendAt: Date.now() + 60_000, expiresAt: Date.now() + 600_000 }),
      askThaw: () => answer(),
    });
    await untilText('The account thaws 24 hours after this.');
    await tap('Send code');
    await untilText('Enter the number of your document');
    type(field('Document number'), 'g12345678');
    await tap('Send code');
    await untilText('Sent to li***@example.com');
    type(field('Verification code'), '135790');
    await untilText('refused: identity-mismatch');
    expect(document.activeElement).toBe(field('Document number'));
    answer = () => refused('wrong-code') as never;
    type(field('Verification code'), '135791');
    await untilText('refused: wrong-code');
    answer = () => ({ thawsAt: Date.now() + 86_400_000 }) as never;
    type(field('Verification code'), '246802');
    await until(() => expect(currentToast()?.text).toBe('The wait for the thaw has begun'));
    expect(worker.inputsOf('askThaw').at(-1)).toEqual({ documentNumber: 'G12345678', code: '246802' });
  });

  it('leads to the real name first where none is approved', async () => {
    appHistory.replace(`${paths.securityCentre}?view=thaw`);
    show(SecurityCentre, {
      securityInfo: () => FROZEN,
      userInfo: () => ({ ...USER, identity: 'not-verified' }),
    });
    await untilText('Your real name has to be verified first');
    expect(named('Real-name verification').getAttribute('href')).toContain(paths.identity);
  });

  it('ends all others only after asking', async () => {
    const worker = show(SecurityCentre, { revokeOtherSessions: () => ({ revoked: 1 }) });
    await untilText('Log out other devices');
    await tap('Log out other devices');
    await untilText('Every device but this one');
    expect(worker.inputsOf('revokeOtherSessions')).toEqual([]);
    await tapAt('dialog button[class*="danger"]');
    await until(() => expect(worker.inputsOf('revokeOtherSessions')).toEqual([{}]));
  });
});

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36 Edg/131.0',
    'Edge · Windows',
    false,
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36',
    'Chrome · Android',
    true,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari · iPhone',
    true,
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox · macOS', false],
  ['curl/8', null, false],
])('%s is %s', (userAgent, name, handheld) => {
  expect(deviceName(userAgent)).toBe(name);
  expect(isHandheld(userAgent)).toBe(handheld);
});
