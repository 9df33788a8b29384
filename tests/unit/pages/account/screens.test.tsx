import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SessionState } from '../../../../contract/events';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import { currentToast } from '../../../../src/components/toast';
import FirstTradePassword from '../../../../src/pages/account/FirstTradePassword';
import { clearFlows, writeFlow } from '../../../../src/pages/account/flow/flow';
import Login from '../../../../src/pages/account/Login';
import Register from '../../../../src/pages/account/Register';
import RegisterProfile from '../../../../src/pages/account/RegisterProfile';
import { writePreference } from '../../../../src/theme/preferences';
import { button, click, find, type } from '../../support/render';
import { FakeWorker, type Handlers, refusal } from '../fake-worker';
import { field, open, until, untilText } from '../support';

beforeEach(() => {
  clearFlows();
  appHistory.replace('/pages/pdf/pdf');
});

/** Opens a screen to somebody who is not logged in, unless it is said otherwise. */
function show(Page: () => React.ReactNode, handlers: Handlers = {}, session: SessionState = { state: 'anonymous' }) {
  const worker = new FakeWorker(handlers, session);
  open(Page, worker);
  return worker;
}
const INSIDE: SessionState = { state: 'open', userId: '1', accountId: '10' };

async function submit(): Promise<void> {
  await act(async () => find<HTMLFormElement>('form').requestSubmit());
}

const TICKET = 'x'.repeat(43);

describe('Login', () => {
  it('asks for what is missing and sends nothing', async () => {
    const worker = show(Login);
    await submit();
    await untilText('Enter your e-mail or mobile number', 'Enter your login password');
    expect(document.activeElement).toBe(field('Mobile number or e-mail'));
    expect(worker.asked).toEqual([]);
  });

  it("puts the server's refusal at the password, once", async () => {
    const worker = show(Login, {
      logInByEmail: () => ({ ...refusal('wrong-credentials'), message: 'Wrong account or password' }),
    });
    type(field('Mobile number or e-mail'), ' A@Example.com ');
    type(field('Login password'), 'secret-77');
    await submit();
    await untilText('Wrong account or password');
    expect(field('Login password').getAttribute('aria-invalid')).toBe('true');
    expect(worker.inputsOf('logInByEmail')).toEqual([{ loginName: 'a@example.com', password: 'secret-77' }]);
  });

  it('shows the way in when strangers have used up the hour', async () => {
    const limited = refusal('rate-limited', { retryAfterMs: 41 * 60_000 - 1 });
    show(Login, { logInByEmail: () => ({ ...limited, message: 'Too many requests.' }) });
    type(field('Mobile number or e-mail'), 'a@example.com');
    type(field('Login password'), 'secret-77');
    await submit();
    await untilText('Too many wrong tries. Use “Forgot password?” to get in now, or try again in 41 min.');
    expect(field('Login password').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('Register 1', () => {
  const sent = { resendAt: Date.now() + 60_000, expiresAt: Date.now() + 600_000 };

  it('still has the code of a link after a look at the login page; the person can change it', async () => {
    writePreference('rab.invited', 'ABC123');
    const worker = show(Register, { checkRegisterInfo: () => ({ ticket: null }), sendRegisterCode: () => sent });
    expect(field('Invitation code').value).toBe('ABC123');
    writePreference('rab.invited', null);
    type(field('E-mail or mobile number'), 'a@example.com');
    type(field('Invitation code'), 'AB-1');
    await submit();
    await untilText('An invitation code has 6 to 12 letters and digits');
    type(field('Invitation code'), 'xyz789');
    await submit();
    await until(() => expect(worker.inputsOf('sendRegisterCode')).toHaveLength(1));
    expect(worker.inputsOf('sendRegisterCode')).toEqual([{ email: 'a@example.com', invitationCode: 'XYZ789' }]);
  });

  it('sends an SMS to a mobile number', async () => {
    const worker = show(Register, { checkRegisterInfo: () => ({ ticket: null }), sendSmsCode: () => sent });
    type(field('E-mail or mobile number'), '138 0013 8000');
    type(field('Invitation code'), 'ABC123');
    await submit();
    await until(() => expect(appHistory.address.path).toBe(paths.registerSmsCode));
    expect(worker.inputsOf('sendSmsCode')).toEqual([
      { phone: '13800138000', purpose: 'register', invitationCode: 'ABC123' },
    ]);
  });
});

describe('Register 3', () => {
  it('proposes a nickname and says when the passwords differ', async () => {
    writeFlow('register', { loginName: 'a@example.com', invitationCode: 'ABC123', ticket: TICKET });
    const worker = show(RegisterProfile, { randomNickname: () => ({ nickname: 'Quiet Heron' }) });
    await until(() => expect(field('Nickname').value).toBe('Quiet Heron'));
    type(field('Login password'), 'secret-77');
    type(field('Repeat the password'), 'secret-78');
    await submit();
    await untilText('Passwords Do Not Match');
    expect(worker.inputsOf('register')).toEqual([]);
  });
});

describe('First trade password', () => {
  const enter = (digits: string) => {
    for (const digit of digits) click(button(digit));
  };
  async function enterTwice(digits: string): Promise<void> {
    enter(digits);
    await untilText('Enter it once more');
    enter(digits);
    await untilText('Confirm that it is you');
    type(field('Login password'), 'secret-77');
    await submit();
  }

  it('begins anew when the two differ', async () => {
    const worker = show(FirstTradePassword, {}, INSIDE);
    enter('135790');
    await untilText('Enter it once more');
    enter('135791');
    await untilText('Passwords Do Not Match', 'Choose a trade password');
    expect(worker.inputsOf('bindTradePassword')).toEqual([]);
  });

  it('is confirmed by a mailed code instead; each refusal is told where it was entered', async () => {
    const isRight = (input: unknown) => (input as { code?: string }).code === '246810';
    const worker = show(
      FirstTradePassword,
      {
        sendUpdateTradePasswordCode: () => ({ resendAt: Date.now() + 60_000, expiresAt: Date.now() + 600_000 }),
        bindTradePassword: (input) => {
          if ('password' in (input as object)) return { ...refusal('wrong-password'), message: 'Wrong password' };
          return isRight(input) ? {} : { ...refusal('wrong-code'), message: 'Wrong code' };
        },
      },
      INSIDE,
    );
    await enterTwice('135790');
    await untilText('Wrong password');
    expect(field('Login password').getAttribute('aria-invalid')).toBe('true');
    click(button('Use a mailed code instead'));
    await submit();
    await untilText('Verification code');
    type(find<HTMLInputElement>('input[autocomplete="one-time-code"]'), '111111');
    await untilText('Wrong code');
    type(find<HTMLInputElement>('input[autocomplete="one-time-code"]'), '246810');
    const right = { tradePassword: '135790', code: '246810' };
    await until(() => expect(worker.inputsOf('bindTradePassword').at(-1)).toEqual(right));
    await until(() => expect(currentToast()?.text).toBe('The trade password is set'));
  });
});
