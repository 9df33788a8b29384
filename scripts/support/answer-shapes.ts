import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { CallDefinition } from '../../contract/call';
import { guestCalls } from '../../contract/guest-calls';
import { memberCalls } from '../../contract/member-calls';
import { SHAPE_LENGTH } from '../../worker/shape-length';

/**
 * The fingerprint of what the device keeps of a call: of its answer's schema, and of what its rows are found by. Another one for every
 * change of these; nobody has to remember to change a number.
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

/** Where fields stand in an object does not matter, nor in the list of those that it must have; elsewhere in a list it does. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return fields.map(([name, part]) => [
    name,
    name === 'required' && Array.isArray(part) ? part.toSorted() : sorted(part),
  ]);
}

/** One after the other, for the calls whose answers are kept; worker/call-book.ts takes them apart. */
const joined = (calls: readonly CallDefinition[]): string =>
  calls
    .filter(({ cache }) => cache.kind !== 'none')
    .map(shapeOf)
    .join('');

/** What stands in the worker's code for its two lists of calls. */
export function shapeConstants(): Record<string, string> {
  return { GUEST_SHAPES: JSON.stringify(joined(guestCalls)), MEMBER_SHAPES: JSON.stringify(joined(memberCalls)) };
}
