import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/** A row of a virtual list: the heading of a group, with the group's first item, or an item with its place in it. */
export type ListEntry<T> =
  | { kind: 'heading'; key: string; item: T }
  | { kind: 'item'; key: string; item: T; first: boolean; last: boolean };

export interface ListShape<T> {
  keyOf: (item: T) => string;
  /** The key of an item's group; without it nothing is grouped. */
  groupOf?: ((item: T) => string) | undefined;
}

/** A list's entries, with what they were made from: the next page then costs what it holds, not what the list holds. */
export interface ListEntries<T> {
  items: readonly T[];
  entries: readonly ListEntry<T>[];
}

/**
 * The items with a heading wherever the group changes. The entries of the items that `before` begins with as well, the same
 * objects in the same order, are taken over; `before` has to have had the same shape.
 */
export function entriesOf<T>(
  items: readonly T[],
  { keyOf, groupOf }: ListShape<T>,
  before: ListEntries<T> | null = null,
): ListEntries<T> {
  const shared = before === null ? 0 : sharedLength(before.items, items);
  if (before && shared === items.length && shared === before.items.length) return { items, entries: before.entries };
  const entries = before ? entriesOfFirst(before.entries, shared) : [];
  let previous = shared > 0 ? items[shared - 1] : undefined;
  for (let index = shared; index < items.length; index += 1) {
    const item = items[index] as T;
    const group = groupOf?.(item);
    const first = previous === undefined || group !== groupOf?.(previous);
    if (!first) setEnd(entries, false);
    if (first && group !== undefined) entries.push({ kind: 'heading', key: `heading:${group}`, item });
    entries.push({ kind: 'item', key: keyOf(item), item, first, last: true });
    previous = item;
  }
  return { items, entries };
}

/** How many items both begin with. Compares objects, not keys: a record that changed is another object with the same key. */
function sharedLength<T>(a: readonly T[], b: readonly T[]): number {
  const most = Math.min(a.length, b.length);
  let count = 0;
  while (count < most && a[count] === b[count]) count += 1;
  return count;
}

/** A copy of the entries of the first `count` items, as if no item followed. */
function entriesOfFirst<T>(entries: readonly ListEntry<T>[], count: number): ListEntry<T>[] {
  let items = 0;
  let end = 0;
  while (items < count) {
    if (entries[end]?.kind === 'item') items += 1;
    end += 1;
  }
  const first = entries.slice(0, end);
  setEnd(first, true);
  return first;
}

/** Says of the last item so far whether it is the last of its group. */
function setEnd<T>(entries: ListEntry<T>[], last: boolean): void {
  const end = entries.at(-1);
  if (end?.kind === 'item' && end.last !== last) entries[entries.length - 1] = { ...end, last };
}

/** The rows near the screen plus the heading that belongs to the topmost one, which stays visible. */
export function withStickyHeading<T>(entries: readonly ListEntry<T>[]): (range: Range) => number[] {
  return (range) => {
    const shown = defaultRangeExtractor(range);
    for (let index = range.startIndex; index >= 0; index--) {
      if (entries[index]?.kind !== 'heading') continue;
      // The overscan above the heading would come before it and steal the place at the top.
      return [index, ...shown.filter((other) => other > index)];
    }
    return shown;
  };
}
