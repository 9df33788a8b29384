import { beforeEach, describe, expect, it } from 'vitest';
import { appHistory } from '../../../../src/app/navigation';
import Custody from '../../../../src/pages/custody/Custody';
import { find, type } from '../../support/render';
import { FakeWorker, type Handlers, refusal } from '../fake-worker';
import { goodHandlers, orderOf } from '../fixtures';
import { confirm, isDisabled, loseConnection, open, tap, tapAt, tapInSheet, text, until, untilText } from '../support';

const amountField = () => find<HTMLInputElement>('dialog input[inputmode=decimal]');

function workerWith(changes: Handlers = {}): FakeWorker {
  return new FakeWorker({ ...goodHandlers(), ...changes });
}

/** The sheet with a quote for 1,000 in it. */
async function openForm(worker: FakeWorker, amount = '1000'): Promise<void> {
  open(Custody, worker);
  await untilText('Still free in this plan');
  await tap('Place custody order');
  await until(() => find('dialog input[inputmode=decimal]'));
  type(amountField(), amount);
}

beforeEach(() => appHistory.replace('/pages/index/index2'));

describe('the order form', () => {
  it('refuses by the gateway figures at the field and asks nothing', async () => {
    const worker = workerWith();
    await openForm(worker, '100');
    await untilText('Must be greater than 100 USDT');
    expect(isDisabled('Next: trade password')).toBe(true);
    type(amountField(), '6310.520001');
    await untilText('More than the cash account has');
    expect(worker.inputsOf('custodyQuote')).toEqual([]);
  });

  it('tells a capacity that is gone at the field', async () => {
    await openForm(workerWith({ custodyQuote: () => refusal('capacity-full', { limit: '48.500000' }) }));
    await untilText('Capacity full: at most 48.5 USDT is free in this plan');
    expect(isDisabled('Next: trade password')).toBe(true);
  });

  it('sends nothing without a connection and says so', async () => {
    const worker = workerWith();
    open(Custody, worker);
    await untilText('Still free in this plan');
    await loseConnection(worker);
    expect(isDisabled('Place custody order')).toBe(true);
  });
});

async function openOrder(worker: FakeWorker) {
  open(Custody, worker);
  await untilText('day 69');
  await tapAt('button[aria-labelledby]');
  await untilText('Redeem now');
}

async function openRedeem(worker: FakeWorker) {
  await openOrder(worker);
  await tapInSheet('Redeem');
  await untilText('Whole order');
}

describe('an order', () => {
  it('always says what redeeming now pays and what the end pays', async () => {
    await openOrder(workerWith());
    const prospect = find('dialog dl');
    expect(prospect.textContent).toContain('4,900.000000');
    expect(prospect.textContent).toContain('5,000.000000');
    expect(prospect.textContent).toContain('11.550000');
  });
});

describe('redeeming', () => {
  it('shows fee with its formula, what is received and what is given up', async () => {
    await openRedeem(workerWith());
    await untilText('Fee (2.00% of the part redeemed)', '100.000000', '4,900.000000');
    expect(text()).toContain('Redeeming cannot be taken back');
  });

  it('refuses a rest that is too small at the field and asks nothing', async () => {
    const worker = workerWith();
    await openRedeem(worker);
    await tapAt('dialog input[value=part]');
    type(amountField(), '4950');
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
