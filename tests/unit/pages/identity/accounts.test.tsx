import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import AddBank from '../../../../src/pages/identity/AddBank';
import AddCrypto from '../../../../src/pages/identity/AddCrypto';
import AvatarPage from '../../../../src/pages/identity/AvatarPage';
import CreateSubAccount from '../../../../src/pages/identity/CreateSubAccount';
import Methods from '../../../../src/pages/identity/Methods';
import RealName from '../../../../src/pages/identity/RealName';
import SubAccounts from '../../../../src/pages/identity/SubAccounts';
import { watchBlobAddresses } from '../../support/blob-addresses';
import { find, type, unmountAll } from '../../support/render';
import { type Handlers, refusal } from '../fake-worker';
import { ANSWERS, IMAGE_ID, METHODS, paymentsOf, RECORD } from '../identity-fixtures';
import {
  chooseFiles,
  confirm,
  enterPassword,
  field,
  isDisabled,
  named,
  opened,
  tap,
  tapAt,
  until,
  untilText,
} from '../support';

watchBlobAddresses();
beforeEach(() => appHistory.replace(paths.document));
afterEach(unmountAll);

const show = (Page: () => React.ReactNode, handlers: Handlers = {}) => opened(Page, { ...ANSWERS, ...handlers });
const refused = (...args: Parameters<typeof refusal>) => ({ ...refusal(...args), message: `refused: ${args[0]}` });

describe('withdrawal methods', () => {
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

const KEPT = { id: IMAGE_ID, width: 2, height: 1, bytes: 3 };

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

  it('shows progress, says at the tile what is wrong with a file, and sends again what could not be sent', async () => {
    let finish: (answer: typeof KEPT) => void = () => {};
    const worker = show(RealName);
    worker.upload = (_file, uploadId) => {
      worker.emit({ type: 'upload', uploadId, sentBytes: 30, totalBytes: 40 });
      return new Promise((resolve) => (finish = resolve));
    };
    await untilText('Choose an image');
    await chooseFiles('1', '2', '3', '4');
    await until(() => expect(find('[role="progressbar"]').getAttribute('aria-valuenow')).toBe('75'));
    expect(document.querySelectorAll('img')).toHaveLength(3);
    expect(worker.uploaded, 'one after the other').toHaveLength(1);
    expect(isDisabled('Sending images')).toBe(true);
    worker.upload = () => refusal('too-large');
    await act(async () => finish(KEPT));
    await untilText('Larger than 10 MB');
    await until(() => expect(worker.uploaded).toHaveLength(3));
    worker.upload = () => ({ ...refusal('network'), retryable: true });
    await tap('Remove image 3');
    await chooseFiles('5');
    await untilText('The server cannot be reached');
    worker.upload = () => KEPT;
    await tap('Retry');
    await until(() => expect(isDisabled('Hand in for review')).toBe(false));
    await tap('Remove image 2');
    expect(document.querySelectorAll('img')).toHaveLength(2);
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

describe('the avatar', () => {
  it('is an own image, once it is sent; or none', async () => {
    const worker = show(AvatarPage, { updateAvatar: () => refusal('not-found') });
    worker.upload = () => refusal('image-refused');
    await until(() => expect(document.querySelectorAll('input[type="radio"]')).toHaveLength(3));
    await chooseFiles('a.jpg');
    await untilText('Not a JPEG, PNG, WebP or HEIC image');
    expect(isDisabled('Save')).toBe(true);
    worker.upload = () => KEPT;
    await chooseFiles('a.jpg');
    await until(() => expect(isDisabled('Save')).toBe(false));
    await tap('Save');
    await until(() => expect(worker.inputsOf('updateAvatar')).toEqual([{ source: 'upload', id: IMAGE_ID }]));
    await tapAt('input[aria-label="No picture, the initial"]');
    await tap('Save');
    await until(() => expect(worker.inputsOf('updateAvatar').at(-1)).toEqual({ source: 'none' }));
  });
});
