import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CallError } from '../../../../contract/errors';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import { hasReturn } from '../../../../src/app/return-to';
import { clearFlows } from '../../../../src/pages/account/flow/flow';
import Withdraw from '../../../../src/pages/withdraw/Withdraw';
import { find, press, type } from '../../support/render';
import { FakeWorker, refusal, type Handlers } from '../fake-worker';
import { METHODS, paymentsOf } from '../identity-fixtures';
import { named, open, tap, text, until, untilText } from '../support';
import { ANSWERS, closedFor, conditions, configOf, HOUR_MS, quoteOf, withdrawalOf } from './withdraw-fixtures';

function show(changes: Handlers = {}): FakeWorker {
  const worker = new FakeWorker({ ...ANSWERS, ...changes });
  open(Withdraw, worker);
  return worker;
}
const amountField = () => find<HTMLInputElement>('input[inputmode=decimal]');
const enter = (amount: string) => type(amountField(), amount);
const next = () => named('Next: check and confirm') as HTMLButtonElement;
const codeField = () => find<HTMLInputElement>('input[autocomplete="one-time-code"]');

async function toConfirmation(): Promise<void> {
  await untilText('Available 600');
  enter('500');
  await until(() => expect(next().disabled).toBe(false));
  await tap('Next: check and confirm');
  await untilText('Confirm withdrawal', 'Step 1 of 3');
}
async function enterSentCode(): Promise<void> {
  await tap('Send code');
  await untilText('Sent to li***@example.com');
  await act(async () => type(codeField(), '111111'));
  await untilText('Step 2 of 3');
}
async function enterAuthenticatorCode(code = '222222'): Promise<void> {
  await act(async () => type(codeField(), code));
  await untilText('Trade password');
}
async function enterPassword(): Promise<void> {
  const dialog = find<HTMLElement>('dialog');
  for (const digit of '246810') press(dialog, digit);
  await act(async () => {});
}
async function submit(): Promise<void> {
  await toConfirmation();
  await enterSentCode();
  await enterAuthenticatorCode();
  await enterPassword();
}
/** Refuses the first try and lets the second pass. */
function refusingOnce(error: CallError): Handlers['requestWithdrawal'] {
  let tries = 0;
  return () => ((tries += 1) === 1 ? error : { withdrawal: withdrawalOf() });
}

beforeEach(() => {
  clearFlows();
  appHistory.replace(paths.withdraw);
});

describe('the window', () => {
  it('says until when it is open, in the operator’s zone', async () => {
    const closesAt = Date.UTC(2100, 0, 4, 13);
    show({ withdrawalConfig: () => configOf({ window: { ...configOf().window, closesAt } }) });
    await untilText('Open now', '9:00 PM GMT+8', 'Monday to Friday 09:00–21:00', 'Asia/Shanghai', 'closes in');
  });

  it('that is closed says why and counts down by the gateway’s clock, and nothing can be sent', async () => {
    // The gateway's clock is a day behind this device's.
    const behind = closedFor(2 * HOUR_MS);
    const [serverTime, opensAt] = [behind.serverTime - 24 * HOUR_MS, (behind.opensAt ?? 0) - 24 * HOUR_MS];
    const window = { ...behind, serverTime, opensAt, holidays: ['2026-12-25'] };
    const worker = show({ withdrawalConfig: () => configOf({ window }) });
    await untilText('Closed today', 'Dec 25, 2026');
    worker.emit({ type: 'clock', aheadMs: -24 * HOUR_MS });
    await until(() => expect(text()).toMatch(/opens in (2:00:00|1:5\d:\d\d)/));
    enter('500');
    await untilText('501.500000');
    expect((named('Opens in') as HTMLButtonElement).disabled).toBe(true);
  });

  it('is asked for anew when it turns', async () => {
    let asked = 0;
    show({
      withdrawalConfig: () => configOf((asked += 1) === 1 ? { window: { ...closedFor(0) } } : {}),
    });
    await untilText('Open now');
    expect(asked).toBeGreaterThan(1);
  });
});

describe('the checklist', () => {
  it('names everything that is missing, with the way to it and back, and hides the form', async () => {
    const lacking = { identity: null, authenticator: null, 'trade-password': null, method: null };
    show({ withdrawalConfig: () => configOf({ conditions: conditions(lacking) }) });
    await untilText('What withdrawing needs', 'No security pause', 'Fulfilled');
    expect(document.querySelector('input')).toBeNull();
    expect(text().match(/Missing/g)).toHaveLength(4);
    await tap('Google Authenticator');
    expect([appHistory.address.path, hasReturn('authenticator')]).toEqual([paths.authenticator, true]);
  });

  it('counts down what only time is missing for, and shows the form meanwhile', async () => {
    const unmet = conditions({ 'security-pause': Date.now() + HOUR_MS });
    show({ withdrawalConfig: () => configOf({ conditions: unmet }) });
    await untilText('No security pause', 'Withdraw to');
    await until(() => expect(text()).toMatch(/in (1:00:00|5\d:\d\d)/));
    enter('500');
    await untilText('501.500000');
    expect(next().disabled).toBe(true);
  });

  it('is gone when all is there', async () => {
    show();
    await untilText('Withdraw to');
    expect(text()).not.toContain('What withdrawing needs');
  });
});

describe('the form', () => {
  it('shows fee, deduction and what arrives as one types, and what is wrong with the amount', async () => {
    show();
    await untilText('Available 600');
    enter('500');
    await untilText('Fee 1 + 0.10%', '1.500000', '501.500000');
    enter('9.999999');
    await untilText('At least 10 USDT');
    expect(next().disabled).toBe(true);
    enter('599');
    await untilText('With the fee this is more than the cash account has');
    expect(next().disabled).toBe(true);
  });

  it('fills in with All what leaves exactly its fee', async () => {
    show();
    await untilText('Available 600');
    await tap('All');
    await until(() => expect(amountField().value).toBe('598.401598'));
    await untilText('600.000000');
    await until(() => expect(next().disabled).toBe(false));
  });

  it('says from when on a method can be used and takes another meanwhile', async () => {
    show({ withdrawalMethods: () => paymentsOf(METHODS) });
    await untilText('usable from', '•••• 4242');
    expect(find<HTMLInputElement>('input[type=radio]:checked').value).toBe('8');
    enter('500');
    await until(() => expect(next().disabled).toBe(false));
    await act(async () => find<HTMLInputElement>('input[value="7"]').click());
    expect(next().disabled).toBe(true);
  });

  it('labels the local test network and keeps what is typed as a draft', async () => {
    const worker = show();
    await untilText('local test network', 'its USDT has no value');
    enter('12.5');
    await until(() => expect(worker.drafts.get('withdraw')).toMatchObject({ amount: '12.5' }));
  });

  it('brings the draft back', async () => {
    const worker = new FakeWorker(ANSWERS);
    worker.drafts.set('withdraw', { methodId: '8', amount: '77' });
    open(Withdraw, worker);
    await until(() => expect(amountField().value).toBe('77'));
    expect(find<HTMLInputElement>('input[type=radio]:checked').value).toBe('8');
  });

  it('sends nothing without a connection and says so', async () => {
    const worker = show();
    await untilText('Available 600');
    worker.emit({ type: 'connection', online: false });
    await untilText('Moving money needs a connection');
    enter('500');
    expect([next().disabled, worker.inputsOf('withdrawalQuote')]).toEqual([true, []]);
  });
});

describe('the confirmation', () => {
  it('asks for both codes and the password, sends once what was shown, and says what comes next', async () => {
    const worker = show();
    await submit();
    await untilText('Pending approval', 'You can cancel it until it is sent.');
    expect(worker.inputsOf('sendWithdrawalCode')).toEqual([{ methodId: '7', amount: '500' }]);
    const sent = { methodId: '7', amount: '500', fee: '1.500000', tradePassword: '246810' };
    expect(worker.inputsOf('requestWithdrawal')).toEqual([
      { ...sent, emailCode: '111111', authenticatorCode: '222222' },
    ]);
    await tap('See the withdrawal');
    await until(() => expect(appHistory.address.search).toContain('id=31'));
  });

  it('shows what arrives, the whole address, the cost, when, and what cannot be undone', async () => {
    show();
    await toConfirmation();
    await untilText('You receive', '0x5290 8400 0985', '9EE7', 'Fee 1 + 0.10%', 'Total deducted', 'After review');
    await untilText('On-chain transfers cannot be undone.', 'free, until it is sent');
  });

  it('does not take a code that was sent for another amount', async () => {
    const worker = show();
    await toConfirmation();
    await enterSentCode();
    await tap('Close');
    enter('400');
    await until(() => expect(next().disabled).toBe(false));
    await tap('Next: check and confirm');
    await untilText('Send code in');
    expect(worker.inputsOf('sendWithdrawalCode')).toHaveLength(1);
  });

  it('asks for the refused code again, with the reason at its cells', async () => {
    const worker = show({
      requestWithdrawal: refusingOnce({
        ...refusal('authenticator-code-used'),
        message: 'This code was used already.',
      }),
    });
    await submit();
    await untilText('Step 2 of 3', 'This code was used already.');
    await enterAuthenticatorCode('333333');
    expect(text()).not.toContain('This code was used already.');
    await enterPassword();
    await untilText('Pending approval');
    const [first, second] = worker.asked.filter(({ name }) => name === 'requestWithdrawal');
    expect(second?.input).toMatchObject({ emailCode: '111111', authenticatorCode: '333333' });
    expect(second?.options).toEqual(first?.options);
  });

  it('goes back to the sent code when that was wrong, and counts down a locked authenticator', async () => {
    const lockedUntil = Date.now() + HOUR_MS;
    const answers = [
      { ...refusal('wrong-code', { triesLeft: 3 }), message: 'Wrong code.' },
      { ...refusal('authenticator-locked', { lockedUntil }), message: 'Locked.' },
    ];
    show({ requestWithdrawal: () => answers.shift() ?? refusal('internal') });
    await submit();
    await untilText('Step 1 of 3', 'Wrong code.');
    await act(async () => type(codeField(), '444444'));
    await untilText('Step 2 of 3');
    await enterAuthenticatorCode();
    await enterPassword();
    await untilText('Step 2 of 3', 'Too many wrong tries: locked for');
  });

  it('keeps the password step for a wrong password', async () => {
    show({ requestWithdrawal: () => refusal('wrong-trade-password', { triesLeft: 4 }) });
    await submit();
    await untilText('Wrong trade password', 'Tries left: 4');
    expect(text()).not.toContain('Step');
  });

  it('shows the new figures when the fee has changed, says so, and sends those as another intent', async () => {
    const quotes = [quoteOf(), quoteOf({ fee: '2.500000', total: '502.500000', feeFixed: '2.000000' })];
    const worker = show({
      withdrawalQuote: () => quotes.shift() ?? refusal('internal'),
      requestWithdrawal: refusingOnce(refusal('fee-changed')),
    });
    await submit();
    await untilText('The fee has changed meanwhile.', '502.500000', 'Fee 2 + 0.10%');
    await enterPassword();
    await untilText('Pending approval');
    const [first, second] = worker.asked.filter(({ name }) => name === 'requestWithdrawal');
    expect(second?.input).toMatchObject({ fee: '2.500000' });
    expect(second?.options).not.toEqual(first?.options);
  });

  it.each([
    ['insufficient-funds', 'The cash account has 20 USDT', { available: '20.000000' }],
    ['method-waiting', 'Not yet.', undefined],
    ['withdrawals-closed', 'Not yet.', { retryAfterMs: HOUR_MS }],
  ] as const)('closes for %s, which is told in the form, and asks again how things stand', async (code, told, data) => {
    const worker = show({ requestWithdrawal: () => ({ ...refusal(code, data), message: 'Not yet.' }) });
    await submit();
    await untilText(told);
    await until(() => expect(document.querySelector('dialog')).toBeNull());
    expect(worker.inputsOf('withdrawalConfig').length).toBeGreaterThan(1);
    expect(amountField().value).toBe('500');
  });
});
