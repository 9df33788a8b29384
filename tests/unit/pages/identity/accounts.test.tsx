import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import { currentToast } from '../../../../src/components/toast';
import AddBank from '../../../../src/pages/identity/AddBank';
import AddCrypto from '../../../../src/pages/identity/AddCrypto';
import CreateSubAccount from '../../../../src/pages/identity/CreateSubAccount';
import Methods from '../../../../src/pages/identity/Methods';
import Nickname from '../../../../src/pages/identity/Nickname';
import SubAccounts from '../../../../src/pages/identity/SubAccounts';
import { find, type, unmountAll } from '../../support/render';
import { FakeWorker, refusal, type Handlers } from '../fake-worker';
import { ANSWERS, METHODS, paymentsOf, RECORD } from '../identity-fixtures';
import { named, open, tap, text, until, untilText } from '../support';

beforeEach(() => appHistory.replace(paths.document));

function field(label: string): HTMLInputElement {
  const match = [...document.querySelectorAll('label')].find((one) => one.textContent === label);
  return find<HTMLInputElement>(`#${CSS.escape(match?.htmlFor ?? 'no-such-label')}`);
}
const show = (Page: () => React.ReactNode, handlers: Handlers = {}) => {
  const worker = new FakeWorker({ ...ANSWERS, ...handlers });
  open(Page, worker);
  return worker;
};
async function enterTradePassword(): Promise<void> {
  await untilText('Trade password');
  for (const digit of '246810') await tap(digit);
}
const refused = (...args: Parameters<typeof refusal>) => ({ ...refusal(...args), message: `refused: ${args[0]}` });

describe('withdrawal methods', () => {
  it('are listed with when they can be used, and removed after asking', async () => {
    const worker = show(Methods, {
      withdrawalMethods: () => paymentsOf(METHODS),
      removeMethod: () => ({}),
    });
    await untilText('USDT · BEP20', 'Usable in 23:', '•••• 4242', 'Usable', 'can be used after 24 hours');
    await tap('Remove: Bank of Kelp 4242');
    await untilText('Remove this withdrawal method?');
    expect(worker.inputsOf('removeMethod')).toEqual([]);
    await act(async () => find('dialog button[class*="danger"]').click());
    await until(() => expect(worker.inputsOf('removeMethod')).toEqual([{ id: '8' }]));
  });

  it('say so where the gateway pays over no such network any more, which cannot be added either', async () => {
    const methods = METHODS.map((method) => ({ ...method, isServed: method.kind === 'bank' }));
    show(Methods, { withdrawalMethods: () => paymentsOf(methods, { networks: [] }) });
    await untilText('no withdrawals over BEP20', 'Add a bank card');
    expect(document.body.textContent).not.toContain('Add a crypto address');
    show(AddCrypto, { withdrawalMethods: () => paymentsOf(methods, { networks: [] }) });
    await untilText('Withdrawals are not paid over any network at present');
  });

  it('an address: its faults stand at it, and one that looks like a known one has to be compared', async () => {
    let answer = () => refused('address-checksum') as never;
    const worker = show(AddCrypto, { addChainMethod: () => answer() });
    await untilText('Receiving address');
    await tap('Next: trade password');
    await untilText('Enter the receiving address');
    const address = `0x${'ab12'.repeat(10)}`;
    type(field('Receiving address'), address);
    await tap('Next: trade password');
    await enterTradePassword();
    await untilText('refused: address-checksum');
    answer = () => refused('wrong-trade-password', { triesLeft: 3 }) as never;
    await tap('Next: trade password');
    await enterTradePassword();
    await untilText('Wrong trade password', 'Tries left: 3');
    answer = () => refused('address-look-alike', { known: `0x${'ab13'.repeat(10)}` }) as never;
    for (const digit of '246810') await tap(digit);
    await untilText('begins and ends alike');
    expect(named('Next: trade password').hasAttribute('disabled')).toBe(true);
    await act(async () => find('input[type="checkbox"]').click());
    answer = () => METHODS[0] as never;
    await tap('Next: trade password');
    await enterTradePassword();
    await untilText('It can be used once its waiting time is over.');
    expect(worker.inputsOf('addChainMethod').at(-1)).toEqual({
      network: 'BEP20',
      address,
      isLookAlikeSeen: true,
      tradePassword: '246810',
    });
  });

  it('keeps what was typed when a trade password has to come first', async () => {
    const worker = show(AddCrypto, { addChainMethod: () => refused('needs-trade-password') });
    const address = `0x${'ab12'.repeat(10)}`;
    await untilText('Receiving address');
    type(field('Receiving address'), address);
    await tap('Next: trade password');
    await enterTradePassword();
    await until(() => expect(worker.drafts.get('add-crypto')).toEqual({ address }));
    await until(() => expect(document.querySelector('dialog')).toBeNull());
    unmountAll();
    open(AddCrypto, worker);
    await until(() => expect(field('Receiving address').value).toBe(address));
  });

  it('leads to where a forgotten trade password is replaced, and keeps what was typed', async () => {
    const worker = show(AddCrypto);
    const address = `0x${'ab12'.repeat(10)}`;
    await untilText('Receiving address');
    type(field('Receiving address'), address);
    await tap('Next: trade password');
    await tap('Forgot password?');
    await until(() => expect(appHistory.address.path).toBe(paths.changeTradePassword));
    expect(worker.drafts.get('add-crypto')).toEqual({ address });
    expect(worker.inputsOf('addChainMethod')).toEqual([]);
  });

  it.each([
    ['holder-mismatch', 'Card holder'],
    ['method-exists', 'Card number'],
    ['limit-reached', 'Bank'],
    ['account-frozen', 'Bank'],
  ] as const)('a bank card that is refused with %s says so at "%s"', async (code, label) => {
    show(AddBank, {
      realNameVerification: () => ({ ...RECORD, status: 'approved', realName: 'Lin Mei' }),
      addBankMethod: () => refused(code) as never,
    });
    await untilText('Your verified name');
    type(field('Bank'), 'Bank of Kelp');
    type(field('Card number'), '4242424242424242');
    type(field('Branch'), 'Bay');
    await tap('Next: trade password');
    await enterTradePassword();
    await untilText(`refused: ${code}`);
    await until(() => expect(document.querySelector('dialog')).toBeNull());
    expect(field(label).getAttribute('aria-invalid')).toBe('true');
  });

  it('a bank card needs a verified name first', async () => {
    show(AddBank);
    await untilText('A bank card has to be in your verified name.');
    expect(named('Real-name verification').getAttribute('href')).toContain(paths.identity);
  });

  it('a bank card: checked by its number, grouped by four, in the verified name', async () => {
    const worker = show(AddBank, {
      realNameVerification: () => ({ ...RECORD, status: 'approved', realName: 'Lin Mei' }),
      addBankMethod: () => METHODS[1] as never,
    });
    await untilText('Your verified name');
    type(field('Bank'), 'Bank of Kelp');
    const number = field('Card number');
    act(() => number.focus());
    type(number, '4242424242424241');
    await act(async () => number.blur());
    await untilText('This is not a card number');
    expect(number.value).toBe('4242 4242 4242 4241');
    type(number, '4242424242424242');
    type(field('Branch'), 'Bay');
    await tap('Next: trade password');
    await untilText('4242 4242 4242 4242');
    await enterTradePassword();
    await until(() =>
      expect(worker.inputsOf('addBankMethod')).toEqual([
        {
          bankName: 'Bank of Kelp',
          cardNumber: '4242424242424242',
          holderName: 'Lin Mei',
          branch: 'Bay',
          tradePassword: '246810',
        },
      ]),
    );
  });
});

describe('sub-accounts', () => {
  it('switches to another one', async () => {
    const worker = show(SubAccounts, {
      switchAccount: () => ({ userId: '1', accountId: '11', expiresAt: Date.now(), token: 'x'.repeat(43) }),
    });
    await untilText('Main account', 'Shown now', 'Savings');
    await tap('Switch to Savings');
    await until(() => expect(currentToast()?.text).toBe('Everything is now shown for Savings'));
    expect(worker.inputsOf('switchAccount')).toEqual([{ accountId: '11' }]);
  });

  it('transfers between them: one intent, the trade password, its refusals at the amount', async () => {
    let answer = () => refused('insufficient-funds', { available: '7.000000' }) as never;
    const worker = show(SubAccounts, { transferToAccount: () => answer() });
    await untilText('Savings');
    await tap('Transfer between accounts');
    await untilText('To');
    expect(named('Next: trade password').hasAttribute('disabled')).toBe(true);
    const amount = find<HTMLInputElement>('dialog input[inputmode="decimal"]');
    type(amount, '1000000');
    await untilText('More than the cash account has');
    type(amount, '9.5');
    await tap('Next: trade password');
    await untilText('Confirm transfer');
    await enterTradePassword();
    await untilText('The cash account has 7 USDT');
    answer = () => ({ journalId: '77', amount: '5.000000' }) as never;
    type(find<HTMLInputElement>('dialog input[inputmode="decimal"]'), '5');
    await tap('Next: trade password');
    await untilText('Confirm transfer');
    await enterTradePassword();
    await untilText('Transferred');
    const asked = worker.asked.filter(({ name }) => name === 'transferToAccount');
    expect(asked.map(({ input }) => input)).toEqual([
      { toAccountId: '11', asset: 'USDT', amount: '9.5', tradePassword: '246810' },
      { toAccountId: '11', asset: 'USDT', amount: '5', tradePassword: '246810' },
    ]);
    expect(new Set(asked.map(({ options }) => options.intentId)).size).toBe(2);
  });

  it('opens one, and says at the name when there are too many', async () => {
    const worker = show(CreateSubAccount, { createSubAccount: () => refused('limit-reached', { limit: '5' }) });
    await tap('Open the sub-account');
    await untilText('Enter a name');
    type(field('Name'), '  Savings ');
    await tap('Open the sub-account');
    await untilText('refused: limit-reached');
    expect(worker.inputsOf('createSubAccount')).toEqual([{ name: 'Savings' }]);
  });
});

it('the nickname is changed', async () => {
  const worker = show(Nickname, { updateNickname: () => ({}) });
  await untilText('Your team');
  expect(field('Nickname').value).toBe('Lin');
  type(field('Nickname'), '');
  await tap('Save');
  await untilText('Enter a nickname');
  type(field('Nickname'), 'Mei');
  await tap('Save');
  await until(() => expect(worker.inputsOf('updateNickname')).toEqual([{ nickname: 'Mei' }]));
  expect(text()).not.toContain('Enter a nickname');
});
