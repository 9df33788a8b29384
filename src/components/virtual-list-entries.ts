import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/** A row of a virtual list: the heading of a group, with the group's first item, or an item with its place in it, from 1. */
export type ListEntry<T> =
  | { kind: 'heading'; key: string; item: T; group: string }
  | { kind: 'item'; key: string; item: T; group: string; place: number; first: boolean; last: boolean };

/** The group of all items of a list that is not grouped. */
export const NO_GROUP = '';

export interface ListShape<T> {
  keyOf: (item: T) => string;
  /** The key of an item's group; without it nothing is grouped. */
  groupOf?: ((item: T) => string) | undefined;
}

/** A list's entries, with the items they were made from: so adding a page costs as much as the page, not as the whole list. */
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
    if (first && group !== undefined) entries.push({ kind: 'heading', key: `heading:${group}`, item, group });
    const above = entries.at(-1);
    const place = above?.kind === 'item' ? above.place + 1 : 1;
    entries.push({ kind: 'item', key: keyOf(item), item, group: group ?? NO_GROUP, place, first, last: true });
    previous = item;
  }
  return { items, entries };
}

/** Counts the items that both lists begin with. Compares objects: a changed record is another object with the same key. */
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

export function groupSizes<T>(entries: readonly ListEntry<T>[]): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const entry of entries) if (entry.kind === 'item' && entry.last) sizes.set(entry.group, entry.place);
  return sizes;
}

/** Rows of one group that stand together: its heading, where that is among them, and items. */
export interface Section<Row> {
  group: string;
  heading: Row | null;
  items: Row[];
}

/** @param rows in the order of the entries */
export function sectionsOf<T, Row extends { index: number }>(
  rows: readonly Row[],
  entries: readonly ListEntry<T>[],
): Section<Row>[] {
  const sections: Section<Row>[] = [];
  for (const row of rows) {
    const entry = entries[row.index];
    if (!entry) continue;
    if (sections.at(-1)?.group !== entry.group) sections.push({ group: entry.group, heading: null, items: [] });
    const section = sections.at(-1);
    if (entry.kind === 'item') section?.items.push(row);
    else if (section) section.heading = row;
  }
  return sections;
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
