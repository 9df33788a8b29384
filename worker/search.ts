/** A step of a search through a kept list, for the page. Loaded when somebody searches for the first time. */
import * as z from 'zod/mini';
import type { CallDefinition } from '../contract/call';
import { MAX_PAGE_SIZE } from '../contract/paging';
import type { SearchAnswer, SearchRequest } from './api';
import { countIn, extentOf, searchStep } from './cache/list-search';
import { StoreClosedError, type Store } from './cache/store';
import type { CacheTables } from './cache/schema';
import { listOf } from './cached-answers';
import { callError, invalidInput } from './call-errors';
import type { OpenSession } from './session/session-keeper';

/** Everything that goes wrong is a value. */
export async function search(
  call: CallDefinition,
  session: OpenSession | null,
  filters: object,
  { query, after, limit, accountId }: SearchRequest,
): Promise<SearchAnswer<unknown>> {
  const policy = call.cache;
  if (policy.kind !== 'list' || call.access !== 'user') return { ok: false, error: callError('unknown-call') };
  // The page may still show the account that another tab has left.
  if (!session || (accountId !== undefined && accountId !== session.accountId))
    return { ok: false, error: callError('session-closed') };
  const parsed = z.safeParse(call.input, filters);
  if (!parsed.success) return { ok: false, error: invalidInput(parsed.error.issues) };
  const key = { ...listOf(call.name, parsed.data as Record<string, unknown>).key, partition: session.accountId };
  const { cipher } = session.vault;
  const store = session.vault.store as unknown as Store<CacheTables>;
  try {
    const total = after === null ? await countIn(store, key, query) : null;
    const step = await searchStep(store, cipher, key, {
      query,
      policy,
      after,
      limit: Math.max(1, Math.min(limit, MAX_PAGE_SIZE)),
    });
    // After the step: an unreadable row has shortened the list.
    const extent = await extentOf(store, key);
    if (session.leaving.signal.aborted) return { ok: false, error: callError('session-closed') };
    if (!extent) return { ok: false, error: callError('offline') };
    const { asOf, isStale, newestAt, oldestAt, isComplete, olderCursor } = extent;
    // Rows come newest first: once one is older than what is looked for, nothing older can match.
    const isCovered = isComplete || (query.from !== undefined && oldestAt !== null && oldestAt < query.from);
    return {
      ok: true,
      page: { ...step, total, asOf, isStale, newestAt, oldestAt, olderCursor: isCovered ? null : olderCursor },
    };
  } catch (error) {
    if (error instanceof StoreClosedError) return { ok: false, error: callError('session-closed') };
    throw error;
  }
}
