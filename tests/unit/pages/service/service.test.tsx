import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { appHistory } from '../../../../src/app/navigation';
import { hrefTo, isOpen, paths } from '../../../../src/app/paths';
import { currentToast, toast } from '../../../../src/components/toast';
import Service from '../../../../src/pages/service/Service';
import { byTopic, findQuestions, searchable, type Question } from '../../../../src/pages/service/Service/questions';
import { find, type } from '../../support/render';
import { FakeWorker, type Handlers } from '../fake-worker';
import { named, open, tap, text, until, untilText } from '../support';

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
const handlers = (questions = QUESTIONS): Handlers => ({
  commonQuestions: () => ({ questions }),
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
  it('groups by topic in the order of the page', () => {
    expect(byTopic(QUESTIONS).map(({ topic }) => topic)).toEqual(['security', 'deposits']);
  });
});

describe('Service', () => {
  it('shows questions by topic; an answer is made when it is opened', async () => {
    open(Service, new FakeWorker(handlers()));
    await untilText('When is my deposit credited?', 'Deposits', 'Security');
    expect(text()).not.toContain('After three confirmations.');
    const details = find<HTMLDetailsElement>('details');
    await act(async () => {
      details.open = true;
      details.dispatchEvent(new Event('toggle'));
    });
    await untilText('Never. Café staff neither.');
  });

  it('searches question and answer, and says when nothing fits', async () => {
    open(Service, new FakeWorker(handlers()));
    await untilText('When is my deposit credited?');
    type(find<HTMLInputElement>('input[type="search"]'), 'confirmations');
    await until(() => expect(text()).not.toContain('Does RAB ask'));
    expect(text()).toContain('When is my deposit credited?');
    type(find<HTMLInputElement>('input[type="search"]'), 'weather');
    await untilText('No question fits. Ask us in the chat.');
    await tap('Clear filters');
    await untilText('Does RAB ask for my password?');
  });

  it('leads to the community by name of the site, and copies the address', async () => {
    const copied = vi.fn<(words: string) => Promise<void>>(async () => undefined);
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } });
    open(Service, new FakeWorker(handlers()));
    await untilText('Club', 'example.com');
    const link = find<HTMLAnchorElement>('a[target="_blank"]');
    expect([link.getAttribute('href'), link.rel]).toEqual(['https://example.com/club', 'noopener noreferrer']);
    await tap('Copy the link: Club');
    await until(() => expect(copied.mock.calls).toEqual([['https://example.com/club']]));
  });

  it('lists the operator’s documents, each with its length and where it opens', async () => {
    const one = {
      id: '8',
      title: 'Terms',
      text: 'From January on',
      publishedAt: 1,
      lang: 'EN' as const,
      bytes: 2_000,
      pages: 3,
    };
    const all = [one, { ...one, id: '7', title: 'Risiken', text: '', lang: 'DE' as const, pages: 1 }];
    open(Service, new FakeWorker({ ...handlers(), documents: () => ({ documents: all }) }));
    await untilText('Terms', 'From January on', 'PDF · 3 pages · 2 kB', 'PDF · 1 page');
    expect(text()).toContain('Not available in your language yet.');
    expect(named('Terms').getAttribute('href')).toBe(hrefTo(paths.document, { id: '8' }));
  });

  it('has no such part where there are none', async () => {
    open(Service, new FakeWorker({ ...handlers(), documents: () => ({ documents: [] }) }));
    await untilText('Club');
    await until(() => expect(text()).not.toContain('Documents'));
  });

  it('leads to the chat, or says that it is not open', async () => {
    open(Service, new FakeWorker(handlers([])));
    await untilText('Answers to common questions will appear here.');
    await tap('Start a chat');
    if (isOpen(paths.chatRoom)) expect(appHistory.address.path).toBe(paths.chatRoom);
    else expect(currentToast()?.text).toBe('Not yet open');
  });
});
