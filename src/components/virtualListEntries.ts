import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import type { ReactNode } from 'react';

/** A row of a virtual list: a heading or an item with its place in its group. */
export type ListEntry<T> =
  | { kind: 'heading'; key: string; label: ReactNode; total?: ReactNode }
  | { kind: 'item'; item: T; first: boolean; last: boolean };

export type GroupOf<T> = (item: T) => { key: string; label: ReactNode; total?: ReactNode };

/** The items with a heading wherever the group changes. */
export function withHeadings<T>(items: readonly T[], groupOf: GroupOf<T> | undefined): ListEntry<T>[] {
  if (!groupOf)
    return items.map((item, index) => ({ kind: 'item', item, first: index === 0, last: index === items.length - 1 }));
  const groups = items.map(groupOf);
  return items.flatMap((item, index): ListEntry<T>[] => {
    const group = groups[index];
    const first = group?.key !== groups[index - 1]?.key;
    const last = group?.key !== groups[index + 1]?.key;
    const entry: ListEntry<T> = { kind: 'item', item, first, last };
    return first && group ? [{ kind: 'heading', ...group }, entry] : [entry];
  });
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
