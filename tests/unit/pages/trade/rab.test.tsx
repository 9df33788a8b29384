import { beforeEach, describe, expect, it } from 'vitest';
import { rabOrder, type RabQuote } from '../../../../contract/calls/otc-rab';
import type { CallInput, CallOutput } from '../../../../contract/index';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import OrderDetail from '../../../../src/pages/trade/OrderDetail';
import RabOrderSheets from '../../../../src/pages/trade/rab/OrderSheets';
import type { OrderTarget } from '../../../../src/pages/trade/rab/target';
import { plainest } from '../../support/plainest';
import { find, type } from '../../support/render';
import { FakeWorker, type Handlers, refusal } from '../fake-worker';
import { USER } from '../fixtures';
import {
  confirm,
  enterPassword,
  isDisabled,
  loseConnection,
  open,
  opened,
  tap,
  tapAt,
  until,
  untilText,
} from '../support';
import { INFO, LOT, ORDER, QUOTE, TRADER } from './rab-fixtures';

const PUBLISH: OrderTarget = { kind: 'publish', side: 'buy' };
const TAKE: OrderTarget = { kind: 'take', lot: LOT };

/** The fixture's figures for what was asked: prices and quantities are the form's, the sums are not looked at. */
const quoteOf = ({ side, mode }: CallInput<'rabQuote'>): RabQuote => ({ ...QUOTE, side, mode });

function show(target: OrderTarget | null, changes: Handlers = {}): FakeWorker {
  const worker = new FakeWorker({
    userInfo: () => USER,
    otcFigures: () => INFO,
    rabQuote: quoteOf,
    buyRab: () => ({ order: ORDER }),
    ...changes,
  });
  open(() => <RabOrderSheets target={target} onClose={() => undefined} />, worker);
  return worker;
}
async function publish(changes: Handlers = {}): Promise<FakeWorker> {
  const worker = show(PUBLISH, changes);
  await untilText('Guide price 0.125');
  return worker;
}
async function take(changes: Handlers = {}): Promise<FakeWorker> {
  const worker = show(TAKE, changes);
  await untilText('From 8 to 80 RAB');
  return worker;
}
const fields = () => [...document.querySelectorAll<HTMLInputElement>('input[inputmode=decimal]')];
const price = () => fields().at(0) as HTMLInputElement;
const quantity = () => fields().at(-1) as HTMLInputElement;
const NEXT = 'Next: trade password';

describe('an order of one’s own', () => {
  it('is refused at the price outside the band, and nothing is asked', async () => {
    const worker = show(PUBLISH);
    await untilText('Guide price 0.125');
    type(price(), '0.1376');
    type(quantity(), '80');
    await untilText('Prices from 0.1125 to 0.1375 are allowed');
    expect([price().getAttribute('aria-invalid'), isDisabled(NEXT), worker.inputsOf('rabQuote')]).toEqual([
      'true',
      true,
      [],
    ]);
  });

  it('can be entered in USDT, or as all that can be paid with the fee', async () => {
    const worker = await publish();
    await tapAt('input[value="USDT"]');
    await untilText('Available 100.200000');
    type(quantity(), '1');
    await until(() => expect(worker.inputsOf('rabQuote')).toContainEqual(expect.objectContaining({ quantity: '8' })));
    await tap('All');
    // 100 USDT and 0.2 fee.
    await until(() => expect(worker.inputsOf('rabQuote')).toContainEqual(expect.objectContaining({ quantity: '800' })));
  });

  it('shows new figures in place when the fee has changed', async () => {
    let asked = 0;
    const dearer = { ...QUOTE, worst: { ...QUOTE.worst, fee: '0.030000' } };
    await publish({
      rabQuote: () => ((asked += 1) === 1 ? QUOTE : dearer),
      buyRab: () => refusal('fee-changed'),
    });
    type(quantity(), '80');
    await confirm();
    await untilText('The fee has changed meanwhile', '0.030000');
  });

  it('sends nothing without a connection, and nothing while the market is halted', async () => {
    const worker = show(PUBLISH, {
      otcFigures: () => ({ ...INFO, rab: { ...INFO.rab, isOpen: false, haltReason: 'Works until noon.' } }),
    });
    await untilText('The market is halted.', 'Works until noon.');
    await loseConnection(worker);
    type(quantity(), '80');
    expect([isDisabled(NEXT), worker.inputsOf('rabQuote')]).toEqual([true, []]);
  });
});

describe('taking a lot', () => {
  it('is at its price, between its smallest fill and what remains', async () => {
    const worker = show(TAKE);
    await untilText('Kelp', 'From 8 to 80 RAB', 'The trade is settled at once and cannot be undone.');
    type(quantity(), '7.9');
    await untilText('At least 8 RAB');
    type(quantity(), '80.1');
    await untilText('At most 80 RAB');
    expect(worker.inputsOf('rabQuote')).toEqual([]);
    await tap('All');
    await until(() =>
      expect(worker.inputsOf('rabQuote')).toEqual([
        { side: 'buy', price: '0.125', quantity: '80', canSplit: true, mode: 'now', seen: { id: '50', version: 3 } },
      ]),
    );
  });

  it('is whole or not at all where the lot cannot be split', async () => {
    const worker = show({ kind: 'take', lot: { ...LOT, canSplit: false, smallest: LOT.remaining } });
    await untilText('Filled whole by one order, or not at all');
    expect(quantity().disabled).toBe(true);
    await until(() =>
      expect(worker.inputsOf('rabQuote')).toEqual([expect.objectContaining({ quantity: '80', canSplit: false })]),
    );
  });

  it('names the amount that the best price takes, at its field, and enters it', async () => {
    const tooSmall = refusal('fill-too-small', { limit: '110.00000000', asset: 'RAB' });
    const worker = show(TAKE, {
      rabQuote: (input) => (input.quantity === '110' ? quoteOf(input) : tooSmall),
    });
    await untilText('From 8 to 80 RAB');
    type(quantity(), '20');
    await untilText('The best price takes 110 RAB or more, and nobody trades past it');
    expect(find('input[inputmode=decimal][aria-invalid]')).toBeTruthy();
    await tap('Enter 110 RAB');
    await until(() => expect(isDisabled(NEXT)).toBe(false));
    expect(worker.inputsOf('rabQuote').at(-1)).toMatchObject({ quantity: '110', mode: 'now' });
  });

  it('shows a lot that has changed as it is now, and says so', async () => {
    const current = { ...LOT, version: 4, remaining: '20.00000000' };
    const worker = await take({
      rabQuote: (input) => (input.seen?.version === 3 ? refusal('stale-version', { current }) : quoteOf(input)),
    });
    type(quantity(), '10');
    await untilText('The order has changed meanwhile', 'From 8 to 20 RAB');
    await until(() => expect(isDisabled(NEXT)).toBe(false));
    expect(worker.inputsOf('rabQuote').at(-1)?.seen).toEqual({ id: '50', version: 4 });
  });
});

type Details = CallOutput<'rabOrder'>;

/** All of it is matched on half a deposit, and the rest is due in a quarter of an hour. */
const MATCHED = plainest(rabOrder.output, {
  order: {
    ...ORDER,
    version: 2,
    status: 'match-ended',
    depositRate: '0.5',
    filled: '80.00000000',
    remaining: '0.00000000',
    restDue: '5.010000',
    restDueAt: Date.now() + 900_000,
  },
  fills: [{ id: '70', trader: TRADER, quantity: '80.00000000', status: 'awaiting-rest' }],
});

function showDetail(details: Details, changes: Handlers = {}, market = 'rab'): FakeWorker {
  appHistory.replace(`${paths.otcOrder}?id=${details.order.id}&market=${market}`);
  const worker = opened(OrderDetail, { rabOrder: () => details, ...changes });
  return worker;
}

beforeEach(() => appHistory.replace(paths.document));

describe('an order of the RAB market', () => {
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
});
