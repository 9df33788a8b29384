import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UsdtTrade } from '../../../../contract/calls/otc-usdt-records';
import type { CallOutput } from '../../../../contract/index';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import { giveShared, isGiven } from '../../../../src/bridge/shared-images';
import { currentToast } from '../../../../src/components/toast';
import { proofFormOf } from '../../../../src/pages/trade/proof';
import TradeDetail from '../../../../src/pages/trade/TradeDetail';
import { giveHeights } from '../../support/heights';
import { find, press, type, unmountAll } from '../../support/render';
import { FakeWorker, refusal, type Handlers } from '../fake-worker';
import { named, open, tap, text, until, untilText } from '../support';
import { offerOf, paidOf, START, tradeOf } from './usdt-fixtures';

const UPLOADED = { id: '6f1ed002-ab55-4be0-9a8a-3e8c7c2f9b10', width: 2, height: 1, bytes: 3 };
const IMAGE = { width: 1, height: 1, webp: 'UklGRg==' };

beforeEach(() => {
  appHistory.replace(`${paths.otcOrder}?id=55`);
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:test/1');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
});
giveHeights();
afterEach(() => {
  unmountAll();
  vi.restoreAllMocks();
});

function show(trade: UsdtTrade, handlers: Handlers = {}): FakeWorker {
  const worker = new FakeWorker({ usdtTrade: () => ({ trade }), usdtTradeImage: () => IMAGE, ...handlers });
  worker.upload = () => UPLOADED;
  open(TradeDetail, worker);
  return worker;
}
const dialog = () => find<HTMLElement>('dialog');
function inDialog(name: string): HTMLButtonElement {
  const match = [...dialog().querySelectorAll('button')].find((one) => one.textContent === name);
  if (!match) throw new Error(`no "${name}" in ${dialog().textContent}`);
  return match;
}
async function choosePicture(): Promise<void> {
  const input = find<HTMLInputElement>('input[type="file"]:not([capture])');
  const file = new File(['x'], 'a.jpg', { type: 'image/jpeg' });
  Object.defineProperty(input, 'files', { configurable: true, value: [file] });
  await act(async () => void input.dispatchEvent(new Event('change', { bubbles: true })));
}
async function enterPassword(): Promise<void> {
  for (const digit of '246810') press(dialog(), digit);
  await act(async () => {});
}
function typeArea(label: string, value: string): void {
  const area = find<HTMLTextAreaElement>(`textarea[aria-label="${label}"], textarea`);
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, value);
    area.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

describe('a trade as its buyer', () => {
  it('shows the time, the escrow, what to pay where, each to copy', async () => {
    show(tradeOf());
    await untilText('Awaiting your payment', 'The seller’s 500.00 USDT are locked', '3,590.00 CNY');
    await untilText('6225 8801 2036 4417', 'Mai Lin', '7.18 × 500.000000', '499');
    expect(text()).toMatch(/1[12]:\d\d/);
    for (const label of ['Amount to pay', 'Payee', 'Kelp Bank', 'Order number']) named(`Copy: ${label}`);
  });

  it('announces less than five minutes and less than one, for those who do not see the ring', async () => {
    show(tradeOf({ deadlineAt: START + 4 * 60_000 }));
    await untilText('Less than five minutes left');
    unmountAll();
    show(tradeOf({ deadlineAt: Date.now() + 50_000 }));
    await untilText('Less than one minute left');
  });

  it('opens with images that another app shared as a proof, three of them at most', async () => {
    const given = ['1', '2', '3', '4'].map((name) => new Blob([name], { type: 'image/jpeg' }));
    giveShared(proofFormOf('55'), given);
    const worker = show(tradeOf());
    await until(() => expect(worker.uploaded).toHaveLength(3));
    expect(inDialog('I have paid').disabled).toBe(true);
    expect(isGiven(proofFormOf('55'))).toBe(false);
    type(find<HTMLInputElement>('dialog input[maxlength="64"]'), 'KELP-718');
    await until(() => expect(inDialog('I have paid').disabled).toBe(false));
  });

  it('says that it is paid with a reference and a proof, and not without', async () => {
    const paid = tradeOf({ state: 'paid', version: 2 });
    const worker = show(tradeOf(), { reportPayment: () => ({ trade: paid }) });
    await untilText('I have paid');
    await tap('I have paid');
    await until(() => expect(inDialog('I have paid').disabled).toBe(true));
    type(find<HTMLInputElement>('dialog input[maxlength="64"]'), 'KELP-718');
    await choosePicture();
    await until(() => expect(inDialog('I have paid').disabled).toBe(false));
    await act(async () => inDialog('I have paid').click());
    await until(() =>
      expect(worker.inputsOf('reportPayment')).toEqual([
        { id: '55', version: 1, reference: 'KELP-718', proofs: [UPLOADED.id] },
      ]),
    );
  });

  it('cancels after asking; a trade that has changed is read anew and that is said', async () => {
    const worker = show(tradeOf(), { cancelOfferOrTrade: () => refusal('stale-version') });
    await untilText('Cancel order');
    await tap('Cancel order');
    await untilText('it counts against your completion rate');
    await act(async () => inDialog('Cancel order').click());
    await until(() => expect(worker.inputsOf('usdtTrade').length).toBeGreaterThan(1));
    expect(worker.inputsOf('cancelOfferOrTrade')).toEqual([{ id: '55', version: 1 }]);
    await until(() => expect(document.querySelector('dialog')).toBeNull());
  });

  it('asks about what was seen: what has become of the trade meanwhile is refused, not agreed to', async () => {
    let trade = paidOf({ side: 'buy', payerName: null });
    const worker = show(trade, { usdtTrade: () => ({ trade }), cancelOfferOrTrade: () => refusal('stale-version') });
    await untilText('Agree to cancel');
    await tap('Agree to cancel');
    await untilText('Once both sides agree');
    trade = { ...trade, version: 3, cancelAgreed: { mine: false, theirs: true } };
    worker.emit({ type: 'changed', calls: ['usdtTrade'] });
    await untilText('The other side wants to cancel');
    await act(async () => inDialog('Agree to cancel').click());
    await until(() => expect(worker.inputsOf('cancelOfferOrTrade')).toEqual([{ id: '55', version: 2 }]));
  });

  describe('whose answer was lost', () => {
    const lost = (worker: FakeWorker, name: 'reportPayment' | 'cancelOfferOrTrade') =>
      worker.asked.find((asked) => asked.name === name)?.options.intentId ?? '';
    const UNKNOWN = { state: 'unknown', error: refusal('network') } as const;
    async function sayPaid(worker: FakeWorker): Promise<string> {
      worker.settlement = UNKNOWN;
      await untilText('I have paid');
      await tap('I have paid');
      type(find<HTMLInputElement>('dialog input[maxlength="64"]'), 'KELP-718');
      await choosePicture();
      await until(() => expect(inDialog('I have paid').disabled).toBe(false));
      await act(async () => inDialog('I have paid').click());
      await untilText('The answer was lost');
      expect(inDialog('I have paid').disabled).toBe(true);
      return lost(worker, 'reportPayment');
    }

    it('ends as if it had come when it turns out to be done', async () => {
      const worker = show(tradeOf(), { reportPayment: () => refusal('outcome-unknown') });
      const intentId = await sayPaid(worker);
      worker.settlement = { state: 'done', answer: { trade: tradeOf({ state: 'paid', version: 2 }) } as never };
      worker.emit({ type: 'settled', call: 'reportPayment', intentId, result: 'done' });
      await until(() => expect(document.querySelector('dialog')).toBeNull());
      expect(currentToast()?.text).toBe('The seller has been told');
    });

    it('says why it was refused when it turns out to be, and is another intent the next time', async () => {
      const worker = show(tradeOf(), { reportPayment: () => refusal('outcome-unknown') });
      const intentId = await sayPaid(worker);
      worker.emit({
        type: 'settled',
        call: 'reportPayment',
        intentId,
        result: 'refused',
        error: refusal('limit-reached'),
      });
      await until(() => expect(text()).not.toContain('The answer was lost'));
      await until(() => expect(inDialog('I have paid').disabled).toBe(false));
      expect(find('dialog [role=alert]').textContent).not.toContain('still being looked up');
      await act(async () => inDialog('I have paid').click());
      await until(() => expect(worker.inputsOf('reportPayment')).toHaveLength(2));
      expect(worker.asked.findLast(({ name }) => name === 'reportPayment')?.options.intentId).not.toBe(intentId);
    });

    it('is not sent again from a question, which closes when it is known', async () => {
      const worker = show(tradeOf(), { cancelOfferOrTrade: () => refusal('outcome-unknown') });
      worker.settlement = UNKNOWN;
      await untilText('Cancel order');
      await tap('Cancel order');
      await untilText('it counts against your completion rate');
      await act(async () => inDialog('Cancel order').click());
      await untilText('The answer was lost');
      expect(inDialog('Cancel order').disabled).toBe(true);
      const order = tradeOf({ state: 'cancelled', version: 2, status: 'cancelled' });
      worker.settlement = { state: 'done', answer: { order } as never };
      worker.emit({
        type: 'settled',
        call: 'cancelOfferOrTrade',
        intentId: lost(worker, 'cancelOfferOrTrade'),
        result: 'done',
      });
      await until(() => expect(document.querySelector('dialog')).toBeNull());
    });
  });

  it('sends nothing without a connection and says so', async () => {
    const worker = show(tradeOf());
    await untilText('I have paid');
    worker.emit({ type: 'connection', online: false });
    await untilText('Moving money needs a connection');
    expect((named('I have paid') as HTMLButtonElement).disabled).toBe(true);
  });

  it('can only wait once it is paid; the dispute counts down to its time', async () => {
    show(paidOf({ side: 'buy', payerName: null }));
    await untilText('Awaiting the seller’s confirmation', 'Possible in 2', 'Agree to cancel');
    expect(() => named('Open a dispute')).toThrow();
  });
});

describe('a trade as its seller', () => {
  it('is confirmed with the trade password, for the version that was seen', async () => {
    const worker = show(paidOf(), {
      confirmPayment: () => ({ trade: paidOf({ state: 'completed', version: 3, status: 'completed' }) }),
    });
    await untilText('Payer’s verified name', 'Kai Berg', 'KELP-718', 'refuse any other');
    await tap('Confirm receipt');
    await untilText('cannot be called back', 'You release');
    await enterPassword();
    await untilText('The USDT has gone to the buyer.');
    expect(worker.inputsOf('confirmPayment')).toEqual([{ id: '55', version: 2, tradePassword: '246810' }]);
  });

  it('is disputed from its time on, with a text', async () => {
    const worker = show(paidOf({ disputableAt: START - 1 }), {
      disputeTrade: () => ({ trade: paidOf({ state: 'dispute', version: 3 }) }),
    });
    await untilText('The platform decides');
    await tap('Open a dispute');
    await untilText('nobody can confirm or cancel');
    expect(inDialog('Open a dispute').disabled).toBe(true);
    typeArea('What has happened', 'No money');
    await until(() => expect(inDialog('Open a dispute').disabled).toBe(false));
    await act(async () => inDialog('Open a dispute').click());
    await until(() =>
      expect(worker.inputsOf('disputeTrade')).toEqual([{ id: '55', version: 2, text: 'No money', images: [] }]),
    );
  });

  it('shows what both said, and the ruling with its reason', async () => {
    const evidence = [{ by: 'them' as const, text: 'I paid', images: [], at: START }];
    const ruling = { outcome: 'seller' as const, reason: 'Nothing came', at: START };
    show(paidOf({ state: 'cancelled', payees: [], dispute: { openedBy: 'them', openedAt: START, evidence, ruling } }));
    await untilText('Ruled for the seller', 'Nothing came', 'I paid', 'The other side');
    expect(text()).not.toContain('4417');
  });

  it('is asked when the buyer wants to cancel, and agrees for that version', async () => {
    const worker = show(paidOf({ cancelAgreed: { mine: false, theirs: true } }), {
      cancelOfferOrTrade: () => ({ order: paidOf({ state: 'cancelled', version: 3, status: 'cancelled' }) }),
    });
    await untilText('The other side wants to cancel');
    await tap('Agree to cancel');
    await untilText('your USDT is yours again at once');
    await act(async () => inDialog('Agree to cancel').click());
    await until(() => expect(worker.inputsOf('cancelOfferOrTrade')).toEqual([{ id: '55', version: 2 }]));
  });
});

describe('the chat', () => {
  const message = (id: string, by: 'me' | 'them', body: string, readAt: number | null = null) => {
    const clientId = `00000000-0000-4000-8000-${id.padStart(12, '0')}`;
    return { id, clientId, by, text: body, image: null, createdAt: START + Number(id), readAt };
  };
  const MESSAGES: CallOutput<'tradeMessages'> = {
    items: [message('3', 'them', 'Thanks'), message('2', 'me', 'Sent it', START), message('1', 'me', 'Hello')],
    nextCursor: null,
  };
  const showChat = (handlers: Handlers = {}) => {
    appHistory.replace(`${paths.otcOrder}?id=55&chat=1`);
    return show(tradeOf(), { tradeMessages: () => MESSAGES, markMessagesRead: () => ({ unread: 0 }), ...handlers });
  };

  it('shows who said what, oldest first, what was read, and tells what has been seen', async () => {
    const worker = showChat();
    await untilText('Hello', 'Sent it', 'Thanks', 'Read');
    expect(text().indexOf('Hello')).toBeLessThan(text().indexOf('Thanks'));
    await until(() => expect(worker.inputsOf('markMessagesRead')).toEqual([{ tradeId: '55', messageId: '3' }]));
  });

  it('is open for a week after the end by the gateway’s clock, whatever the device’s says', async () => {
    appHistory.replace(`${paths.otcOrder}?id=55&chat=1`);
    const worker = new FakeWorker({ tradeMessages: () => MESSAGES, markMessagesRead: () => ({ unread: 0 }) });
    worker.asOf = Date.now() - 10 * 86_400_000;
    const closedAt = worker.asOf - 3_600_000;
    worker.handlers.usdtTrade = () => ({ trade: tradeOf({ state: 'completed', status: 'completed', closedAt }) });
    open(TradeDetail, worker);
    await untilText('Hello');
    named('Send');
    expect(text()).not.toContain('This chat is closed');
  });

  it('draws few messages of a long chat, and has the older ones come by themselves near its beginning', async () => {
    const messages = (from: number, to: number) =>
      Array.from({ length: from - to + 1 }, (_, at) => message(String(from - at), 'them', `Words ${from - at}`));
    const worker = showChat({
      tradeMessages: ({ cursor }) =>
        cursor === undefined
          ? { items: messages(200, 101), nextCursor: 'c1' }
          : { items: messages(100, 1), nextCursor: null },
    });
    await untilText('Words 200');
    expect(text()).not.toContain('Words 101');
    expect(document.querySelectorAll('[role="listitem"]').length).toBeLessThan(40);
    expect(worker.inputsOf('tradeMessages')).toHaveLength(1);
    await act(async () => find('[role="log"]').scrollTo({ top: 0 }));
    await until(() => expect(worker.inputsOf('tradeMessages')).toHaveLength(2));
    await untilText('Words 101');
    await until(() => expect(find('[role="listitem"]').getAttribute('aria-setsize')).not.toBe('-1'));
    await act(async () => find('[role="log"]').scrollTo({ top: 0 }));
    await untilText('Never share passwords or codes');
  });

  it('keeps a message that was not taken and sends it again as the same one', async () => {
    let tries = 0;
    const worker = showChat({
      sendMessage: ({ clientId }) =>
        (tries += 1) === 1 ? refusal('network') : { message: { ...message('4', 'me', 'Now'), clientId } },
    });
    await untilText('Hello');
    typeArea('Message', 'Now');
    await tap('Send');
    await untilText('Not sent');
    await tap('Retry');
    await until(() => expect(worker.inputsOf('sendMessage')).toHaveLength(2));
    const [first, second] = worker.inputsOf('sendMessage');
    expect(second).toEqual(first);
    await until(() => expect(text()).not.toContain('Not sent'));
  });

  it('keeps what is being written; sending says that it needs a connection', async () => {
    const worker = showChat();
    await untilText('Hello');
    worker.emit({ type: 'connection', online: false });
    await untilText('Sending needs a connection');
    typeArea('Message', 'Later');
    expect((named('Send') as HTMLButtonElement).disabled).toBe(true);
    await until(() => expect(worker.drafts.get('otc-chat 55')).toEqual({ text: 'Later' }));
  });
});

describe('an offer of one’s own', () => {
  it('shows its figures and its trades, and is taken back after asking', async () => {
    appHistory.replace(`${paths.otcOrder}?id=49&market=offer`);
    const offer = offerOf({ isMine: true, completed: '100.000000', held: '501.000000' });
    const worker = new FakeWorker({
      usdtOffer: () => ({ offer, trades: [paidOf()] }),
      cancelOfferOrTrade: () => ({ order: { ...offer, status: 'cancelled', version: 5 } }),
    });
    open(TradeDetail, worker);
    await untilText('Still on offer', '501', 'Awaiting confirmation');
    await tap('Take the offer back');
    await untilText('501 USDT are available again at once');
    await act(async () => inDialog('Take it back').click());
    await until(() => expect(worker.inputsOf('cancelOfferOrTrade')).toEqual([{ id: '49', version: 4 }]));
  });
});
