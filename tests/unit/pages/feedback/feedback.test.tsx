import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FeedbackRecord } from '../../../../contract/calls/feedback';
import type { CallInput } from '../../../../contract/index';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import Feedback from '../../../../src/pages/feedback/Feedback';
import WriteFeedback from '../../../../src/pages/feedback/WriteFeedback';
import { watchBlobAddresses } from '../../support/blob-addresses';
import { find, unmountAll } from '../../support/render';
import { FakeWorker, refusal, type Handlers } from '../fake-worker';
import { open, tap, text, until, untilText } from '../support';

const AT = Date.UTC(2026, 10, 20, 6);
const idOf = (count: number) => `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;

const feedbackOf = (given: Partial<FeedbackRecord> = {}): FeedbackRecord => ({
  id: '7',
  title: 'The deposit is late',
  content: 'I sent 100 USDT.\nNothing came.',
  orderNumber: null,
  images: [],
  status: 'awaiting-reply',
  replies: [],
  createdAt: AT,
  ...given,
});

watchBlobAddresses();
afterEach(unmountAll);

describe('the list', () => {
  beforeEach(() => appHistory.replace(paths.feedback));

  function show(items: readonly FeedbackRecord[], changes: Handlers = {}): FakeWorker {
    const worker = new FakeWorker({
      feedbackItems: ({ status }) => ({
        items: items.filter((one) => status === undefined || one.status === status),
        nextCursor: null,
      }),
      ownImage: () => ({ width: 1, height: 1, webp: 'AAAA' }),
      ...changes,
    });
    open(Feedback, worker);
    return worker;
  }

  it('says in each row how it stands, and opens the one that a link names with its replies', async () => {
    const replies = [
      { text: 'We look into it.', at: AT + 1 },
      { text: '<b>There</b> now.', at: AT + 2 },
    ];
    const replied = feedbackOf({ id: '8', title: '<i>Second</i>', status: 'replied', replies, orderNumber: '0x12' });
    appHistory.replace(`${paths.feedback}?id=8`);
    show([replied, feedbackOf()]);
    await untilText('The deposit is late', 'Awaiting reply', 'Replied', '<b>There</b> now.');
    const sheet = find('dialog');
    for (const told of ['<i>Second</i>', '0x12', 'We look into it.', '<b>There</b> now.'])
      expect(sheet.textContent).toContain(told);
    expect(sheet.querySelector('b')).toBeNull();
  });

  it('shows its images, and says that no reply is there yet', async () => {
    appHistory.replace(`${paths.feedback}?id=7`);
    const worker = show([feedbackOf({ images: [idOf(1), idOf(2)] })]);
    await untilText('You are told as soon as we have replied.');
    await until(() => expect(worker.inputsOf('ownImage')).toHaveLength(2));
    expect(worker.inputsOf('ownImage')).toEqual([1, 2].map((count) => ({ id: idOf(count), size: 'small' })));
  });

  it('narrows by state, and an empty one leads to writing the first', async () => {
    show([]);
    await untilText('What you write to us appears here');
    await tap('Write feedback');
    await until(() => expect(location.hash).toBe(`#${paths.writeFeedback}`));
  });
});

describe('the form', () => {
  beforeEach(() => {
    appHistory.replace(paths.feedback);
    appHistory.open(paths.writeFeedback);
  });

  function show(before: (worker: FakeWorker) => void = () => {}, changes: Handlers = {}): FakeWorker {
    const worker = new FakeWorker({
      sendFeedback: ({ clientId: _, orderNumber = null, ...words }) => ({
        feedback: feedbackOf({ ...words, orderNumber }),
      }),
      ownImage: () => ({ width: 1, height: 1, webp: 'AAAA' }),
      ...changes,
    });
    let count = 0;
    worker.upload = () => ({ id: idOf((count += 1)), width: 2, height: 1, bytes: 3 });
    before(worker);
    open(WriteFeedback, worker);
    return worker;
  }

  function field(label: string): HTMLInputElement | HTMLTextAreaElement {
    const match = [...document.querySelectorAll('label')].find((one) => one.textContent?.startsWith(label));
    return find(`#${CSS.escape(match?.htmlFor ?? 'no-such-label')}`);
  }
  const write = (label: string, value: string) =>
    act(async () => {
      const input = field(label);
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, value);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
  async function choose(...names: string[]): Promise<void> {
    const input = find<HTMLInputElement>('input[type="file"]:not([capture])');
    const files = names.map((name) => new File(['x'], name, { type: 'image/jpeg' }));
    Object.defineProperty(input, 'files', { configurable: true, value: files });
    await act(async () => void input.dispatchEvent(new Event('change', { bubbles: true })));
  }
  const sent = (worker: FakeWorker) => worker.inputsOf('sendFeedback') as CallInput<'sendFeedback'>[];
  const isSending = () => document.querySelector('[role="progressbar"]') !== null;

  it('asks for title and content, and judges the order number', async () => {
    const worker = show();
    await untilText('Write feedback');
    await until(() => expect(field('Title')).toBeTruthy());
    await write('Order number', 'a b');
    await tap('Send');
    await untilText('Enter a title', 'Enter the content', 'An order number has letters, digits and hyphens');
    expect(document.activeElement).toBe(field('Title'));
    expect(sent(worker)).toEqual([]);
  });

  it('sends words and images, and is gone from the device then', async () => {
    const worker = show();
    await until(() => expect(field('Title')).toBeTruthy());
    await write('Title', ' Late ');
    await write('Content', 'Nothing came.');
    await choose('a.jpg', 'b.jpg');
    await until(() => expect([...worker.formImageRows.values()].map(({ uploadId }) => uploadId)).toHaveLength(2));
    await until(() => expect(isSending()).toBe(false));
    await tap('Send');
    await until(() => expect(location.hash).toBe(`#${paths.feedback}`));
    expect(sent(worker)).toMatchObject([{ title: 'Late', content: 'Nothing came.', images: [idOf(1), idOf(2)] }]);
    expect(sent(worker)[0]).not.toHaveProperty('orderNumber');
    expect([worker.drafts.size, worker.formImageRows.size]).toEqual([0, 0]);
  });

  it('sends two at a time, and the failed one alone again', async () => {
    let under = 0;
    let most = 0;
    const tries: string[] = [];
    const waiting: (() => void)[] = [];
    const worker = show((fake) => {
      fake.upload = async (file) => {
        const name = (file as File).name;
        tries.push(name);
        most = Math.max(most, (under += 1));
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          if (waiting.length === 2 || tries.length === 5) for (const go of waiting.splice(0)) go();
        });
        under -= 1;
        if (name === 'b.jpg' && tries.filter((one) => one === name).length === 1)
          return { ...refusal('network'), retryable: true };
        return { id: idOf(name.charCodeAt(0)), width: 2, height: 1, bytes: 3 };
      };
    });
    await until(() => expect(field('Title')).toBeTruthy());
    await write('Title', 'Late');
    await write('Content', 'x');
    await choose('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg');
    await until(() => expect(tries).toHaveLength(4));
    await until(() => expect(isSending()).toBe(false));
    await tap('Send');
    await untilText('Retry or remove the images that were not sent');
    expect(sent(worker)).toEqual([]);
    await tap('Retry');
    await until(() => expect(tries).toEqual(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'b.jpg']));
    await until(() => expect(isSending()).toBe(false));
    await tap('Send');
    await until(() => expect(sent(worker)).toHaveLength(1));
    expect(sent(worker)[0]?.images).toEqual(['a', 'b', 'c', 'd'].map((name) => idOf(name.charCodeAt(0))));
    expect(most).toBe(2);
  });

  it('is there again with words, images and its id: what is up is not sent again', async () => {
    const worker = show((fake) => {
      fake.drafts.set('feedback', { title: 'Late', content: 'Nothing', orderNumber: '12', clientId: idOf(99) });
      fake.formImageRows.set('feedback 1', { image: null, uploadId: idOf(50) });
      fake.formImageRows.set('feedback 2', { image: new Blob(['x']), uploadId: null });
    });
    await until(() => expect(field('Content').value).toBe('Nothing'));
    await until(() => expect(worker.uploaded).toHaveLength(1));
    await until(() => expect(worker.formImageRows.get('feedback 2')?.uploadId).toBe(idOf(1)));
    expect(worker.inputsOf('ownImage')).toEqual([{ id: idOf(50), size: 'small' }]);
    await tap('Send');
    await until(() => expect(sent(worker)).toHaveLength(1));
    expect(sent(worker)[0]).toMatchObject({ clientId: idOf(99), orderNumber: '12', images: [idOf(50), idOf(1)] });
  });

  it('is sent again under the same id after an answer was lost; a changed one is another feedback', async () => {
    let isLost = true;
    const worker = show(undefined, {
      sendFeedback: ({ clientId: _, orderNumber = null, ...words }) => {
        if (isLost) return refusal('network');
        return { feedback: sent(worker).length === 2 ? feedbackOf() : feedbackOf({ ...words, orderNumber }) };
      },
    });
    await until(() => expect(field('Title')).toBeTruthy());
    await write('Title', 'One');
    await write('Content', 'x');
    await tap('Send');
    await until(() => expect(sent(worker)).toHaveLength(1));
    isLost = false;
    await write('Title', 'Two');
    await tap('Send');
    await untilText('An earlier version had arrived already');
    await tap('Send');
    await until(() => expect(location.hash).toBe(`#${paths.feedback}`));
    const [first, second, third] = sent(worker).map(({ clientId }) => clientId);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('says so where the device has no room, and takes no more than 52', async () => {
    const worker = show((fake) => {
      fake.hasRoom = false;
      fake.upload = () => new Promise(() => {});
    });
    await until(() => expect(document.querySelector('input[type="file"]')).not.toBeNull());
    await choose(...Array.from({ length: 53 }, (_, count) => `${count}.jpg`));
    await untilText('This device has no room to keep 52 of them');
    expect(document.querySelectorAll('[role="progressbar"]')).toHaveLength(52);
    expect(document.querySelector('input[type="file"]')).toBeNull();
    expect(worker.uploaded).toHaveLength(2);
  });

  it('is discarded after asking, images included', async () => {
    const worker = show((fake) => {
      fake.drafts.set('feedback', { title: 'Late', content: 'Nothing' });
      fake.formImageRows.set('feedback 1', { image: null, uploadId: idOf(50) });
    });
    await until(() => expect(field('Title').value).toBe('Late'));
    await tap('Discard the draft');
    await untilText('Discard the draft?');
    await act(async () => {
      for (const button of document.querySelectorAll<HTMLElement>('dialog button'))
        if (button.textContent === 'Discard') button.click();
    });
    await until(() => expect([worker.drafts.size, worker.formImageRows.size]).toEqual([0, 0]));
    expect([field('Title').value, field('Content').value]).toEqual(['', '']);
    expect(text()).not.toContain('Image 1');
  });
});
