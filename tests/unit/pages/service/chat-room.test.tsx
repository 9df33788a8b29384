import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CallOutput } from '../../../../contract/index';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import ChatRoom from '../../../../src/pages/service/ChatRoom';
import { giveHeights } from '../../support/heights';
import { find, unmountAll } from '../../support/render';
import { FakeWorker, type Handlers } from '../fake-worker';
import { named, open, tap, text, until, untilText } from '../support';

type Overview = CallOutput<'serviceConversations'>;

const CONVERSATION: NonNullable<Overview['conversations'][number]> = {
  topic: 'other',
  lastSeq: 2,
  lastAt: Date.UTC(2026, 10, 20),
  unread: 3,
  readSeq: 0,
  operators: { deliveredSeq: 1, readSeq: 1 },
  closing: null,
};
const HOURS = { isOpen: true, opensAt: null, closesAt: null };

function show(conversation = CONVERSATION, handlers: Handlers = {}): FakeWorker {
  const worker = new FakeWorker({
    serviceConversations: () => ({ conversations: [conversation], hours: HOURS }),
    serviceMessages: () => ({ items: [], nextCursor: null }),
    ...handlers,
  });
  open(ChatRoom, worker);
  return worker;
}

async function write(words: string): Promise<void> {
  const field = find<HTMLTextAreaElement>('textarea');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, words);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

giveHeights();
afterEach(unmountAll);

describe('the choice of a topic', () => {
  beforeEach(() => appHistory.replace(paths.chatRoom));

  it('names every topic, what is unread, and when customer service answers', async () => {
    show();
    await untilText('Something else', '3 unread', 'No messages yet', 'Customer service answers now.');
    expect(named('Something else').getAttribute('href')).toBe(`#${paths.chatRoom}?id=other`);
  });
});

describe('a conversation', () => {
  beforeEach(() => appHistory.replace(`${paths.chatRoom}?id=other`));

  it('hands what is written to the worker, trimmed, under an id of its own, and empties the line', async () => {
    const worker = show();
    await untilText('Never share passwords or codes');
    await write('  Where is my deposit? ');
    await tap('Send');
    await until(() => expect(worker.queue).toMatchObject([{ topic: 'other', text: 'Where is my deposit?' }]));
    expect(worker.queue[0]?.clientId).toMatch(/^[0-9a-f-]{36}$/);
    expect(find<HTMLTextAreaElement>('textarea').value).toBe('');
  });

  it('keeps what is typed as a draft of its topic', async () => {
    const worker = show();
    await untilText('Never share passwords or codes');
    await write('Later');
    await until(() => expect(worker.drafts.get('service-chat other')).toEqual({ text: 'Later' }));
  });

  it('says that it is closed, and takes a rating once', async () => {
    let closing: NonNullable<(typeof CONVERSATION)['closing']> = { at: 1, stars: null };
    const worker = show(CONVERSATION, {
      serviceConversations: () => ({ conversations: [{ ...CONVERSATION, closing }], hours: HOURS }),
      rateService: ({ stars }) => {
        closing = { at: 1, stars };
        return {};
      },
    });
    await untilText('Customer service has closed this conversation');
    await tap('Rate the answer');
    await act(async () => find<HTMLInputElement>('dialog input[aria-label="4 of 5"]').click());
    await tap('Send the rating');
    await until(() => expect(worker.inputsOf('rateService')).toEqual([{ topic: 'other', stars: 4 }]));
    worker.emit({ type: 'changed', calls: ['serviceConversations'] });
    await untilText('Your rating: 4 of 5');
    expect(text()).not.toContain('Rate the answer');
  });
});
