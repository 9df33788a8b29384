import { beforeEach, describe, expect, it } from 'vitest';
import { act } from 'react';
import { appHistory } from '../../../../src/app/navigation';
import Custody from '../../../../src/pages/custody/Custody';
import { find, press, type } from '../../support/render';
import { FakeWorker, refusal, type Handlers } from '../fake-worker';
import { goodHandlers, NOW, orderOf, USER } from '../fixtures';
import { named, open, tap, text, until, untilText } from '../support';

function workerWith(changes: Handlers = {}): FakeWorker {
  return new FakeWorker({ ...goodHandlers(), ...changes });
}

/** The sheet with a quote for 1,000 in it. */
async function openForm(worker: FakeWorker, amount = '1000') {
  const bridge = open(Custody, worker);
  await untilText('Still free in this plan');
  await tap('Place custody order');
  await until(() => find('dialog input[inputmode=decimal]'));
  type(find<HTMLInputElement>('dialog input[inputmode=decimal]'), amount);
  return bridge;
}

async function toConfirmation(worker: FakeWorker) {
  const bridge = await openForm(worker);
  await until(() => expect((named('Next: trade password') as HTMLButtonElement).disabled).toBe(false));
  await tap('Next: trade password');
  await untilText('From cash into custody');
  return bridge;
}

/** The sheet that is open; one that still slides out is not. */
async function openSheet(content: string): Promise<HTMLElement> {
  const opened = () =>
    [...document.querySelectorAll<HTMLElement>('dialog[open]')].find((sheet) => sheet.textContent?.includes(content));
  await until(() => expect(opened(), content).toBeDefined());
  return opened() as HTMLElement;
}

async function enterPassword(password = '246810') {
  const dialog = await openSheet('From cash into custody');
  for (const digit of password) press(dialog, digit);
  await act(async () => {});
}

beforeEach(() => appHistory.replace('/pages/index/index2'));

describe('the order form', () => {
  it('shows the quote of the gateway for what stands in it', async () => {
    const worker = workerWith();
    await openForm(worker);
    await untilText('0.110000', '9.900000');
    expect(worker.inputsOf('custodyQuote')).toEqual([{ planId: 'p7', amount: '1000' }]);
  });

  it('refuses by the gateway figures at the field and asks nothing', async () => {
    const worker = workerWith();
    await openForm(worker, '100');
    await untilText('Must be greater than 100 USDT');
    expect((named('Next: trade password') as HTMLButtonElement).disabled).toBe(true);
    type(find<HTMLInputElement>('dialog input[inputmode=decimal]'), '6310.520001');
    await untilText('More than the cash account has');
    expect(worker.inputsOf('custodyQuote')).toEqual([]);
  });

  it('tells a capacity that is gone at the field', async () => {
    await openForm(workerWith({ custodyQuote: () => refusal('capacity-full', { limit: '48.500000' }) }));
    await untilText('Capacity full: at most 48.5 USDT is free in this plan');
    expect((named('Next: trade password') as HTMLButtonElement).disabled).toBe(true);
  });

  it('keeps the form and says why when the quote fails, and asks again', async () => {
    let isUp = false;
    const worker = workerWith();
    const good = worker.handlers.custodyQuote;
    worker.handlers.custodyQuote = (input, options) => (isUp && good ? good(input, options) : refusal('network'));
    await openForm(worker);
    await untilText('The server cannot be reached');
    isUp = true;
    await tap('Retry');
    await untilText('9.900000');
  });

  it('leads to the trade password first when there is none, and keeps what was typed', async () => {
    const worker = workerWith({ userInfo: () => ({ ...USER, hasTradePassword: false }) });
    await openForm(worker);
    await untilText('you have none yet');
    await tap('Set trade password');
    await until(() => expect(appHistory.address.path).toBe('/pages/update_pwd/update_pwd2'));
    expect(worker.drafts.get('custody-order')).toEqual({ planId: 'p7', amount: '1000', resume: 'yes' });
  });

  it('comes back with what was typed', async () => {
    const worker = workerWith();
    worker.drafts.set('custody-order', { planId: 'p90', amount: '2500', resume: 'yes' });
    open(Custody, worker);
    await until(() => expect(find<HTMLInputElement>('dialog input[inputmode=decimal]').value).toBe('2500'));
    await until(() => expect(find<HTMLInputElement>('dialog input[type=radio]:checked').value).toBe('p90'));
    expect(worker.drafts.has('custody-order')).toBe(false);
  });

  it('sends nothing without a connection and says so', async () => {
    const worker = workerWith();
    const bridge = open(Custody, worker);
    await untilText('Still free in this plan');
    worker.emit({ type: 'connection', online: false });
    await until(() => expect(bridge.isOnline.get()).toBe(false));
    await untilText('Moving money needs a connection');
    expect((named('Place custody order') as HTMLButtonElement).disabled).toBe(true);
  });
});

describe('confirming', () => {
  it('sends the quoted amount once, under one intent, and shows the reference', async () => {
    const worker = workerWith();
    await toConfirmation(worker);
    await enterPassword();
    await untilText('Order placed', '99');
    const sent = worker.asked.filter((asked) => asked.name === 'createCustodyOrder');
    expect(sent).toHaveLength(1);
    expect(sent[0]?.input).toEqual({ planId: 'p7', amount: '1000', tradePassword: '246810' });
    expect(sent[0]?.options.intentId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('keeps the intent when the password was wrong, and says the tries left', async () => {
    let tries = 0;
    const worker = workerWith();
    const good = worker.handlers.createCustodyOrder;
    worker.handlers.createCustodyOrder = (input, options) => {
      tries += 1;
      return tries === 1 || !good ? refusal('wrong-trade-password', { triesLeft: 4 }) : good(input, options);
    };
    await toConfirmation(worker);
    await enterPassword('111111');
    await untilText('Wrong trade password', 'Tries left: 4');
    await enterPassword();
    await untilText('Order placed');
    const intents = worker.asked
      .filter((asked) => asked.name === 'createCustodyOrder')
      .map((asked) => asked.options.intentId);
    expect(intents).toHaveLength(2);
    expect(new Set(intents).size).toBe(1);
  });

  it('makes a new intent for a new confirmation', async () => {
    const worker = workerWith({ createCustodyOrder: () => refusal('internal') });
    await toConfirmation(worker);
    await enterPassword();
    await untilText('The server refused');
    const confirmation = await openSheet('From cash into custody');
    await act(async () => confirmation.querySelector<HTMLElement>('[aria-label="Close"]')?.click());
    await openSheet('Still free in this plan');
    await until(() => expect((named('Next: trade password') as HTMLButtonElement).disabled).toBe(false));
    await tap('Next: trade password');
    await enterPassword();
    await until(() => expect(worker.inputsOf('createCustodyOrder')).toHaveLength(2));
    const intents = worker.asked
      .filter((asked) => asked.name === 'createCustodyOrder')
      .map((asked) => asked.options.intentId);
    expect(new Set(intents).size).toBe(2);
  });

  it('closes after the result, and the next order begins with an empty form', async () => {
    await toConfirmation(workerWith());
    await enterPassword();
    await untilText('Order placed');
    await tap('Done');
    await until(() => expect(text()).not.toContain('Order placed'));
    await tap('Place custody order');
    await openSheet('Still free in this plan');
    expect(find<HTMLInputElement>('dialog input[inputmode=decimal]').value).toBe('');
  });

  it('goes back to the field when the pool was drawn on meanwhile', async () => {
    await toConfirmation(workerWith({ createCustodyOrder: () => refusal('capacity-full', { limit: '12.000000' }) }));
    await enterPassword();
    await untilText('Capacity full: at most 12 USDT is free in this plan');
    expect(find('dialog input[inputmode=decimal]')).toBeTruthy();
  });

  it('says that the outcome is not known, and closes for anything new', async () => {
    const worker = workerWith({ createCustodyOrder: () => refusal('outcome-unknown') });
    worker.settlement = { state: 'unknown', error: refusal('offline') };
    await toConfirmation(worker);
    await enterPassword();
    await untilText('Not known yet', 'carried out at most once');
    expect(worker.inputsOf('createCustodyOrder')).toHaveLength(1);
  });

  it('shows the result when the answer was lost but the gateway knows the order', async () => {
    const worker = workerWith({ createCustodyOrder: () => refusal('outcome-unknown') });
    const answer = { order: orderOf({ id: '321', endsAt: NOW }), journalId: '9' };
    worker.settlement = { state: 'done', answer } as never;
    await toConfirmation(worker);
    await enterPassword();
    await untilText('Order placed', '321');
    expect(text()).not.toContain('Not known yet');
  });
});
