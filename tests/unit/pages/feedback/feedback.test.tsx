import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CallInput } from '../../../../contract/index';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import WriteFeedback from '../../../../src/pages/feedback/WriteFeedback';
import { watchBlobAddresses } from '../../support/blob-addresses';
import { type, unmountAll } from '../../support/render';
import { FakeWorker, type Handlers, refusal } from '../fake-worker';
import { chooseFiles, field, open, tap, until, untilText } from '../support';

const idOf = (count: number) => `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;

watchBlobAddresses();
afterEach(unmountAll);

beforeEach(() => {
  appHistory.replace(paths.feedback);
  appHistory.open(paths.writeFeedback);
});

describe('the form', () => {
  function show(before: (worker: FakeWorker) => void = () => {}, changes: Handlers = {}): FakeWorker {
    const worker = new FakeWorker({
      sendFeedback: ({ clientId: _, ...words }) => ({ feedback: words }),
      ownImage: () => ({ width: 1, height: 1, webp: 'AAAA' }),
      ...changes,
    });
    let count = 0;
    worker.upload = () => ({ id: idOf((count += 1)), width: 2, height: 1, bytes: 3 });
    before(worker);
    open(WriteFeedback, worker);
    return worker;
  }

  const write = (label: string, value: string) => act(async () => type(field(label), value));
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
    await chooseFiles('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg');
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
      sendFeedback: ({ clientId: _, ...words }) => {
        if (isLost) return refusal('network');
        return { feedback: sent(worker).length === 2 ? { title: 'One' } : words };
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

  it('says so where the device has no room', async () => {
    show((fake) => {
      fake.hasRoom = false;
      fake.upload = () => new Promise(() => {});
    });
    await until(() => expect(document.querySelector('input[type="file"]')).not.toBeNull());
    await chooseFiles('a.jpg', 'b.jpg');
    await untilText('This device has no room to keep 2 of them');
  });
});
