/** Reads and keeps answers as a call's cache policy says: as a record or in a list, and tells whether they are too old. */
import type { CallDefinition } from '../contract/call';
import { canonicalJson } from '../contract/canonical-json';
import type { CachedAnswer } from './cache/record-cache';
import type { Vault } from './cache/vault';
import { shapeOf } from './call-book';

/** `partition`: the trading account, or the language for public calls; see cache/schema.ts. */
export interface AnswerCache {
  vault: Pick<Vault, 'records' | 'lists'>;
  partition: string;
}

/**
 * @param now the server's clock, UTC ms
 * @param maxAgeMs in place of the call's own
 */
export async function readCached(
  call: CallDefinition,
  params: Record<string, unknown>,
  shelf: AnswerCache,
  now: number,
  maxAgeMs?: number,
): Promise<CachedAnswer | null> {
  const policy = call.cache;
  if (policy.kind === 'none') return null;
  const answer =
    policy.kind === 'list'
      ? await readList(call.name, params, shelf)
      : await shelf.vault.records.read({ ...recordOf(call.name, params), partition: shelf.partition });
  // A clock that was set back since makes an answer come from the future: its age is not known.
  return (
    answer && { ...answer, isStale: answer.isStale || Math.abs(now - answer.asOf) > (maxAgeMs ?? policy.maxAgeMs) }
  );
}

/** @param answer parsed output of `call`. @returns its sequence, 0 when a later one is kept, undefined without one */
export async function writeCached(
  call: CallDefinition,
  params: Record<string, unknown>,
  shelf: AnswerCache,
  answer: CachedAnswer,
): Promise<number | undefined> {
  const policy = call.cache;
  if (policy.kind === 'none') return undefined;
  const { partition, vault } = shelf;
  if (policy.kind !== 'list') return vault.records.write({ ...recordOf(call.name, params), partition }, answer);
  const { cursor } = listOf(call.name, params);
  const { asOf, isStale } = answer;
  const lists = await vault.lists();
  const page = { ...lists.pageOf(answer.data, policy), cursor, asOf, isStale };
  return lists.write({ ...listOf(call.name, params).key, partition }, page);
}

async function readList(
  name: string,
  params: Record<string, unknown>,
  shelf: AnswerCache,
): Promise<CachedAnswer | null> {
  const { key, cursor, limit } = listOf(name, params);
  const lists = await shelf.vault.lists();
  const page = await lists.read({ ...key, partition: shelf.partition }, cursor, limit);
  if (!page) return null;
  const { items, nextCursor, ...kept } = page;
  return { data: { items, nextCursor }, ...kept };
}

function recordOf(call: string, params: Record<string, unknown>) {
  return { call, input: canonicalJson(params), shape: shapeOf(call) };
}

/** Splits a list call's input into the place where the list is kept and the page that is asked for. */
export function listOf(call: string, params: Record<string, unknown>) {
  const { cursor, limit, ...filters } = params;
  return {
    key: { call, list: `${call} ${canonicalJson(filters)}`, shape: shapeOf(call) },
    cursor: typeof cursor === 'string' ? cursor : null,
    limit: typeof limit === 'number' ? limit : undefined,
  };
}
