/** Memory over a full disk behaves as one database in which everything fitted, and leaves the disk as it was. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeMemoryLayer } from '../../worker/cache/layers';
import { createMemoryDatabase } from '../../worker/cache/memory-database';
import type { DatabaseLayout } from '../../worker/cache/database';
import { sequences } from '../support/seed';

interface Tables {
  rows: { list: string; sort: number; tag?: string; value: number };
}

const LAYOUT: DatabaseLayout<Tables> = { rows: ['[list+sort]', '[list+tag+sort]'] };

const list = fc.constantFrom('a', 'b');
const sort = fc.integer({ min: 0, max: 5 });
const row = fc.record(
  { list, sort, tag: fc.constantFrom('x', 'y'), value: fc.nat({ max: 9 }) },
  { requiredKeys: ['list', 'sort', 'value'] },
);
const range = fc.record({ list, lower: sort, upper: sort, isUpperOpen: fc.boolean() }).map((one) => ({
  lower: [one.list, one.lower],
  upper: [one.list, one.upper],
  isUpperOpen: one.isUpperOpen,
}));
const change = fc.oneof(
  fc.record({ put: fc.array(row, { minLength: 1, maxLength: 3 }) }),
  fc.record({ drop: fc.array(fc.tuple(list, sort), { minLength: 1, maxLength: 3 }) }),
  fc.record({ dropRange: range }),
  fc.record({ fails: row }),
);

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;
type Kept = Pick<ReturnType<typeof createMemoryDatabase<Tables>>, 'tables' | 'atomically'>;

async function apply({ atomically }: Kept, one: Change): Promise<void> {
  const work = atomically(['rows'], async ({ rows }) => {
    if ('put' in one) await rows.putAll(one.put);
    if ('drop' in one) await rows.deleteAll(one.drop);
    if ('dropRange' in one) await rows.deleteRange(one.dropRange);
    if ('fails' in one) throw new RangeError('no');
  });
  await work.catch((error: unknown) => expect(error).toBeInstanceOf(RangeError));
}

/** Everything that can be asked, of both. */
async function seen({ tables: { rows } }: Kept): Promise<unknown> {
  const found: unknown[] = [];
  for (const of of ['a', 'b']) {
    const whole = { lower: [of, -1], upper: [of, 9] };
    const tagged = { index: '[list+tag+sort]', lower: [of, 'x', 1], upper: [of, 'x', 4], isUpperOpen: true };
    for (const one of [whole, { ...whole, isUpperOpen: true, upper: [of, 3] }, tagged]) {
      found.push(await rows.all(one), await rows.count(one));
      for (const limit of [1, 3]) found.push(await rows.newest(one, limit), await rows.oldest(one, limit));
    }
    for (const at of [0, 1, 2, 3, 4, 5]) found.push((await rows.get([of, at])) ?? null);
  }
  return found;
}

test('memory over any disk gives, after any changes, what one database would', async () => {
  const property = fc.asyncProperty(
    fc.array(row, { maxLength: 8 }),
    fc.array(change, { maxLength: 8 }),
    fc.boolean(),
    async (onDisk, changes, isSettled) => {
      const [disk, model] = [createMemoryDatabase<Tables>(LAYOUT), createMemoryDatabase<Tables>(LAYOUT)];
      for (const { tables } of [disk, model]) await tables.rows.putAll(onDisk);
      const before = await seen(disk);
      const { lay, settle } = makeMemoryLayer(LAYOUT);
      for (const one of changes) {
        // As after a lost connection: the same memory lies over the next one.
        await apply(lay(disk), one);
        await apply(model, one);
        expect(await seen(lay(disk))).toEqual(await seen(model));
      }
      expect(await seen(disk)).toEqual(before);
      if (isSettled) {
        await settle(disk);
        expect(await seen(disk)).toEqual(await seen(model));
        return;
      }
      await lay(disk).tables.rows.clear();
      expect(await lay(disk).tables.rows.all()).toEqual([]);
      expect(await disk.tables.rows.all()).toEqual([]);
    },
  );
  await fc.assert(property, { numRuns: sequences(60, 2_000), verbose: 1 });
});
