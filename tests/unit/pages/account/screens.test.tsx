import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import { installBridge } from '../../../../src/bridge/bridge';
import { steadyTimers } from '../../support/steady-timers';
import { currentToast } from '../../../../src/components/toast';
import FirstTradePassword from '../../../../src/pages/account/FirstTradePassword';
import Login from '../../../../src/pages/account/Login';
import Register from '../../../../src/pages/account/Register';
import RegisterProfile from '../../../../src/pages/account/RegisterProfile';
import { clearFlows, writeFlow } from '../../../../src/pages/account/flow/flow';
import { writePreference } from '../../../../src/theme/preferences';
import { eventually } from '../../support/eventually';
import { button, click, find, render, type } from '../../support/render';
import { FakeWorker, refusal, type Handlers } from '../fake-worker';

beforeEach(() => {
  clearFlows();
  appHistory.replace('/pages/pdf/pdf');
});

function workerWith(handlers: Handlers, isOpen = false): FakeWorker {
  const worker = new FakeWorker(handlers, isOpen ? undefined : { state: 'anonymous' });
  const bridge = installBridge({ spawn: worker.spawn, timers: steadyTimers });
  bridge.onRefusal = vi.fn();
  bridge.start({ origin: 'https://app.example', lang: 'EN' });
  return worker;
}

function field(label: string): HTMLInputElement {
  const match = [...document.querySelectorAll('label')].find((one) => one.textContent === label);
  return find<HTMLInputElement>(`#${CSS.escape(match?.htmlFor ?? 'no-such-label')}`);
}

async function submit(): Promise<void> {
  await act(async () => find<HTMLFormElement>('form').requestSubmit());
}

const said = (text: string) => eventually(() => expect(document.body.textContent).toContain(text));
const TICKET = 'x'.repeat(43);

describe('Login', () => {
  it('asks for what is missing and sends nothing', async () => {
    const worker = workerWith({});
    render(<Login />);
    await submit();
    await said('Enter your e-mail or mobile number');
    await said('Enter your login password');
    expect(document.activeElement).toBe(field('Mobile number or e-mail'));
    expect(worker.asked).toEqual([]);
  });

  it('judges a field when it is left, then live', async () => {
    workerWith({});
    render(<Login />);
    const name = field('Mobile number or e-mail');
    act(() => name.focus());
    type(name, 'nobody');
    expect(name.getAttribute('aria-invalid')).toBeNull();
    await act(async () => name.blur());
    await said('neither an e-mail address nor a mobile number');
    type(name, 'a@example.com');
    await eventually(() => expect(name.getAttribute('aria-invalid')).toBeNull());
  });

  it("puts the server's refusal at the password, once", async () => {
    const worker = workerWith({
      logInByEmail: () => ({ ...refusal('wrong-credentials'), message: 'Wrong account or password' }),
    });
    render(<Login />);
    type(field('Mobile number or e-mail'), ' A@Example.com ');
    type(field('Login password'), 'secret-77');
    await submit();
    await said('Wrong account or password');
    expect(field('Login password').getAttribute('aria-invalid')).toBe('true');
    expect(worker.inputsOf('logInByEmail')).toEqual([{ loginName: 'a@example.com', password: 'secret-77' }]);
  });

  it('shows the way in when strangers have used up the hour', async () => {
    const limited = refusal('rate-limited', { retryAfterMs: 41 * 60_000 - 1 });
    workerWith({ logInByEmail: () => ({ ...limited, message: 'Too many requests.' }) });
    render(<Login />);
    type(field('Mobile number or e-mail'), 'a@example.com');
    type(field('Login password'), 'secret-77');
    await submit();
    await said('Too many wrong tries. Use “Forgot password?” to get in now, or try again in 41 min.');
    expect(field('Login password').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('Register 1', () => {
  const sent = { resendAt: Date.now() + 60_000, expiresAt: Date.now() + 600_000 };

  it('takes the invitation code of a link and goes on to the e-mail code', async () => {
    const worker = workerWith({ checkRegisterInfo: () => ({ ticket: null }), sendRegisterCode: () => sent });
    appHistory.replace(`${paths.register}?code=abc123`);
    render(<Register />);
    expect(field('Invitation code').value).toBe('abc123');
    type(field('E-mail or mobile number'), 'a@example.com');
    await submit();
    await eventually(() => expect(appHistory.address.path).toBe(paths.registerEmailCode));
    expect(worker.inputsOf('sendRegisterCode')).toEqual([{ email: 'a@example.com', invitationCode: 'ABC123' }]);
  });

  it('still has the code of a link after a look at the login page; the person can change it', async () => {
    const worker = workerWith({ checkRegisterInfo: () => ({ ticket: null }), sendRegisterCode: () => sent });
    writePreference('rab.invited', 'ABC123');
    render(<Register />);
    expect(field('Invitation code').value).toBe('ABC123');
    writePreference('rab.invited', null);
    type(field('E-mail or mobile number'), 'a@example.com');
    type(field('Invitation code'), 'AB-1');
    await submit();
    await said('An invitation code has 6 to 12 letters and digits');
    type(field('Invitation code'), 'xyz789');
    await submit();
    await eventually(() => expect(worker.inputsOf('sendRegisterCode')).toHaveLength(1));
    expect(worker.inputsOf('sendRegisterCode')).toEqual([{ email: 'a@example.com', invitationCode: 'XYZ789' }]);
  });

  it('sends an SMS to a mobile number', async () => {
    const worker = workerWith({ checkRegisterInfo: () => ({ ticket: null }), sendSmsCode: () => sent });
    render(<Register />);
    type(field('E-mail or mobile number'), '138 0013 8000');
    type(field('Invitation code'), 'ABC123');
    await submit();
    await eventually(() => expect(appHistory.address.path).toBe(paths.registerSmsCode));
    expect(worker.inputsOf('sendSmsCode')).toEqual([
      { phone: '13800138000', purpose: 'register', invitationCode: 'ABC123' },
    ]);
  });

  it('stays with an invitation code that is not valid', async () => {
    const worker = workerWith({
      checkRegisterInfo: () => ({ ...refusal('invitation-invalid'), message: 'Not a valid code' }),
    });
    render(<Register />);
    type(field('E-mail or mobile number'), 'a@example.com');
    type(field('Invitation code'), 'ABC123');
    await submit();
    await said('Not a valid code');
    expect(field('Invitation code').getAttribute('aria-invalid')).toBe('true');
    expect(worker.inputsOf('sendRegisterCode')).toEqual([]);
  });
});

describe('Register 3', () => {
  it('proposes a nickname and says when the passwords differ', async () => {
    writeFlow('register', { loginName: 'a@example.com', invitationCode: 'ABC123', ticket: TICKET });
    const worker = workerWith({ randomNickname: () => ({ nickname: 'Quiet Heron' }) });
    render(<RegisterProfile />);
    await eventually(() => expect(field('Nickname').value).toBe('Quiet Heron'));
    type(field('Login password'), 'secret-77');
    type(field('Repeat the password'), 'secret-78');
    await submit();
    await said('Passwords Do Not Match');
    expect(worker.inputsOf('register')).toEqual([]);
  });

  it('starts again without the earlier steps', () => {
    workerWith({});
    render(<RegisterProfile />);
    expect(find('a').getAttribute('href')).toBe(`#${paths.register}`);
  });
});

describe('First trade password', () => {
  const enter = (digits: string) => {
    for (const digit of digits) click(button(digit));
  };

  it('is entered twice and sent once', async () => {
    const worker = workerWith({ bindTradePassword: () => ({}) }, true);
    render(<FirstTradePassword />);
    enter('135790');
    await said('Enter it once more');
    enter('135790');
    await said('Confirm that it is you');
    expect(worker.inputsOf('bindTradePassword')).toEqual([]);
    type(field('Login password'), 'secret-77');
    await submit();
    const sent = [{ tradePassword: '135790', password: 'secret-77' }];
    await eventually(() => expect(worker.inputsOf('bindTradePassword')).toEqual(sent));
    await eventually(() => expect(currentToast()?.text).toBe('The trade password is set'));
  });

  it('begins anew when the two differ', async () => {
    const worker = workerWith({}, true);
    render(<FirstTradePassword />);
    enter('135790');
    await said('Enter it once more');
    enter('135791');
    await said('Passwords Do Not Match');
    await said('Choose a trade password');
    expect(worker.inputsOf('bindTradePassword')).toEqual([]);
  });

  it("says the server's reason for refusing a common one", async () => {
    workerWith({ bindTradePassword: () => ({ ...refusal('password-common'), message: 'Too common' }) }, true);
    render(<FirstTradePassword />);
    enter('123456');
    await said('Enter it once more');
    enter('123456');
    await said('Confirm that it is you');
    type(field('Login password'), 'secret-77');
    await submit();
    await said('Too common');
    await said('Choose a trade password');
  });

  it('is confirmed by a mailed code instead; each refusal is told where it was entered', async () => {
    const isRight = (input: unknown) => (input as { code?: string }).code === '246810';
    const worker = workerWith(
      {
        sendUpdateTradePasswordCode: () => ({ resendAt: Date.now() + 60_000, expiresAt: Date.now() + 600_000 }),
        bindTradePassword: (input) => {
          if ('password' in (input as object)) return { ...refusal('wrong-password'), message: 'Wrong password' };
          return isRight(input) ? {} : { ...refusal('wrong-code'), message: 'Wrong code' };
        },
      },
      true,
    );
    render(<FirstTradePassword />);
    enter('135790');
    await said('Enter it once more');
    enter('135790');
    await said('Confirm that it is you');
    type(field('Login password'), 'secret-77');
    await submit();
    await said('Wrong password');
    expect(field('Login password').getAttribute('aria-invalid')).toBe('true');
    click(button('Use a mailed code instead'));
    await submit();
    await said('Verification code');
    type(find<HTMLInputElement>('input[autocomplete="one-time-code"]'), '111111');
    await said('Wrong code');
    type(find<HTMLInputElement>('input[autocomplete="one-time-code"]'), '246810');
    const right = { tradePassword: '135790', code: '246810' };
    await eventually(() => expect(worker.inputsOf('bindTradePassword').at(-1)).toEqual(right));
    await eventually(() => expect(currentToast()?.text).toBe('The trade password is set'));
  });
});
