/** The entries of a virtual list, taken over from page to page, against entries made anew. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { entriesOf, type ListEntries } from '../../../src/components/virtual-list-entries';

interface Row {
  id: number;
  month: number;
  state: string;
}

const shape = { keyOf: ({ id }: Row) => String(id), groupOf: ({ month }: Row) => String(month) };

/** Changes of a list: longer, shorter, changed anywhere, another list altogether. */
const change = fc.oneof(
  fc.record({
    kind: fc.constant('append' as const),
    months: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 5 }),
  }),
  fc.record({ kind: fc.constant('replace' as const), at: fc.nat(30) }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat(30) }),
  fc.record({ kind: fc.constant('insert' as const), at: fc.nat(30), month: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('keep' as const) }),
);

it('is after any changes what it would be if it were made anew', () => {
  let lastId = 0;
  const row = (month: number): Row => ({ id: (lastId += 1), month, state: 'new' });
  fc.assert(
    fc.property(fc.boolean(), fc.array(change, { maxLength: 12 }), (isGrouped, changes) => {
      const used = isGrouped ? shape : { keyOf: shape.keyOf };
      let items: readonly Row[] = [];
      let made: ListEntries<Row> | null = null;
      for (const one of changes) {
        if (one.kind === 'append') items = [...items, ...one.months.map(row)];
        if (one.kind === 'replace')
          items = items.map((old, at) => (at === one.at ? { ...old, state: 'changed' } : old));
        if (one.kind === 'remove') items = items.filter((_, at) => at !== one.at);
        if (one.kind === 'insert') items = [...items.slice(0, one.at), row(one.month), ...items.slice(one.at)];
        made = entriesOf(items, used, made);
        expect(made).toEqual(entriesOf(items, used));
      }
    }),
    { numRuns: 500 },
  );
});

it('takes the entries over, whole, while nothing has changed', () => {
  const rows: Row[] = [1, 2, 3].map((id) => ({ id, month: 11, state: 'running' }));
  const before = entriesOf(rows, shape);
  expect(entriesOf([...rows], shape, before).entries).toBe(before.entries);
});
