/** Messages in English. */
import type { CodeMail, MailText, MessageTexts } from './text';

const withCode: CodeMail = (subject, purpose, code, minutes, about = []) => ({
  subject,
  text: `Hello,

${purpose}

    ${code}

${about.map((line) => `${line}\n`).join('')}It is valid for ${minutes} minutes and can be used once.
Never share this code with anyone. RAB staff will never ask you for it.

If you did not ask for it, you can ignore this message: without the code nothing happens.

RAB
`,
});

/** Tells that something has happened, and what to do when it was not the owner. */
function notice(subject: string, happened: string): MailText {
  return {
    subject,
    text: `Hello,

${happened}

If it was not you, set a new log-in password at once with "Forgot password" and contact customer service. Never share passwords or codes with anyone.

RAB
`,
  };
}

export const en: MessageTexts = {
  freezeNote: 'Not you, or in doubt? This link freezes your account at once, without logging in:',
  mail: {
    registerCode: (code, minutes) =>
      withCode(`Your RAB registration code: ${code}`, 'Your code for registering with RAB is', code, minutes),
    loginCode: (code, minutes) =>
      withCode(`Your RAB log-in code: ${code}`, 'Your code for logging in to RAB is', code, minutes),
    forgetCode: (code, minutes) =>
      withCode(
        `Your RAB password reset code: ${code}`,
        'Your code for setting a new RAB log-in password is',
        code,
        minutes,
      ),
    loginPasswordCode: (code, minutes) =>
      withCode(
        `Your RAB code for a new log-in password: ${code}`,
        'Your code for changing your RAB log-in password is',
        code,
        minutes,
      ),
    tradePasswordCode: (code, minutes) =>
      withCode(
        `Your RAB code for a new trade password: ${code}`,
        'Your code for changing your RAB trade password is',
        code,
        minutes,
      ),
    thawCode: (code, minutes) =>
      withCode(
        `Your RAB code for thawing the account: ${code}`,
        'Your code for ending the freeze of your RAB account is',
        code,
        minutes,
      ),
    withdrawCode: (code, minutes, { amount, target }) =>
      withCode(`Your RAB withdrawal code: ${code}`, 'Your code for this withdrawal from RAB is', code, minutes, [
        `Amount: ${amount}`,
        `To: ${target}`,
      ]),
    alreadyRegistered: () => ({
      subject: 'You already have a RAB account',
      text: `Hello,

Somebody, probably you, tried to register with RAB using this address. You already have an account, so no new one was created and no code was sent.

Log in with your password, or choose "Forgot password" to set a new one. If it was not you, there is nothing to do: your account is unchanged.
Never share passwords or codes with anyone.

RAB
`,
    }),
    deviceNew: () =>
      notice(
        'A new device has logged in to your RAB account',
        'A device that was not known has just logged in to your RAB account. The security centre lists all devices, and can log each of them out.',
      ),
    passwordChanged: () => ({
      subject: 'Your RAB log-in password was changed',
      text: `Hello,

The log-in password of your RAB account has just been changed with a code that was sent to you. All other devices have been logged out, and withdrawals stay closed for a while for your protection.

If it was not you, set a new password at once with "Forgot password" and contact customer service. Never share passwords or codes with anyone.

RAB
`,
    }),
    tradePasswordChanged: () =>
      notice(
        'Your RAB trade password was changed',
        'The trade password of your RAB account has just been changed. Withdrawals stay closed for a while for your protection.',
      ),
    authenticatorChanged: () =>
      notice(
        'The authenticator of your RAB account was changed',
        'An authenticator has just been bound to your RAB account. Withdrawals stay closed for a while for your protection.',
      ),
    passwordGuessed: () =>
      notice(
        'Wrong passwords were tried on your RAB account',
        'Somebody has entered wrong log-in passwords for your RAB account many times, on devices that have never logged in to it. Nobody got in. Your account stays open to you: devices that you have used before log in as usual, and on any other one "Forgot password" works.',
      ),
    authenticatorLocked: () =>
      notice(
        'The authenticator of your RAB account is locked for a while',
        'Wrong authenticator codes have been entered for your RAB account several times, by somebody who knows your log-in password or uses one of your devices. Codes are refused for a while, longer each time.',
      ),
    authenticatorResetBegun: () =>
      notice(
        'The authenticator of your RAB account will be taken off',
        'The authenticator of your RAB account was reported lost, and an identity check was made. In 72 hours it will be taken off, and the password alone will be enough to log in. If you did not report it, log in and choose "Keep my authenticator" in the security centre: that calls it off.',
      ),
    authenticatorRemoved: () =>
      notice(
        'The authenticator of your RAB account was taken off',
        'The authenticator of your RAB account was taken off, as it was reported lost; its recovery codes are void. Log in and bind a new one. Withdrawals stay closed for a while for your protection.',
      ),
    methodAdded: () =>
      notice(
        'A withdrawal method was added to your RAB account',
        'A withdrawal method has just been added to your RAB account. It can be used after a waiting time.',
      ),
    tradePasswordSet: () =>
      notice(
        'A trade password was set for your RAB account',
        'The first trade password of your RAB account has just been set. Withdrawals stay closed for a while for your protection.',
      ),
    accountFrozen: () =>
      notice(
        'Your RAB account is frozen',
        'Your RAB account has just been frozen. Withdrawals, trading, exchange, transfers, custody and changes of methods and passwords are closed, and other devices have been logged out. To thaw it, log in and open the security centre: it takes proof of identity and a waiting time.',
      ),
    thawBegun: () =>
      notice(
        'Your RAB account is about to thaw',
        'A thaw of your frozen RAB account has just been asked for. The account thaws after a waiting time, which the security centre shows. Until then it stays frozen.',
      ),
    thawTakenBack: () =>
      notice(
        'The thaw of your RAB account was taken back',
        'The thaw of your RAB account has been taken back. The account stays frozen.',
      ),
    accountThawed: () => notice('Your RAB account has thawed', 'Your RAB account has thawed: everything works again.'),
  },
  sms: {
    registerCode: (code, minutes) =>
      `[RAB] Registration code ${code}, valid for ${minutes} minutes. Never share it with anyone.`,
    loginCode: (code, minutes) =>
      `[RAB] Log-in code ${code}, valid for ${minutes} minutes. Never share it with anyone.`,
    forgetCode: (code, minutes) =>
      `[RAB] Password reset code ${code}, valid for ${minutes} minutes. Never share it with anyone.`,
    loginPasswordCode: (code, minutes) =>
      `[RAB] Code ${code} for changing your log-in password, valid for ${minutes} minutes. Never share it with anyone.`,
    tradePasswordCode: (code, minutes) =>
      `[RAB] Code ${code} for changing your trade password, valid for ${minutes} minutes. Never share it with anyone.`,
    thawCode: (code, minutes) =>
      `[RAB] Code ${code} for ending the freeze of your account, valid for ${minutes} minutes. Never share it with anyone.`,
    withdrawCode: (code, minutes, { amount, target }) =>
      `[RAB] Code ${code} for withdrawing ${amount} to ${target}, valid for ${minutes} minutes. Never share it with anyone.`,
    alreadyRegistered: () =>
      '[RAB] Somebody tried to register with this number. You already have an account: log in, or choose "Forgot password". Never share codes with anyone.',
    deviceNew: () =>
      '[RAB] A new device has logged in to your account. If it was not you, reset your log-in password at once and contact customer service.',
    passwordChanged: () =>
      '[RAB] Your log-in password was changed and all other devices were logged out. If it was not you, reset it at once and contact customer service.',
    tradePasswordChanged: () =>
      '[RAB] Your trade password was changed. If it was not you, reset your log-in password at once and contact customer service.',
    authenticatorChanged: () =>
      '[RAB] An authenticator was bound to your account. If it was not you, reset your log-in password at once and contact customer service.',
    passwordGuessed: () =>
      '[RAB] Wrong log-in passwords were entered for your account many times. Nobody got in. If it was not you, set a new log-in password with "Forgot password".',
    authenticatorLocked: () =>
      '[RAB] Wrong authenticator codes were entered for your account several times; codes are refused for a while. If it was not you, reset your log-in password at once and contact customer service.',
    authenticatorResetBegun: () =>
      '[RAB] The authenticator of your account was reported lost and will be taken off in 72 hours. If it was not you, log in at once, choose "Keep my authenticator" in the security centre and contact customer service.',
    authenticatorRemoved: () =>
      '[RAB] The authenticator of your account was taken off; withdrawals stay closed for a while. If it was not you, reset your log-in password at once and contact customer service.',
    methodAdded: () =>
      '[RAB] A withdrawal method was added to your account. If it was not you, reset your log-in password at once and contact customer service.',
    tradePasswordSet: () =>
      '[RAB] A trade password was set for your account. If it was not you, reset your log-in password at once and contact customer service.',
    accountFrozen: () => '[RAB] Your account is frozen. To thaw it, log in and open the security centre.',
    thawBegun: () =>
      '[RAB] A thaw of your frozen account was asked for. It thaws after a waiting time. If it was not you, freeze it again at once.',
    thawTakenBack: () => '[RAB] The thaw of your account was taken back. It stays frozen.',
    accountThawed: () =>
      '[RAB] Your account has thawed: everything works again. If it was not you, freeze it again at once.',
  },
};
