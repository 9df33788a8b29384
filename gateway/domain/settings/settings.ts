/** Reads and writes the operator's figures. They are rows, read on every use: a change holds from the next call on. */
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Queries } from '../../db/client';
import { settings as settingsTable } from '../../db/schema/content';
import type { Tx } from '../../db/transaction';
import { FIGURES, FIGURE_KEYS, type FigureKey, type Settings } from './figures';

/** A figure in the database that its schema refuses: the operator must correct it, nothing is guessed. */
export class SettingError extends Error {
  constructor(
    readonly key: FigureKey,
    reason: string,
  ) {
    super(`setting ${key}: ${reason}`);
    this.name = 'SettingError';
  }
}

/** The first thing that is wrong with a value, in words. */
function reasonOf(error: z.core.$ZodError): string {
  const [issue] = error.issues;
  if (!issue) return 'not acceptable';
  return issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message;
}

/** `value` as the figure `key` has it. @throws SettingError */
export function parseSetting<K extends FigureKey>(key: K, value: unknown): Settings[K] {
  const parsed = z.safeParse(FIGURES[key].schema as z.ZodMiniType, value);
  if (!parsed.success) throw new SettingError(key, reasonOf(parsed.error));
  return parsed.data as Settings[K];
}

/** Every figure: the operator's where there is one, else the default. One statement. @throws SettingError */
export async function loadSettings(queries: Queries): Promise<Settings> {
  const rows = await queries.select().from(settingsTable);
  const stored = new Map(rows.map((row) => [row.key, row.value.value]));
  const pairs = FIGURE_KEYS.map((key) => [
    key,
    stored.has(key) ? parseSetting(key, stored.get(key)) : FIGURES[key].initial,
  ]);
  return Object.fromEntries(pairs) as Settings;
}

/**
 * Sets one figure; it holds from the next call on. Locks the row, so that two changes follow each other.
 * @returns the value before. @throws SettingError when the value is not acceptable; nothing is changed then.
 */
export async function saveSetting<K extends FigureKey>(
  tx: Tx,
  key: K,
  value: unknown,
  now: number,
): Promise<{ before: Settings[K]; after: Settings[K] }> {
  const after = parseSetting(key, value);
  await tx
    .insert(settingsTable)
    .values({ key, value: { value: FIGURES[key].initial }, updatedAt: now })
    .onConflictDoNothing();
  const [row] = await tx.select().from(settingsTable).where(eq(settingsTable.key, key)).for('update');
  const before = parseSetting(key, row?.value.value);
  await tx.update(settingsTable).set({ value: { value: after }, updatedAt: now }).where(eq(settingsTable.key, key));
  return { before, after };
}

/** Writes the default of every figure that has no row yet; harmless to repeat. Closed pools stay closed: no money moves. */
export async function seedSettings(queries: Queries, now: number): Promise<void> {
  await queries
    .insert(settingsTable)
    .values(FIGURE_KEYS.map((key) => ({ key, value: { value: FIGURES[key].initial as unknown }, updatedAt: now })))
    .onConflictDoNothing();
}
