/** The rows of the operator's figures. */
import { eq } from 'drizzle-orm';
import type { Queries } from '../../db/client';
import { settings } from '../../db/schema/content';
import type { Tx } from '../../db/transaction';

export async function storedSettings(queries: Queries): Promise<Map<string, unknown>> {
  const rows = await queries.select().from(settings);
  return new Map(rows.map((row) => [row.key, row.value.value]));
}

/** Adds rows for keys that have none. */
export async function addMissing(
  queries: Queries,
  values: readonly (readonly [string, unknown])[],
  now: number,
): Promise<void> {
  await queries
    .insert(settings)
    .values(values.map(([key, value]) => ({ key, value: { value }, updatedAt: now })))
    .onConflictDoNothing();
}

/** The stored value, its row locked until the transaction ends. */
export async function lockSetting(tx: Tx, key: string): Promise<unknown> {
  const [row] = await tx.select().from(settings).where(eq(settings.key, key)).for('update');
  return row?.value.value;
}

export async function storeSetting(tx: Tx, key: string, value: unknown, now: number): Promise<void> {
  await tx.update(settings).set({ value: { value }, updatedAt: now }).where(eq(settings.key, key));
}
