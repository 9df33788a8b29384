/** Fingerprints of kept answers, as the build makes them. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { CachePolicy } from '../../../contract/call';
import { calls } from '../../../contract/index';
import { guestCalls } from '../../../contract/guest-calls';
import { memberCalls } from '../../../contract/member-calls';
import { shapeConstants, shapeOf } from '../../../scripts/support/answer-shapes';
import { SHAPE_LENGTH } from '../../../worker/shape-length';

const record: CachePolicy = { kind: 'record', maxAgeMs: 1 };
const list: CachePolicy = { kind: 'list', maxAgeMs: 1, sort: 'createdAt', tag: 'kind' };
const before = z.object({ id: z.string(), rows: z.array(z.object({ amount: z.string(), kind: z.enum(['a', 'b']) })) });
const shape = (output: z.core.$ZodType, cache: CachePolicy = record) => shapeOf({ output, cache });

describe('the fingerprint of a call', () => {
  it.each<[string, z.core.$ZodType]>([
    ['has a field more', z.extend(before, { more: z.string() })],
    ['has a field less', z.omit(before, { id: true })],
    ['has a field that may be missing', z.extend(before, { id: z.optional(z.string()) })],
    ['has a field of another type', z.extend(before, { id: z.number() })],
    ['has a field that may be null', z.extend(before, { id: z.nullable(z.string()) })],
    ['has another row', z.extend(before, { rows: z.array(z.object({ amount: z.string() })) })],
    [
      'has another word',
      z.extend(before, { rows: z.array(z.object({ amount: z.string(), kind: z.enum(['a', 'c']) })) }),
    ],
  ])('is another one where the answer %s', (_name, after) => {
    expect(shape(after)).not.toBe(shape(before));
  });

  it('is another one where rows are kept or found in another way', () => {
    const ways: CachePolicy[] = [
      record,
      list,
      { ...list, sort: 'at' },
      { kind: 'list', maxAgeMs: 1, sort: 'createdAt' },
    ];
    expect(new Set(ways.map((cache) => shape(before, cache))).size).toBe(ways.length);
  });

  it('is the same where the same is said in another order, or kept for longer', () => {
    const { id, rows } = before.shape;
    expect(shape(z.object({ rows, id }))).toBe(shape(before));
    expect(shape(before, { ...record, maxAgeMs: 2 })).toBe(shape(before));
  });
});

it('is built for every call whose answers are kept, and differs where they do', () => {
  const kept = Object.values(calls).filter(({ cache }) => cache.kind !== 'none');
  const built = shapeConstants();
  expect(shapeConstants()).toEqual(built);
  const [guests, members] = [guestCalls, memberCalls].map((some) => some.filter(({ cache }) => cache.kind !== 'none'));
  expect([...(guests ?? []), ...(members ?? [])].map(({ name }) => name).sort()).toEqual(
    kept.map(({ name }) => name).sort(),
  );
  expect(JSON.parse(built['GUEST_SHAPES'] ?? '')).toHaveLength(SHAPE_LENGTH * (guests?.length ?? 0));
  expect(JSON.parse(built['MEMBER_SHAPES'] ?? '')).toBe((members ?? []).map(shapeOf).join(''));
  expect(shapeOf(calls.userInfo)).not.toBe(shapeOf(calls.tradingAccounts));
});
