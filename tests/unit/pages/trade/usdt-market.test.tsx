import { beforeEach, describe, expect, it } from 'vitest';
import type { UsdtQuote } from '../../../../contract/calls/otc-usdt';
import type { CallOutput } from '../../../../contract/index';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import Counterparty from '../../../../src/pages/trade/Counterparty';
import Trade from '../../../../src/pages/trade/Trade';
import { type } from '../../support/render';
import { type FakeWorker, type Handlers, refusal } from '../fake-worker';
import { USER } from '../fixtures';
import { paymentsOf } from '../identity-fixtures';
import { confirm, isDisabled, opened, tap, tapAt, until, untilText } from '../support';
import { CARD, INFO, offerOf } from './usdt-fixtures';

const OFFER = offerOf();
const QUOTE: UsdtQuote = {
  side: 'buy',
  price: '7.1800',
  fiat: 'CNY',
  quantity: '100.000000',
  fiatAmount: '718.00',
  feeRate: '0.002',
  fee: '0.200000',
  deducted: '0.000000',
  received: '99.800000',
  paymentMs: 900_000,
  available: '1000.000000',
};
const METHODS: CallOutput<'withdrawalMethods'> = paymentsOf([{ ...CARD, kind: 'bank', isServed: true }]);

const HANDLERS: Handlers = {
  otcFigures: () => INFO,
  userInfo: () => ({ ...USER, identity: 'approved' }),
  withdrawalMethods: () => METHODS,
  sellOffers: () => ({ items: [OFFER] }),
  buyOffers: () => ({ items: [offerOf({ id: '50', side: 'buy', banks: [] })] }),
  usdtQuote: () => QUOTE,
};

// Any address with the query will do; the tab's own would unwind the history of the test before.
beforeEach(() => appHistory.replace(`${paths.document}?market=usdt`));
const show = (changes: Handlers = {}) => opened(Trade, { ...HANDLERS, ...changes });
const amountField = (index = 0) => {
  const field = document.querySelectorAll<HTMLInputElement>('dialog input[inputmode=decimal]')[index];
  if (!field) throw new Error(`no amount field ${index}`);
  return field;
};
const NEXT = 'Next: trade password';
async function choose(value: string): Promise<void> {
  await tapAt(`dialog input[value="${value}"]`);
}

/** The form of the first offer of a market, as it opens. */
async function take(side: 'Buy' | 'Sell', changes: Handlers = {}): Promise<FakeWorker> {
  appHistory.replace(`${paths.document}?market=usdt&side=${side.toLowerCase()}`);
  const worker = show(changes);
  await untilText('Mai');
  await tap(`${side}: Mai`);
  return worker;
}

describe('taking an offer', () => {
  it('tells the limits of one trade at the field and asks nothing beyond them', async () => {
    const worker = await take('Buy');
    await untilText('How much to buy');
    type(amountField(), '2000.01');
    await until(() => expect(amountField().getAttribute('aria-invalid')).toBe('true'));
    expect(worker.inputsOf('usdtQuote')).toEqual([]);
    await tap('All');
    await until(() => expect(amountField().value).toBe('2000'));
    expect(amountField().getAttribute('aria-invalid')).toBeNull();
  });

  it('takes the last rest whole when its price is no whole number of cents', async () => {
    const rest = offerOf({ price: '7.1600', remaining: '53.445531', minFiat: '382.68', maxFiat: '382.68' });
    const worker = await take('Buy', { sellOffers: () => ({ items: [rest] }) });
    await untilText('How much to buy');
    await tap('All');
    await until(() => expect(amountField().value).toBe('382.68'));
    await untilText('99.800000 USDT');
    expect(worker.inputsOf('usdtQuote').map(({ order }) => order.quantity)).toEqual(['53.445531']);
  });

  it('sells all that the account has, in fiat as well: not a cent more', async () => {
    const worker = await take('Sell', { otcFigures: () => ({ ...INFO, available: { USDT: '100.500000', RAB: '0' } }) });
    await untilText('How much to sell', '4417');
    await tap('All');
    await until(() => expect(amountField().value).toBe('720.14'));
    expect(amountField().getAttribute('aria-invalid')).toBeNull();
    await until(() => expect(worker.inputsOf('usdtQuote')).toHaveLength(1));
  });

  it('shows the offer as it is now when it has changed meanwhile', async () => {
    const current = offerOf({ version: 5, maxFiat: '500.00' });
    await take('Buy', { buyUsdt: () => refusal('stale-version', { current }) });
    await untilText('How much to buy');
    type(amountField(), '718');
    await confirm();
    await untilText('The offer has changed meanwhile', 'One trade is of 100.00 – 500.00 CNY');
  });
});

describe('publishing', () => {
  it('judges limits, and keeps what is typed', async () => {
    const worker = show({
      usdtQuote: () => ({ ...QUOTE, side: 'sell', received: '718.00', deducted: '100.200000' }),
    });
    await untilText('Mai');
    await tap('Publish');
    await untilText('Publish an offer');
    await choose('sell');
    await untilText('Available 1,000');
    type(amountField(0), '7.18');
    type(amountField(1), '999');
    await untilText('With the fee this is more than the cash account has');
    type(amountField(1), '100');
    type(amountField(2), '100');
    type(amountField(3), '718.01');
    await untilText('More than the whole offer is worth');
    type(amountField(3), '718');
    await untilText('718.00 CNY', 'Set aside, fee included', '100.200000');
    const order = {
      kind: 'place',
      price: '7.18',
      quantity: '100',
      minFiat: '100',
      maxFiat: '718',
      methodIds: ['3'],
    };
    await until(() => expect(isDisabled(NEXT)).toBe(false));
    expect(worker.inputsOf('usdtQuote').at(-1)).toEqual({ side: 'sell', order });
    expect(worker.drafts.get('otc-usdt-offer')).toMatchObject({ side: 'sell', price: '7.18', maxFiat: '718' });
  });
});

it('a counterparty’s offer is taken where their record stands', async () => {
  appHistory.replace(`${paths.counterparty}?id=2`);
  const profile = { trader: OFFER.trader, all: { completed: 2096, completionRate: '0.996' }, offers: [OFFER] };
  opened(Counterparty, { ...HANDLERS, counterparty: () => profile });
  await untilText('Name verified', '1,284', '99.20%', '2,096', '99.60%', 'counts once');
  await tap('Buy: Mai');
  await untilText('How much to buy');
});
