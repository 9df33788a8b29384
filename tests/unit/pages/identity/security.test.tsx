import { beforeEach, describe, expect, it } from 'vitest';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import { currentToast } from '../../../../src/components/toast';
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
});
