import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RabQuote } from '../../../../contract/calls/otc-rab';
import type { CallInput } from '../../../../contract/index';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import Trade from '../../../../src/pages/trade/Trade';
import RabOrderSheets from '../../../../src/pages/trade/rab/OrderSheets';
import type { OrderTarget } from '../../../../src/pages/trade/rab/target';
import { USER } from '../fixtures';
import { FakeWorker, refusal, type Handlers } from '../fake-worker';
import { find, press, type } from '../../support/render';
import { named, open, tap, until, untilText } from '../support';
import { INFO, LOT, ORDER, QUOTE } from './rab-fixtures';

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
const fields = () => [...document.querySelectorAll<HTMLInputElement>('input[inputmode=decimal]')];
const price = () => fields().at(0) as HTMLInputElement;
const quantity = () => fields().at(-1) as HTMLInputElement;
const next = () => named('Next: trade password') as HTMLButtonElement;

async function confirm(): Promise<void> {
  await until(() => expect(next().disabled).toBe(false));
  await tap('Next: trade password');
  await untilText('Confirm buying');
  const dialog = [...document.querySelectorAll<HTMLElement>('dialog')].at(-1);
  if (!dialog) throw new Error('nothing is confirmed');
  for (const digit of '246810') press(dialog, digit);
  await act(async () => {});
}

beforeEach(() => appHistory.replace(paths.document));

it('the market says why nothing can be taken without a connection', async () => {
  const worker = new FakeWorker({
    userInfo: () => USER,
    otcFigures: () => INFO,
    rabGuideHistory: () => ({ candles: [] }),
    rabLots: () => ({ items: [LOT], nextCursor: null }),
  });
  appHistory.replace(paths.trade);
  open(Trade, worker);
  await untilText(LOT.trader.nickname);
  worker.emit({ type: 'connection', online: false });
  await untilText('Moving money needs a connection');
});

it('the market says that it halted itself, and whose price it shows', async () => {
  const rab = { ...INFO.rab, isOpen: false, haltedBy: 'guide' } as const;
  const guidePrice = { ...INFO.rab.guidePrice, source: 'reference' } as const;
  const worker = new FakeWorker({
    userInfo: () => USER,
    otcFigures: () => ({ ...INFO, rab: { ...rab, guidePrice } }),
    rabGuideHistory: () => ({ candles: [] }),
    rabLots: () => ({ items: [], nextCursor: null }),
  });
  appHistory.replace(paths.trade);
  open(Trade, worker);
  await untilText('The market is halted.', 'It halted itself', 'The operator’s reference price');
});

describe('an order of one’s own', () => {
  it('begins at the guide price with its band, and quotes all of it before the tap', async () => {
    const worker = show(PUBLISH);
    await untilText('Guide price 0.125; allowed is ± 10.00%: 0.1125 to 0.1375');
    expect(price().value).toBe('0.125');
    type(quantity(), '80');
    await untilText('80.00000000 RAB', 'Fee 0.20% × 10 USDT', 'Deducted at most', '10.020000 USDT', 'Deposit 100.00%');
    expect(worker.inputsOf('rabQuote')).toEqual([
      { side: 'buy', price: '0.125', quantity: '80', canSplit: true, mode: 'rest' },
    ]);
  });

  it('is refused at the price outside the band, and nothing is asked', async () => {
    const worker = show(PUBLISH);
    await untilText('Guide price 0.125');
    type(price(), '0.1376');
    type(quantity(), '80');
    await untilText('Prices from 0.1125 to 0.1375 are allowed');
    expect([price().getAttribute('aria-invalid'), next().disabled, worker.inputsOf('rabQuote')]).toEqual([
      'true',
      true,
      [],
    ]);
  });

  it('is told at the price when the guide price has moved meanwhile', async () => {
    show(PUBLISH, { buyRab: () => refusal('price-out-of-band', { lowest: '0.120000', highest: '0.124000' }) });
    await untilText('Guide price 0.125');
    type(quantity(), '80');
    await confirm();
    await untilText('Prices from 0.12 to 0.124 are allowed');
    expect(price().getAttribute('aria-invalid')).toBe('true');
  });

  it('can be entered in USDT, or as all that can be paid with the fee', async () => {
    const worker = show(PUBLISH);
    await untilText('Guide price 0.125');
    await act(async () => find<HTMLInputElement>('input[value="USDT"]').click());
    await untilText('Available 100.200000');
    type(quantity(), '1');
    await until(() => expect(worker.inputsOf('rabQuote')).toContainEqual(expect.objectContaining({ quantity: '8' })));
    await tap('All');
    // 100 USDT and 0.2 fee.
    await until(() => expect(worker.inputsOf('rabQuote')).toContainEqual(expect.objectContaining({ quantity: '800' })));
  });

  it('says what is missing at the amount, with the ways to it', async () => {
    show(PUBLISH, { rabQuote: () => refusal('insufficient-funds', { available: '100.200000' }) });
    await untilText('Guide price 0.125');
    type(quantity(), '900');
    await untilText('The cash account has 100.2 USDT; the fee is included', 'Deposit USDT', 'Exchange');
    expect(quantity().getAttribute('aria-invalid')).toBe('true');
  });

  it('is placed once with the quoted fee, and leads to the order', async () => {
    const worker = show(PUBLISH);
    await untilText('Guide price 0.125');
    type(quantity(), '80');
    await confirm();
    await untilText('On the market');
    expect(named('To the order')).toBeTruthy();
    expect(worker.inputsOf('buyRab')).toEqual([
      { price: '0.125', quantity: '80', canSplit: true, mode: 'rest', fee: '0.020000', tradePassword: '246810' },
    ]);
  });

  it('shows new figures in place when the fee has changed', async () => {
    let asked = 0;
    const dearer = { ...QUOTE, worst: { ...QUOTE.worst, fee: '0.030000' } };
    show(PUBLISH, {
      rabQuote: () => ((asked += 1) === 1 ? QUOTE : dearer),
      buyRab: () => refusal('fee-changed'),
    });
    await untilText('Guide price 0.125');
    type(quantity(), '80');
    await confirm();
    await untilText('The fee has changed meanwhile', '0.030000');
  });

  it('keeps what was typed', async () => {
    const worker = show(PUBLISH);
    await untilText('Guide price 0.125');
    type(quantity(), '80');
    await until(() => expect(worker.drafts.get('otc-rab-publish')).toMatchObject({ text: '80', of: 'new' }));
  });

  it('sends nothing without a connection, and nothing while the market is halted', async () => {
    const worker = show(PUBLISH, {
      otcFigures: () => ({ ...INFO, rab: { ...INFO.rab, isOpen: false, haltReason: 'Works until noon.' } }),
    });
    await untilText('The market is halted.', 'Works until noon.');
    worker.emit({ type: 'connection', online: false });
    await untilText('Moving money needs a connection');
    type(quantity(), '80');
    expect([next().disabled, worker.inputsOf('rabQuote')]).toEqual([true, []]);
  });

  it('comes back after a detour, once', async () => {
    const worker = new FakeWorker({ userInfo: () => USER, otcFigures: () => INFO, rabQuote: quoteOf });
    worker.drafts.set('otc-rab-resume', { side: 'sell' });
    open(() => <RabOrderSheets target={null} onClose={() => undefined} />, worker);
    await untilText('Place an order', 'Available 50.00000000');
    await until(() => expect(worker.drafts.has('otc-rab-resume')).toBe(false));
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
    await until(() => expect(next().disabled).toBe(false));
    expect(worker.inputsOf('rabQuote').at(-1)).toMatchObject({ quantity: '110', mode: 'now' });
  });

  it('can be taken whole together with what is better', async () => {
    const tooSmall = refusal('fill-too-small', { limit: '110.00000000', asset: 'RAB' });
    const worker = show(
      { kind: 'take', lot: { ...LOT, canSplit: false, smallest: LOT.remaining } },
      { rabQuote: (input) => (input.quantity === '110' ? quoteOf(input) : tooSmall) },
    );
    await untilText('Enter 110 RAB');
    await tap('Enter 110 RAB');
    await until(() => expect(next().disabled).toBe(false));
    expect(quantity().value).toBe('110');
    expect(worker.inputsOf('rabQuote').at(-1)).toMatchObject({ quantity: '110', canSplit: false });
  });

  it('shows a lot that has changed as it is now, and says so', async () => {
    const current = { ...LOT, version: 4, remaining: '20.00000000' };
    const worker = show(TAKE, {
      rabQuote: (input) => (input.seen?.version === 3 ? refusal('stale-version', { current }) : quoteOf(input)),
    });
    await untilText('From 8 to 80 RAB');
    type(quantity(), '10');
    await untilText('The order has changed meanwhile', 'From 8 to 20 RAB');
    await until(() => expect(next().disabled).toBe(false));
    expect(worker.inputsOf('rabQuote').at(-1)?.seen).toEqual({ id: '50', version: 4 });
  });

  it('says what is left when somebody was faster', async () => {
    show(TAKE, { buyRab: () => refusal('lot-taken', { available: '12.00000000' }) });
    await untilText('From 8 to 80 RAB');
    type(quantity(), '80');
    await confirm();
    await untilText('Somebody was faster: 12 RAB can be filled now');
  });
});
