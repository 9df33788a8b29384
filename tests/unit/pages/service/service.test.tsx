import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { appHistory } from '../../../../src/app/navigation';
import { paths } from '../../../../src/app/paths';
import { toast } from '../../../../src/components/toast';
import ChatRoom from '../../../../src/pages/service/ChatRoom';
import Service from '../../../../src/pages/service/Service';
import { findQuestions, type Question, searchable } from '../../../../src/pages/service/Service/questions';
import { giveHeights } from '../../support/heights';
import { find, type, unmountAll } from '../../support/render';
import type { Handlers } from '../fake-worker';
import { opened, tap, until, untilText } from '../support';

// happy-dom has not what DOMPurify needs; tests/e2e/content.spec.ts asks it in a browser.
vi.mock('../../../../src/article/purity', () => ({ isPure: () => true }));

const question = (id: string, topic: Question['topic'], words: string, answer: string): Question => ({
  id,
  topic,
  question: words,
  lang: 'EN',
  answer: [{ kind: 'paragraph', spans: [{ text: answer, marks: [], link: null }] }],
});
const QUESTIONS = [
  question('1', 'deposits', 'When is my deposit credited?', 'After three confirmations.'),
  question('2', 'security', 'Does RAB ask for my password?', 'Never. Café staff neither.'),
];
const handlers = (): Handlers => ({
  commonQuestions: () => ({ questions: QUESTIONS }),
  communityLinks: () => ({
    links: [{ id: '5', title: 'Club', text: 'People talk', address: 'https://example.com/club' }],
  }),
});

beforeEach(() => {
  toast.clear();
  appHistory.replace(paths.service);
});

describe('the search in questions', () => {
  const found = (words: string, topic: Question['topic'] | 'all' = 'all') =>
    findQuestions(searchable(QUESTIONS), { text: words, topic }).map(({ id }) => id);
  it.each([
    ['', ['1', '2']],
    ['DEPOSIT', ['1']],
    ['three credited', ['1']],
    ['cafe', ['2']],
    ['ｐａｓｓｗｏｒｄ', ['2']],
    ['three password', []],
  ])('finds for "%s" the questions %j', (words, ids) => {
    expect(found(words)).toEqual(ids);
  });
  it('is narrowed by the topic', () => {
    expect(found('', 'security')).toEqual(['2']);
  });
});

describe('Service', () => {
  it('leads to the community by name of the site, and copies the address', async () => {
    const copied = vi.fn<(words: string) => Promise<void>>(async () => undefined);
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } });
    opened(Service, handlers());
    await untilText('Club', 'example.com');
    const link = find<HTMLAnchorElement>('a[target="_blank"]');
    expect([link.getAttribute('href'), link.rel]).toEqual(['https://example.com/club', 'noopener noreferrer']);
    await tap('Copy the link: Club');
    await until(() => expect(copied.mock.calls).toEqual([['https://example.com/club']]));
  });
});

describe('a conversation', () => {
  giveHeights();
  afterEach(unmountAll);

  it('keeps what is typed as a draft of its topic', async () => {
    appHistory.replace(`${paths.chatRoom}?id=other`);
    const worker = opened(ChatRoom, {
      serviceConversations: () => ({ conversations: [{ topic: 'other' }] }),
      serviceMessages: () => ({}),
    });
    await untilText('Never share passwords or codes');
    type(find<HTMLTextAreaElement>('textarea'), 'Later');
    await until(() => expect(worker.drafts.get('service-chat other')).toEqual({ text: 'Later' }));
  });
});
