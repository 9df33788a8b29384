import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { appHistory } from '../../../../src/app/navigation';
import Custody from '../../../../src/pages/custody/Custody';
import { find, press, type } from '../../support/render';
import { FakeWorker, refusal, type Handlers } from '../fake-worker';
import { goodHandlers, orderOf } from '../fixtures';
import { named, open, tap, text, until, untilText } from '../support';

function workerWith(changes: Handlers = {}): FakeWorker {
  return new FakeWorker({ ...goodHandlers(), ...changes });
}

async function openOrder(worker: FakeWorker) {
  open(Custody, worker);
  await untilText('day 69');
  await act(async () => find('button[aria-labelledby]').click());
  await untilText('Redeem now');
}

async function openRedeem(worker: FakeWorker) {
  await openOrder(worker);
  const redeem = [...document.querySelectorAll<HTMLButtonElement>('dialog button')].find(
    (button) => button.textContent === 'Redeem',
  );
  await act(async () => redeem?.click());
  await untilText('Whole order');
}

async function confirm(password = '246810') {
  await until(() => expect((named('Next: trade password') as HTMLButtonElement).disabled).toBe(false));
  await tap('Next: trade password');
  await untilText('at once, in the cash account');
  const dialog = [...document.querySelectorAll<HTMLElement>('dialog')].find((sheet) =>
    sheet.textContent?.includes('at once, in the cash account'),
  );
  if (!dialog) throw new Error('no confirmation');
  for (const digit of password) press(dialog, digit);
  await act(async () => {});
}

beforeEach(() => appHistory.replace('/pages/index/index2'));

describe('an order', () => {
  it('always says what redeeming now pays and what the end pays', async () => {
    await openOrder(workerWith());
    const prospect = find('dialog dl');
    expect(prospect.textContent).toContain('4,900.000000');
    expect(prospect.textContent).toContain('5,000.000000');
    expect(prospect.textContent).toContain('11.550000');
  });

  it('cannot be changed without a connection, and says why', async () => {
    const worker = workerWith();
    await openOrder(worker);
    worker.emit({ type: 'connection', online: false });
    await until(() => expect(find('dialog').textContent).toContain('Moving money needs a connection'));
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('dialog footer button')];
    expect(buttons.map((button) => button.disabled)).toEqual([true, true]);
  });
});

describe('redeeming', () => {
  it('shows fee with its formula, what is received and what is given up', async () => {
    await openRedeem(workerWith());
    await untilText('Fee (2.00% of the part redeemed)', '100.000000', '4,900.000000');
    expect(text()).toContain('Redeeming cannot be taken back');
  });

  it('words a free undo as free', async () => {
    const worker = workerWith({
      redemptionQuote: ({ amount }) => ({
        version: 3,
        principal: amount,
        fee: '0.000000',
        received: amount,
        interestForgone: '11.550000',
        remaining: '0.000000',
        isFreeUndo: true,
      }),
    });
    await openRedeem(worker);
    await untilText('Fee (free undo)', 'Free of charge until');
  });

  it('sends the version of the quote that was seen', async () => {
    const worker = workerWith();
    await openRedeem(worker);
    await confirm();
    await untilText('is in your cash account. The order has ended.');
    expect(worker.inputsOf('redeemCustodyOrder')).toEqual([
      { orderId: '71', version: 3, amount: '5000', tradePassword: '246810' },
    ]);
  });

  it('refuses a rest that is too small at the field and asks nothing', async () => {
    const worker = workerWith();
    await openRedeem(worker);
    await act(async () => find<HTMLInputElement>('dialog input[value=part]').click());
    type(find<HTMLInputElement>('dialog input[inputmode=decimal]'), '4950');
    await untilText('What stays must be greater than 100 USDT; redeem less, or the whole');
    expect(worker.inputsOf('redemptionQuote').every(({ amount }) => amount !== '4950')).toBe(true);
  });

  it('shows the order as it is when it has changed meanwhile, and redeems nothing', async () => {
    const current = orderOf({
      version: 8,
      principal: '4000.000000',
      redeemNow: { principal: '4000.000000', fee: '80.000000', received: '3920.000000', interestForgone: '9.240000' },
    });
    const worker = workerWith({ redeemCustodyOrder: () => refusal('stale-version', { current }) });
    await openRedeem(worker);
    const listReads = worker.inputsOf('custodyOrders').length;
    await confirm();
    await untilText('The order has changed meanwhile', '3,920.000000');
    await until(() => expect(worker.inputsOf('custodyOrders').length).toBeGreaterThan(listReads));
    expect(worker.inputsOf('redeemCustodyOrder')).toHaveLength(1);
    expect(text()).not.toContain('is in your cash account');
  });
});
