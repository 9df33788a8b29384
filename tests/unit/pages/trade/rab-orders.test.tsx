import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RabOrder } from '../../../../contract/calls/otc-rab';
import type { CallOutput } from '../../../../contract/index';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import OrderDetail from '../../../../src/pages/trade/OrderDetail';
import RabOrders from '../../../../src/pages/trade/RabOrders';
import { FakeWorker, refusal, type Handlers } from '../fake-worker';
import { press } from '../../support/render';
import { named, open, tap, text, until, untilText } from '../support';
import { AT, ORDER, TRADER } from './rab-fixtures';

type Details = CallOutput<'rabOrder'>;

const FILL: Details['fills'][number] = {
  id: '70',
  trader: TRADER,
  price: '0.124000',
  quantity: '20.00000000',
  amount: '2.480000',
  fee: '0.004960',
  received: '20.00000000',
  status: 'settled',
  at: AT + 1_000,
  journalId: '9',
};
/** A quarter of it is filled. */
const FILLED: Details = {
  order: {
    ...ORDER,
    version: 2,
    filled: '20.00000000',
    remaining: '60.00000000',
    held: '7.515000',
    fee: '0.004960',
    received: '20.00000000',
    averagePrice: '0.124000',
    expiresAt: Date.now() + 3_600_000,
  },
  fills: [FILL],
  timeline: [
    { step: 'placed', at: AT, quantity: '80.00000000' },
    { step: 'filled', at: AT + 1_000, quantity: '20.00000000' },
  ],
};
const CANCELLED: RabOrder = {
  ...FILLED.order,
  version: 3,
  status: 'completed',
  endedBy: 'cancelled',
  remaining: '0.00000000',
  held: '0.000000',
  closedAt: AT + 2_000,
};
/** All of it is matched on half a deposit, and the rest is due in a quarter of an hour. */
const MATCHED: Details = {
  order: {
    ...ORDER,
    version: 2,
    status: 'match-ended',
    depositRate: '0.5',
    filled: '80.00000000',
    remaining: '0.00000000',
    held: '5.010000',
    averagePrice: '0.125000',
    restDue: '5.010000',
    restDueAt: Date.now() + 900_000,
  },
  fills: [{ ...FILL, quantity: '80.00000000', status: 'awaiting-rest', at: Date.now() - 900_000 }],
  timeline: [
    { step: 'placed', at: AT, quantity: '80.00000000' },
    { step: 'matched', at: AT + 1_000, quantity: '80.00000000' },
  ],
};

function showDetail(details: Details, changes: Handlers = {}, market = 'rab'): FakeWorker {
  appHistory.replace(`${paths.otcOrder}?id=${details.order.id}&market=${market}`);
  const worker = new FakeWorker({ rabOrder: () => details, ...changes });
  open(OrderDetail, worker);
  return worker;
}

async function enterPassword(): Promise<void> {
  const dialog = [...document.querySelectorAll<HTMLElement>('dialog')].at(-1);
  if (!dialog) throw new Error('nothing is confirmed');
  for (const digit of '246810') press(dialog, digit);
  await act(async () => {});
}

beforeEach(() => appHistory.replace(paths.document));

describe('my RAB orders', () => {
  it('show what is filled, and lead to the order', async () => {
    appHistory.replace(paths.myRabOrders);
    open(RabOrders, new FakeWorker({ rabBuyOrders: () => ({ items: [FILLED.order], nextCursor: null }) }));
    await untilText('80.00000000', '25.00% filled', 'at 0.125 USDT', 'On the market');
    await tap('80.00000000');
    expect(appHistory.address).toEqual({ path: paths.otcOrder, search: 'id=61&market=rab' });
  });

  it('are narrowed by side and state, which the address keeps', async () => {
    appHistory.replace(`${paths.myRabOrders}?side=sell&status=cancelled`);
    const worker = new FakeWorker({ rabSellOrders: () => ({ items: [], nextCursor: null }) });
    open(RabOrders, worker);
    await untilText('There are no orders in this state.');
    await tap('Clear filters');
    await untilText('Your orders to sell RAB appear here.');
    expect(appHistory.address.search).toBe('side=sell');
  });
});

describe('an order of the RAB market', () => {
  it('shows what is filled, with whom, and what still waits', async () => {
    showDetail(FILLED);
    await untilText('Kelp', 'at 0.124 USDT', 'Average price', '7.515000 USDT', 'Filled · 20 RAB');
    expect(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')).toBe('25');
    expect(named('Kelp').getAttribute('href')).toContain('id=31');
    expect(text()).not.toContain('Post the rest');
  });

  it('is cancelled after a question that says what is released', async () => {
    const worker = showDetail(FILLED, { cancelRabOrder: () => ({ order: CANCELLED }) });
    await untilText('Kelp');
    await tap('Cancel order');
    await untilText('7.515 USDT are available again at once. What was filled stays.');
    const dialog = [...document.querySelectorAll<HTMLElement>('dialog button')];
    await act(async () => dialog.find((button) => button.textContent === 'Cancel order')?.click());
    await until(() => expect(worker.inputsOf('cancelRabOrder')).toEqual([{ id: '61', version: 2 }]));
  });

  it('cannot be cancelled without a connection', async () => {
    const worker = showDetail(FILLED);
    await untilText('Kelp');
    worker.emit({ type: 'connection', online: false });
    await untilText('Moving money needs a connection');
    expect((named('Cancel order') as HTMLButtonElement).disabled).toBe(true);
  });

  it('has its rest posted with the trade password', async () => {
    const settled = { ...MATCHED.order, status: 'completed', restDue: null, restDueAt: null } as const;
    const worker = showDetail(MATCHED, { postTheRest: () => ({ order: settled }) });
    await untilText('in time, or the deposit is lost.');
    await tap('Post the rest');
    await untilText('Deducted, fee included', '5.010000 USDT', '80.00000000 RAB');
    await enterPassword();
    await until(() =>
      expect(worker.inputsOf('postTheRest')).toEqual([{ id: '61', version: 2, tradePassword: '246810' }]),
    );
  });

  it('says what is missing for the rest, with the ways to it', async () => {
    showDetail(MATCHED, { postTheRest: () => refusal('insufficient-funds', { available: '1.000000' }) });
    await untilText('in time, or the deposit is lost.');
    await tap('Post the rest');
    await untilText('Deducted, fee included');
    await enterPassword();
    await untilText('The cash account has 1 USDT', 'Deposit USDT');
  });

  it('says how it ended', async () => {
    showDetail({ ...FILLED, order: CANCELLED });
    await untilText('You cancelled what was still waiting.');
    expect(text()).not.toContain('Cancel order');
  });

  it('is found by a statement that does not know its market, and a trade of USDT is looked for after it', async () => {
    showDetail(FILLED, {}, 'any');
    await untilText('Average price');
    const worker = showDetail(FILLED, { rabOrder: () => refusal('not-found') }, 'any');
    await until(() => expect(worker.inputsOf('usdtTrade')).toEqual([{ id: '61' }]));
  });
});
