import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Withdrawal } from '../../../../contract/calls/withdrawals';
import type { CallError } from '../../../../contract/errors';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import { clearFlows } from '../../../../src/pages/account/flow/flow';
import Records from '../../../../src/pages/withdraw/Records';
import Withdraw from '../../../../src/pages/withdraw/Withdraw';
import { find, type } from '../../support/render';
import { type Handlers, refusal } from '../fake-worker';
import { METHODS, paymentsOf } from '../identity-fixtures';
import {
  enterPassword,
  isDisabled,
  loseConnection,
  opened,
  tap,
  tapAt,
  tapOnceEnabled,
  text,
  until,
  untilText,
} from '../support';
import { ANSWERS, AT, closedFor, conditions, configOf, HOUR_MS, quoteOf, withdrawalOf } from './withdraw-fixtures';

const show = (changes: Handlers = {}) => opened(Withdraw, { ...ANSWERS, ...changes });
const amountField = () => find<HTMLInputElement>('input[inputmode=decimal]');
const enter = (amount: string) => type(amountField(), amount);
const NEXT = 'Next: check and confirm';
const codeField = () => find<HTMLInputElement>('input[autocomplete="one-time-code"]');

async function toConfirmation(): Promise<void> {
  await untilText('Available 600');
  enter('500');
  await tapOnceEnabled(NEXT);
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
    expect(isDisabled('Opens in')).toBe(true);
  });
});

describe('the checklist', () => {
  it('counts down what only time is missing for, and shows the form meanwhile', async () => {
    const unmet = conditions({ 'security-pause': Date.now() + HOUR_MS });
    show({ withdrawalConfig: () => configOf({ conditions: unmet }) });
    await untilText('No security pause', 'Withdraw to');
    await until(() => expect(text()).toMatch(/in (1:00:00|5\d:\d\d)/));
    enter('500');
    await untilText('501.500000');
    expect(isDisabled(NEXT)).toBe(true);
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
    expect(isDisabled(NEXT)).toBe(true);
    enter('599');
    await untilText('With the fee this is more than the cash account has');
    expect(isDisabled(NEXT)).toBe(true);
  });

  it('fills in with All what leaves exactly its fee', async () => {
    show();
    await untilText('Available 600');
    await tap('All');
    await until(() => expect(amountField().value).toBe('598.401598'));
    await untilText('600.000000');
    await until(() => expect(isDisabled(NEXT)).toBe(false));
  });

  it('says from when on a method can be used and takes another meanwhile', async () => {
    show({ withdrawalMethods: () => paymentsOf(METHODS) });
    await untilText('usable from', '•••• 4242');
    expect(find<HTMLInputElement>('input[type=radio]:checked').value).toBe('8');
    enter('500');
    await until(() => expect(isDisabled(NEXT)).toBe(false));
    await tapAt('input[value="7"]');
    expect(isDisabled(NEXT)).toBe(true);
  });

  it('sends nothing without a connection and says so', async () => {
    const worker = show();
    await untilText('Available 600');
    await loseConnection(worker);
    enter('500');
    expect([isDisabled(NEXT), worker.inputsOf('withdrawalQuote')]).toEqual([true, []]);
  });
});

describe('the confirmation', () => {
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
    await tapOnceEnabled(NEXT);
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

const requested = { step: 'requested', at: AT } as const;
const approved = { step: 'approved', at: AT + 1 } as const;
const broadcast = { step: 'broadcast', at: AT + 2 } as const;
const SENT = withdrawalOf({
  canCancel: false,
  txId: `0x${'a1'.repeat(32)}`,
  confirmations: 1,
  steps: [requested, approved, broadcast],
});

describe('withdrawal records', () => {
  beforeEach(() => appHistory.replace(`${paths.withdrawals}?id=31`));

  const showRecords = (items: readonly Withdrawal[], changes: Handlers = {}) =>
    opened(Records, {
      withdrawals: () => ({ items }),
      ...changes,
    });

  it('say why one was rejected and that the money is back', async () => {
    const steps = [requested, { step: 'rejected', at: AT }, { step: 'returned', at: AT }] as const;
    showRecords([
      withdrawalOf({ status: 'failed', canCancel: false, reason: 'The address is not yours.', steps: [...steps] }),
    ]);
    await untilText('The address is not yours.', 'Rejected', 'Amount and fee available again');
  });

  it('say how operators ended one that got stuck', async () => {
    showRecords([{ ...SENT, status: 'success', reason: 'Paid by hand after a fault.' }]);
    await untilText('Success', 'Paid by hand after a fault.');
  });
});
