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
 * The items with a heading wherever the group changes. What `before` was made from has to have had the same shape.
 */
export function entriesOf<T>(
  items: readonly T[],
  { keyOf, groupOf }: ListShape<T>,
  before: ListEntries<T> | null = null,
): ListEntries<T> {
  const kept = before !== null && isContinued(before.items, items) ? before : null;
  if (kept && kept.items.length === items.length) return { items, entries: kept.entries };
  const entries: ListEntry<T>[] = kept ? [...kept.entries] : [];
  let previous = kept?.items.at(-1);
  for (let index = kept?.items.length ?? 0; index < items.length; index += 1) {
    const item = items[index] as T;
    const group = groupOf?.(item);
    const first = previous === undefined || group !== groupOf?.(previous);
    if (!first) openEnd(entries);
    if (first && group !== undefined) entries.push({ kind: 'heading', key: `heading:${group}`, item });
    entries.push({ kind: 'item', key: keyOf(item), item, first, last: true });
    previous = item;
  }
  return { items, entries };
}

/** The last item so far is not the last of its group. */
function openEnd<T>(entries: ListEntry<T>[]): void {
  const end = entries.at(-1);
  if (end?.kind === 'item') entries[entries.length - 1] = { ...end, last: false };
}

/** Whether `items` is `former` with nothing, or something, behind it. */
function isContinued<T>(former: readonly T[], items: readonly T[]): boolean {
  const end = former.length - 1;
  return end >= 0 && items.length > end && items[0] === former[0] && items[end] === former[end];
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
