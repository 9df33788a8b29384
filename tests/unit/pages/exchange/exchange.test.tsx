import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ExchangeQuote } from '../../../../contract/calls/wallet';
import type { CallOutput } from '../../../../contract/index';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import Exchange from '../../../../src/pages/exchange/Exchange';
import Records from '../../../../src/pages/exchange/Records';
import { find, press, type } from '../../support/render';
import { EXCHANGE_QUOTE as QUOTE } from '../fixtures';
import { FakeWorker, refusal, type Handlers } from '../fake-worker';
import { named, open, tap, until, untilText } from '../support';

const AT = Date.UTC(2026, 10, 21, 8, 30);
const PRICE = { price: '0.125000', source: 'demo', asOf: AT } as const;
const INDEX: CallOutput<'exchangeFigures'> = {
  guidePrice: PRICE,
  isOpen: true,
  spread: '0.0050000000',
  quoteMs: 15_000,
  available: { RAB: '50.00000000', USDT: '100.000000' },
};
const NEXT: ExchangeQuote = { ...QUOTE, id: '8', received: '640.00000000' };
const { expiresAt: _expiresAt, validMs: _validMs, ...TERMS } = QUOTE;
const RECORD = { ...TERMS, createdAt: AT, journalId: '12' };

function show(changes: Handlers = {}): FakeWorker {
  const worker = new FakeWorker({
    exchangeFigures: () => INDEX,
    exchangeQuote: () => QUOTE,
    exchangeAssets: () => ({ exchange: RECORD }),
    exchanges: () => ({ items: [RECORD], nextCursor: null }),
    ...changes,
  });
  open(Exchange, worker);
  return worker;
}
const enter = (amount: string) => type(find<HTMLInputElement>('input[inputmode=decimal]'), amount);
const next = () => named('Next: trade password') as HTMLButtonElement;

async function toConfirmation(): Promise<void> {
  await untilText('Available 100');
  enter('80');
  await until(() => expect(next().disabled).toBe(false));
  await tap('Next: trade password');
  await untilText('Confirm exchange');
}
async function enterPassword(): Promise<void> {
  const dialog = find<HTMLElement>('dialog');
  for (const digit of '246810') press(dialog, digit);
  await act(async () => {});
}

beforeEach(() => appHistory.replace(paths.document));

describe('exchange', () => {
  it('shows what is received, the rate, the spread and the risk before the tap, for what stands there', async () => {
    const worker = show();
    await untilText('demo price, not a market’s', '0.50%', 'An exchange cannot be undone.');
    expect(next().disabled).toBe(true);
    enter('80');
    await untilText('636.81592039 RAB', '0.125625 USDT', 'Quote holds for');
    expect(worker.inputsOf('exchangeQuote')).toEqual([{ from: 'USDT', to: 'RAB', amount: '80' }]);
  });

  it('goes the other way with that asset’s balance, and empties the amount', async () => {
    const worker = show();
    await untilText('Available 100');
    enter('80');
    await act(async () => find<HTMLInputElement>('input[value="RAB"]').click());
    await untilText('Available 50');
    expect(find<HTMLInputElement>('input[inputmode=decimal]').value).toBe('');
    await tap('All');
    await until(() =>
      expect(worker.inputsOf('exchangeQuote')).toContainEqual({ from: 'RAB', to: 'USDT', amount: '50' }),
    );
  });

  it('refuses more than there is at the field and asks nothing', async () => {
    const worker = show();
    await untilText('Available 100');
    enter('100.000001');
    await untilText('More than the cash account has');
    expect([next().disabled, worker.inputsOf('exchangeQuote')]).toEqual([true, []]);
  });

  it('asks anew when a quote ends', async () => {
    let asked = 0;
    show({ exchangeQuote: () => ((asked += 1) === 1 ? { ...QUOTE, validMs: 1 } : NEXT) });
    await untilText('Available 100');
    enter('80');
    await untilText('640.00000000 RAB');
    expect(asked).toBe(2);
  });

  it('says when there is no price, and asks for no quote', async () => {
    const worker = show({ exchangeFigures: () => ({ ...INDEX, isOpen: false, guidePrice: null }) });
    await untilText('There is no price of the last minute');
    enter('80');
    await untilText('You receive');
    expect([next().disabled, worker.inputsOf('exchangeQuote')]).toEqual([true, []]);
  });

  it('sends nothing without a connection and says so', async () => {
    const worker = show();
    await untilText('Available 100');
    worker.emit({ type: 'connection', online: false });
    await untilText('Moving money needs a connection');
    enter('80');
    expect([next().disabled, worker.inputsOf('exchangeQuote')]).toEqual([true, []]);
  });

  it('fills the quote that was confirmed, once, and shows the reference', async () => {
    const worker = show();
    await toConfirmation();
    await enterPassword();
    await untilText('Exchanged');
    expect(named('Records')).toBeTruthy();
    expect(worker.inputsOf('exchangeAssets')).toEqual([{ quoteId: '7', tradePassword: '246810' }]);
    // One for the form, and one whose whole time is the confirmation's.
    expect(worker.inputsOf('exchangeQuote')).toHaveLength(2);
  });

  it('offers a new quote in place of one that has ended, under an intent of its own', async () => {
    // The one in the form holds; the one that the confirmation begins with is over at once.
    const answers = [QUOTE, { ...QUOTE, validMs: 1 }, NEXT];
    const worker = show({ exchangeQuote: () => answers.shift() ?? refusal('internal') });
    await toConfirmation();
    await untilText('This quote has expired');
    await tap('New quote');
    await untilText('640.00000000 RAB');
    await enterPassword();
    await until(() => expect(worker.inputsOf('exchangeAssets')).toEqual([{ quoteId: '8', tradePassword: '246810' }]));
  });

  it('offers a new quote after the price has moved, with the figures of now, under an intent of its own', async () => {
    const answers = [QUOTE, QUOTE, NEXT];
    const moved = refusal('price-moved', { price: '0.131500' });
    let sent = 0;
    const worker = show({
      exchangeQuote: () => answers.shift() ?? refusal('internal'),
      exchangeAssets: () => ((sent += 1) === 1 ? moved : { exchange: RECORD }),
    });
    await toConfirmation();
    await enterPassword();
    await untilText('The price has moved to 0.1315 USDT. This is a new quote.', '640.00000000 RAB');
    await enterPassword();
    await untilText('Exchanged');
    expect(worker.inputsOf('exchangeAssets').map((input) => (input as { quoteId: string }).quoteId)).toEqual([
      '7',
      '8',
    ]);
  });

  it('tells at the field what a day allows', async () => {
    const words = 'At most 100 USDT may be exchanged within 24 hours; 7 USDT is left.';
    show({ exchangeQuote: () => ({ ...refusal('day-limit'), message: words }) });
    await untilText('Available 100');
    enter('80');
    await untilText(words);
    expect(find('input[inputmode=decimal][aria-invalid]')).toBeTruthy();
  });

  it('keeps what was typed while a first trade password has to be set', async () => {
    const worker = show({ exchangeAssets: () => refusal('needs-trade-password') });
    await untilText('Available 100');
    await act(async () => find<HTMLInputElement>('input[value="RAB"]').click());
    await untilText('Available 50');
    enter('8.5');
    await until(() => expect(next().disabled).toBe(false));
    await tap('Next: trade password');
    await untilText('Confirm exchange');
    await enterPassword();
    await until(() => expect(worker.drafts.get('exchange')).toEqual({ from: 'RAB', amount: '8.5' }));
    // Its step in the history must not lie under the screen that comes.
    await until(() => expect(document.querySelector('dialog')).toBeNull());
  });

  it('comes back with what was typed, once', async () => {
    const worker = new FakeWorker({ exchangeFigures: () => INDEX, exchangeQuote: () => QUOTE });
    worker.drafts.set('exchange', { from: 'RAB', amount: '8.5' });
    open(Exchange, worker);
    await until(() => expect(find<HTMLInputElement>('input[inputmode=decimal]').value).toBe('8.5'));
    await untilText('Available 50');
    await until(() => expect(worker.drafts.size).toBe(0));
  });

  it('tells at the field what the inventory lacks', async () => {
    show({ exchangeAssets: () => ({ ...refusal('inventory-too-low'), message: 'At most 5 can be received now.' }) });
    await toConfirmation();
    await enterPassword();
    await untilText('At most 5 can be received now.');
    expect(find('input[inputmode=decimal][aria-invalid]')).toBeTruthy();
  });
});

describe('exchange records', () => {
  it('open the exchange that a link names, with both amounts and how the rate came about', async () => {
    appHistory.replace(`${paths.exchanges}?id=7`);
    open(Records, new FakeWorker({ exchanges: () => ({ items: [RECORD], nextCursor: null }) }));
    await untilText('USDT → RAB', 'Given', '80.000000', '636.81592039', '0.125625', 'Journal');
    await until(() => expect(appHistory.address.search).toBe(''));
  });

  it('lead to the exchange when there are none', async () => {
    open(Records, new FakeWorker({ exchanges: () => ({ items: [], nextCursor: null }) }));
    await untilText('Data is empty');
    expect(named('Exchange').tagName).toBe('BUTTON');
  });
});
