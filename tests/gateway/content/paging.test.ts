/** Pages of a list, whatever it is of (gateway/domain/paging.ts). */
import { expect, it } from 'vitest';
import { BY_ENTRY, BY_FIGURE, BY_TIME, pageOf } from '../../../gateway/domain/paging';

const NUMBERS = Array.from({ length: 7 }, (_, index) => 7n - BigInt(index));

/** A list of seven, of what is below the end of the page before. */
const listing = (factor: bigint) => ({
  read: async ({ end, limit }: { end: { value: bigint } | null; limit: number }) =>
    NUMBERS.filter((one) => end === null || one * factor < end.value).slice(0, limit),
  last: (one: bigint) => ({ value: one * factor, id: String(one) }),
  view: (rows: readonly bigint[]) => rows.map(String),
});

it('follows its cursors from the first page to the last, each record once', async () => {
  // Figures are larger than any time, and than what a double holds.
  for (const factor of [1n, 10n ** 34n]) {
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await pageOf(BY_FIGURE, { cursor, limit: 3 }, listing(factor));
      pages.push(page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined && pages.length < 9);
    expect(pages).toEqual([['7', '6', '5'], ['4', '3', '2'], ['1']]);
  }
});

it('has no next page when the last one is just full', async () => {
  expect(await pageOf(BY_FIGURE, { limit: 7 }, listing(1n))).toMatchObject({ nextCursor: null });
  expect(await pageOf(BY_FIGURE, {}, { ...listing(1n), read: async () => [] })).toEqual({
    items: [],
    nextCursor: null,
  });
});

it('refuses a cursor that no answer carried, at its field', async () => {
  const written = (text: string) => Buffer.from(text).toString('base64url');
  const refusal = { code: 'invalid-input', details: { fields: { cursor: 'cursor' } } };
  for (const cursor of ['nonsense', '', written('1.0'), written('-1.1'), written('1.9223372036854775808')]) {
    for (const order of [BY_TIME, BY_FIGURE, BY_ENTRY]) {
      const list = { read: async () => [], last: () => '' as never, view: () => [] };
      await expect(pageOf<never, never, never>(order as never, { cursor }, list)).rejects.toMatchObject(refusal);
    }
  }
  expect(BY_TIME.decode(BY_FIGURE.encode({ value: 253_402_300_800_000n, id: '1' }))).toBeNull();
  expect(BY_TIME.decode(BY_TIME.encode({ at: 253_402_300_799_999, id: '1' }))).toEqual({
    at: 253_402_300_799_999,
    id: '1',
  });
});
