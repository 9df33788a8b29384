import { beforeEach, describe, expect, it } from 'vitest';
import { exchangeFigures } from '../../../../contract/calls/wallet';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import Exchange from '../../../../src/pages/exchange/Exchange';
import { plainest } from '../../support/plainest';
import { find, type } from '../../support/render';
import { type Handlers, refusal } from '../fake-worker';
import { EXCHANGE_QUOTE as QUOTE } from '../fixtures';
import { enterPassword, isDisabled, opened, tap, tapOnceEnabled, until, untilText } from '../support';

const FIGURES = plainest(exchangeFigures.output, {
  guidePrice: { price: '0.125000', source: 'demo' },
  isOpen: true,
  spread: '0.0050000000',
  available: { RAB: '50.00000000', USDT: '100.000000' },
});
const NEXT_QUOTE = { ...QUOTE, id: '8', received: '640.00000000' };

const show = (changes: Handlers = {}) =>
  opened(Exchange, {
    exchangeFigures: () => FIGURES,
    exchangeQuote: () => QUOTE,
    exchangeAssets: () => ({}),
    ...changes,
  });
const enter = (amount: string) => type(find<HTMLInputElement>('input[inputmode=decimal]'), amount);
const NEXT = 'Next: trade password';

async function toConfirmation(): Promise<void> {
  await untilText('Available 100');
  enter('80');
  await tapOnceEnabled(NEXT);
  await untilText('Confirm exchange');
}

beforeEach(() => appHistory.replace(paths.document));

describe('exchange', () => {
  it('refuses more than there is at the field and asks nothing', async () => {
    const worker = show();
    await untilText('Available 100');
    enter('100.000001');
    await untilText('More than the cash account has');
    expect([isDisabled(NEXT), worker.inputsOf('exchangeQuote')]).toEqual([true, []]);
  });

  it('says when there is no price, and asks for no quote', async () => {
    const worker = show({ exchangeFigures: () => ({ ...FIGURES, isOpen: false, guidePrice: null }) });
    await untilText('There is no price of the last minute');
    enter('80');
    await untilText('You receive');
    expect([isDisabled(NEXT), worker.inputsOf('exchangeQuote')]).toEqual([true, []]);
  });

  it('offers a new quote in place of one that has ended, under an intent of its own', async () => {
    // The one in the form holds; the one that the confirmation begins with is over at once.
    const answers = [QUOTE, { ...QUOTE, validMs: 1 }, NEXT_QUOTE];
    const worker = show({ exchangeQuote: () => answers.shift() ?? refusal('internal') });
    await toConfirmation();
    await untilText('This quote has expired');
    await tap('New quote');
    await untilText('640.00000000 RAB');
    await enterPassword();
    await until(() => expect(worker.inputsOf('exchangeAssets')).toEqual([{ quoteId: '8', tradePassword: '246810' }]));
  });

  it('offers a new quote after the price has moved, with the figures of now, under an intent of its own', async () => {
    const answers = [QUOTE, QUOTE, NEXT_QUOTE];
    const moved = refusal('price-moved', { price: '0.131500' });
    let sent = 0;
    const worker = show({
      exchangeQuote: () => answers.shift() ?? refusal('internal'),
      exchangeAssets: () => ((sent += 1) === 1 ? moved : {}),
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
});
