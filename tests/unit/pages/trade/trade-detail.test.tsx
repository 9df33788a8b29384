import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UsdtTrade } from '../../../../contract/calls/otc-usdt-records';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import { giveShared, isGiven } from '../../../../src/bridge/shared-images';
import { currentToast } from '../../../../src/components/toast';
import { proofFormOf } from '../../../../src/pages/trade/proof';
import TradeDetail from '../../../../src/pages/trade/TradeDetail';
import { giveHeights } from '../../support/heights';
import { find, type, unmountAll } from '../../support/render';
import { FakeWorker, type Handlers, refusal } from '../fake-worker';
import {
  buttonInSheet,
  chooseFiles,
  isDisabled,
  named,
  open,
  tap,
  tapInSheet,
  text,
  until,
  untilText,
} from '../support';
import { paidOf, START, tradeOf } from './usdt-fixtures';

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
const reference = () => find<HTMLInputElement>('dialog input[maxlength="64"]');

describe('a trade as its buyer', () => {
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
    expect(buttonInSheet('I have paid').disabled).toBe(true);
    expect(isGiven(proofFormOf('55'))).toBe(false);
    type(reference(), 'KELP-718');
    await until(() => expect(buttonInSheet('I have paid').disabled).toBe(false));
  });

  it('cancels after asking; a trade that has changed is read anew and that is said', async () => {
    const worker = show(tradeOf(), { cancelOfferOrTrade: () => refusal('stale-version') });
    await untilText('Cancel order');
    await tap('Cancel order');
    await untilText('it counts against your completion rate');
    await tapInSheet('Cancel order');
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
    await tapInSheet('Agree to cancel');
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
      type(reference(), 'KELP-718');
      await chooseFiles('a.jpg');
      await until(() => expect(buttonInSheet('I have paid').disabled).toBe(false));
      await tapInSheet('I have paid');
      await untilText('The answer was lost');
      expect(buttonInSheet('I have paid').disabled).toBe(true);
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
      await until(() => expect(buttonInSheet('I have paid').disabled).toBe(false));
      expect(find('dialog [role=alert]').textContent).not.toContain('still being looked up');
      await tapInSheet('I have paid');
      await until(() => expect(worker.inputsOf('reportPayment')).toHaveLength(2));
      expect(worker.asked.findLast(({ name }) => name === 'reportPayment')?.options.intentId).not.toBe(intentId);
    });

    it('is not sent again from a question, which closes when it is known', async () => {
      const worker = show(tradeOf(), { cancelOfferOrTrade: () => refusal('outcome-unknown') });
      worker.settlement = UNKNOWN;
      await untilText('Cancel order');
      await tap('Cancel order');
      await untilText('it counts against your completion rate');
      await tapInSheet('Cancel order');
      await untilText('The answer was lost');
      expect(buttonInSheet('Cancel order').disabled).toBe(true);
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
});

describe('the chat', () => {
  const message = (id: string, words: string, by: 'me' | 'them' = 'them') => {
    const clientId = `00000000-0000-4000-8000-00000000000${id}`;
    return { id, clientId, text: words, by, createdAt: START };
  };
  const MESSAGES = { items: [message('2', 'Thanks'), message('1', 'Hello', 'me')] };
  const showChat = (handlers: Handlers = {}) => {
    appHistory.replace(`${paths.otcOrder}?id=55&chat=1`);
    return show(tradeOf(), { tradeMessages: () => MESSAGES, markMessagesRead: () => ({}), ...handlers });
  };

  it('is open for a week after the end by the gateway’s clock, whatever the device’s says', async () => {
    const asOf = Date.now() - 10 * 86_400_000;
    const trade = tradeOf({ state: 'completed', status: 'completed', closedAt: asOf - 3_600_000 });
    showChat({ usdtTrade: () => ({ trade }) }).asOf = asOf;
    await untilText('Hello');
    named('Send');
    expect(text()).not.toContain('This chat is closed');
  });

  it('keeps a message that was not taken and sends it again as the same one', async () => {
    let tries = 0;
    const worker = showChat({
      sendMessage: ({ clientId }) =>
        (tries += 1) === 1 ? refusal('network') : { message: { ...message('4', 'Now', 'me'), clientId } },
    });
    await untilText('Hello');
    type(find<HTMLTextAreaElement>('textarea'), 'Now');
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
    type(find<HTMLTextAreaElement>('textarea'), 'Later');
    expect(isDisabled('Send')).toBe(true);
    await until(() => expect(worker.drafts.get('otc-chat 55')).toEqual({ text: 'Later' }));
  });
});
