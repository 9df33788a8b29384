import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { CallDefinition } from '../../contract/call';
import { guestCalls } from '../../contract/guest-calls';
import { memberCalls } from '../../contract/member-calls';
import { SHAPE_LENGTH } from '../../worker/shape-length';

/**
 * Returns the fingerprint of a call's kept answers: of the answer's schema, and of the fields by which its rows are found. Every
 * change of these changes the fingerprint, so that nobody has to remember to change a number.
 */
export function shapeOf({ output, cache }: Pick<CallDefinition, 'output' | 'cache'>): string {
  const schema = z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' });
  const { kind, ...rows } = { ...cache, maxAgeMs: 0 };
  const tag = 'tag' in rows ? rows.tag : undefined;
  const sort = 'sort' in rows ? rows.sort : undefined;
  return createHash('sha256')
    .update(JSON.stringify([sorted(schema), kind, sort, tag]))
    .digest('base64url')
    .slice(0, SHAPE_LENGTH);
}

/** Sorts fields and lists of required fields, whose order does not matter; keeps other lists, whose order does. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return fields.map(([name, part]) => [
    name,
    name === 'required' && Array.isArray(part) ? part.toSorted() : sorted(part),
  ]);
}

/** Joins the fingerprints of the calls whose answers are kept; worker/call-book.ts takes them apart. */
const joined = (calls: readonly CallDefinition[]): string =>
  calls
    .filter(({ cache }) => cache.kind !== 'none')
    .map(shapeOf)
    .join('');

/** Returns the constants that the build writes into the worker's code for its two lists of calls. */
export function shapeConstants(): Record<string, string> {
  return { GUEST_SHAPES: JSON.stringify(joined(guestCalls)), MEMBER_SHAPES: JSON.stringify(joined(memberCalls)) };
}
