/** Articles and their pictures, which the worker reads last of all that it reads ahead. */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { createMemoryDatabase } from '../../worker/cache/memory-database';
import { DEVICE_LAYOUT, type CacheTables } from '../../worker/cache/schema';
import type { OpenSession } from '../../worker/session/session-keeper';
import { PageActivity } from '../../worker/warm-up/page-activity';
import { WARM_CALLS } from '../../worker/warm-up/warm-calls';
import { WarmUp, IDLE_MS } from '../../worker/warm-up/warm-up';
import { VirtualTime } from './support/virtual-time';

const NOW = 1_795_000_000_000;
const PICTURE = 1_000;

/** Articles of the gateway. */
let articles: Map<string, { article: ({ kind: 'image'; id: string } | { kind: 'rule' } | null)[] }>;
let pictures: Map<string, { webp: string }>;
/** Answers on the device, by call and input. */
let kept: Map<string, unknown>;
let asked: string[];
let fresh: { name: string; maxAgeMs: number | undefined }[];
let database: ReturnType<typeof createMemoryDatabase<CacheTables>>;

const keyOf = (name: string, input: unknown) => `${name} ${JSON.stringify(input)}`;
const isArticle = (name: string) => name === 'newsItem' || name === 'contentImage';

function answerTo(name: string, { id = '' }: { id?: string }): unknown {
  if (name === 'newsItems') return { items: [...articles.keys()].map((one) => ({ id: one })), nextCursor: null };
  return name === 'newsItem' ? articles.get(id) : pictures.get(id);
}

async function warmUp(): Promise<void> {
  const time = new VirtualTime();
  time.autoFire = (delayMs) => delayMs <= IDLE_MS;
  await new WarmUp({
    activity: new PageActivity(),
    setTimer: time.setTimer,
    isAllowed: () => true,
    async isFresh(_session, name, input, maxAgeMs) {
      fresh.push({ name, maxAgeMs });
      return !isArticle(name) || kept.has(keyOf(name, input));
    },
    kept: async (_session, name, input) => (name === 'newsItems' ? answerTo(name, {}) : kept.get(keyOf(name, input))),
    async read(_session, name, input) {
      asked.push(keyOf(name, input));
      const answer = answerTo(name, input as object);
      if (answer !== undefined) kept.set(keyOf(name, input), answer);
      return true;
    },
    store: { run: (work) => work(database) },
    now: () => NOW,
  }).run({ leaving: new AbortController() } as OpenSession);
}

/** Publishes an article with so many pictures. @returns the ids of the pictures */
function publish(id: string, count: number, length = PICTURE): string[] {
  const ids = Array.from({ length: count }, () => randomUUID());
  articles.set(id, { article: [{ kind: 'rule' }, null, ...ids.map((one) => ({ kind: 'image' as const, id: one }))] });
  for (const one of ids) pictures.set(one, { webp: 'x'.repeat(length) });
  return ids;
}

beforeEach(() => {
  articles = new Map();
  pictures = new Map();
  kept = new Map();
  asked = [];
  fresh = [];
  database = createMemoryDatabase<CacheTables>(DEVICE_LAYOUT);
});

it('reads each article of the list and then the pictures, the newest first, after everything else', async () => {
  const [picture = ''] = publish('3', 1);
  const [older = ''] = publish('2', 1);
  await warmUp();
  expect(asked).toEqual([
    keyOf('newsItem', { id: '3' }),
    keyOf('newsItem', { id: '2' }),
    keyOf('contentImage', { id: picture }),
    keyOf('contentImage', { id: older }),
  ]);
  expect(fresh.slice(0, WARM_CALLS.length).map(({ name }) => name)).toEqual(WARM_CALLS.map(({ name }) => name));
  asked = [];
  await warmUp();
  expect(asked).toEqual([]);
});

it('reads no more articles than the list shows first', async () => {
  for (let id = 30; id > 0; id -= 1) publish(String(id), 0);
  await warmUp();
  expect(asked).toHaveLength(20);
  expect(asked.at(-1)).toBe(keyOf('newsItem', { id: '11' }));
});

it('reads every article, and pictures up to so many characters, those that are kept already included', async () => {
  for (let id = 20; id > 0; id -= 1) publish(String(id), 3, 1_000_000);
  await warmUp();
  expect(asked.filter((one) => one.startsWith('newsItem'))).toHaveLength(20);
  expect(asked.filter((one) => one.startsWith('contentImage'))).toHaveLength(4);
  asked = [];
  await warmUp();
  expect(asked).toEqual([]);
});
