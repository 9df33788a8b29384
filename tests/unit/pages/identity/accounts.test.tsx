import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import AddBank from '../../../../src/pages/identity/AddBank';
import AddCrypto from '../../../../src/pages/identity/AddCrypto';
import RealName from '../../../../src/pages/identity/RealName';
import SubAccounts from '../../../../src/pages/identity/SubAccounts';
import { watchBlobAddresses } from '../../support/blob-addresses';
import { find, type, unmountAll } from '../../support/render';
import { type Handlers, refusal } from '../fake-worker';
import { ANSWERS, IMAGE_ID, METHODS, RECORD } from '../identity-fixtures';
import { confirm, enterPassword, field, isDisabled, named, opened, tap, tapAt, until, untilText } from '../support';

watchBlobAddresses();
beforeEach(() => appHistory.replace(paths.document));
afterEach(unmountAll);

const show = (Page: () => React.ReactNode, handlers: Handlers = {}) => opened(Page, { ...ANSWERS, ...handlers });
const refused = (...args: Parameters<typeof refusal>) => ({ ...refusal(...args), message: `refused: ${args[0]}` });

describe('withdrawal methods', () => {
  it('an address: its faults stand at it, and one that looks like a known one has to be compared', async () => {
    let answer = () => refused('address-checksum') as never;
    const worker = show(AddCrypto, { addChainMethod: () => answer() });
    await untilText('Receiving address');
    await tap('Next: trade password');
    await untilText('Enter the receiving address');
    const address = `0x${'ab12'.repeat(10)}`;
    type(field('Receiving address'), address);
    await confirm();
    await untilText('refused: address-checksum');
    answer = () => refused('wrong-trade-password', { triesLeft: 3 }) as never;
    await confirm();
    await untilText('Wrong trade password', 'Tries left: 3');
    answer = () => refused('address-look-alike', { known: `0x${'ab13'.repeat(10)}` }) as never;
    await enterPassword();
    await untilText('begins and ends alike');
    expect(isDisabled('Next: trade password')).toBe(true);
    await tapAt('input[type="checkbox"]');
    answer = () => METHODS[0] as never;
    await confirm();
    await untilText('It can be used once its waiting time is over.');
    expect(worker.inputsOf('addChainMethod').at(-1)).toEqual({
      network: 'BEP20',
      address,
      isLookAlikeSeen: true,
      tradePassword: '246810',
    });
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
    await confirm();
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
    await enterPassword();
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
  it('transfers between them: one intent, the trade password, its refusals at the amount', async () => {
    let answer = () => refused('insufficient-funds', { available: '7.000000' }) as never;
    const worker = show(SubAccounts, { transferToAccount: () => answer() });
    await untilText('Savings');
    await tap('Transfer between accounts');
    await untilText('To');
    expect(isDisabled('Next: trade password')).toBe(true);
    const amount = find<HTMLInputElement>('dialog input[inputmode="decimal"]');
    type(amount, '1000000');
    await untilText('More than the cash account has');
    type(amount, '9.5');
    await confirm();
    await untilText('The cash account has 7 USDT');
    answer = () => ({ journalId: '77', amount: '5.000000' }) as never;
    type(find<HTMLInputElement>('dialog input[inputmode="decimal"]'), '5');
    await confirm();
    await untilText('Transferred');
    const asked = worker.asked.filter(({ name }) => name === 'transferToAccount');
    expect(asked.map(({ input }) => input)).toEqual([
      { toAccountId: '11', asset: 'USDT', amount: '9.5', tradePassword: '246810' },
      { toAccountId: '11', asset: 'USDT', amount: '5', tradePassword: '246810' },
    ]);
    expect(new Set(asked.map(({ options }) => options.intentId)).size).toBe(2);
  });
});

describe('real name', () => {
  it('asks for everything that is missing, one thing after the other, and sends nothing before', async () => {
    const worker = show(RealName);
    await untilText('Not verified');
    await tap('Hand in for review');
    await untilText('Enter the document number', 'Enter your name as it stands in the document');
    type(field('Document number'), ' g12345678 ');
    type(field('Name as in the document'), 'Lin Mei');
    await tap('Hand in for review');
    await untilText('Choose a document');
    await tapAt('input[value="passport"]');
    await tap('Hand in for review');
    await untilText('Add at least one image');
    expect([...worker.inputsOf('saveRealName'), ...worker.inputsOf('handInRealName')]).toEqual([]);
  });

  it('after a failed review only what failed can be mended, with the reason at it', async () => {
    const worker = show(RealName, {
      realNameVerification: () => ({
        ...RECORD,
        status: 'failed',
        documentType: 'passport',
        documentNumber: 'G******78',
        realName: 'Lin Mei',
        images: [IMAGE_ID],
        fields: [
          { field: 'documentType', state: 'approved', reason: null },
          { field: 'documentNumber', state: 'failed', reason: 'One digit is missing' },
          { field: 'realName', state: 'approved', reason: null },
          { field: 'images', state: 'approved', reason: null },
        ],
      }),
      saveRealName: () => RECORD,
      handInRealName: () => RECORD,
    });
    await untilText('Not passed', 'One digit is missing', 'Lin Mei', 'Passport');
    expect(document.querySelectorAll('form input')).toHaveLength(1);
    type(field('Document number'), 'G123456789');
    await tap('Hand in for review');
    await until(() => expect(worker.inputsOf('saveRealName')).toEqual([{ documentNumber: 'G123456789' }]));
  });
});
