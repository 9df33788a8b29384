/**
 * The newest articles with their pictures, after everything else that is read ahead: whatever stands in the list of news can then be read
 * without a connection, opened before or not.
 */
import type { CallOutput } from '../../contract/index';
import { recordRowKey, type CacheTables } from '../cache/schema';
import type { Store } from '../cache/store';
import type { WarmCall } from './warm-calls';

/** As many as the list shows first. */
const ARTICLES = 20;
/** Characters of pictures; none is begun beyond. One has some 100,000, and nothing bounds how many an article has. Texts are short, so all are read. */
const MAX_PICTURES_LENGTH = 3_000_000;
const DAY_MS = 86_400_000;
/** Those that are among the newest are read anew before they are so old; what is older nobody has needed since. */
const KEEP_MS = 60 * DAY_MS;
/** A change is told by the stream, so an article that it did not name is good for a day. */
const ARTICLE_MAX_AGE_MS = DAY_MS;

/** Returns the data of the kept answer, undefined without one. */
type Kept = (name: string, input: unknown) => Promise<unknown>;

/** Names the calls one after the other, every text before the first picture: which pictures there are stands in the article that was read just before. */
export async function* articleCalls(kept: Kept): AsyncGenerator<WarmCall> {
  const list = (await kept('newsItems', {})) as CallOutput<'newsItems'> | undefined;
  const pictures = new Set<string>();
  for (const { id } of list?.items.slice(0, ARTICLES) ?? []) {
    yield { name: 'newsItem', input: { id }, maxAgeMs: ARTICLE_MAX_AGE_MS };
    const item = (await kept('newsItem', { id })) as CallOutput<'newsItem'> | undefined;
    for (const block of item?.article ?? []) if (block?.kind === 'image') pictures.add(block.id);
  }
  let length = 0;
  for (const id of pictures) {
    if (length > MAX_PICTURES_LENGTH) return;
    yield { name: 'contentImage', input: { id } };
    const image = (await kept('contentImage', { id })) as CallOutput<'contentImage'> | undefined;
    length += image?.webp.length ?? 0;
  }
}

/** Drops articles and pictures that have long not been read again. @param now the server's clock, UTC ms */
export async function dropOldArticles(store: Pick<Store<CacheTables>, 'run'>, now: number): Promise<void> {
  for (const call of ['newsItem', 'contentImage']) {
    await store.run(async ({ tables: { records } }) => {
      const rows = await records.all({ index: 'call', lower: call, upper: call });
      await records.deleteAll(rows.filter(({ asOf }) => now - asOf > KEEP_MS).map(recordRowKey));
    });
  }
}
