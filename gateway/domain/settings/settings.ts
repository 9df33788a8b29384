/** Reads and writes the operator's figures. They are rows, read on every use: a change holds from the next call on. */
import * as z from 'zod/mini';
import type { Queries } from '../../db/client';
import type { Tx } from '../../db/transaction';
import { FIGURES, FIGURE_KEYS, type FigureKey, type Settings } from './figures';
import { addMissing, lockSetting, storedSettings, storeSetting } from './repo';

/** A figure that its schema refuses: the operator must correct it, nothing is guessed. */
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
  const stored = await storedSettings(queries);
  const pairs = FIGURE_KEYS.map((key) => [
    key,
    stored.has(key) ? parseSetting(key, stored.get(key)) : FIGURES[key].initial,
  ]);
  return Object.fromEntries(pairs) as Settings;
}

/**
 * Sets one figure; it holds from the next call on. Two changes of one figure follow each other.
 * @returns the value before and after. @throws SettingError when the value is not acceptable; nothing is changed then.
 */
export async function saveSetting<K extends FigureKey>(
  tx: Tx,
  key: K,
  value: unknown,
  now: number,
): Promise<{ before: Settings[K]; after: Settings[K] }> {
  const after = parseSetting(key, value);
  await addMissing(tx, [[key, FIGURES[key].initial]], now);
  const before = (await lockSetting(tx, key)) as Settings[K];
  await storeSetting(tx, key, after, now);
  return { before, after };
}

/** Writes the default of every figure that has no row yet; harmless to repeat. The reference price is stated as of `now`. */
export async function seedSettings(queries: Queries, now: number): Promise<void> {
  const initial = (key: FigureKey) =>
    key === 'market.rabReference' ? { ...FIGURES[key].initial, asOf: now } : FIGURES[key].initial;
  await addMissing(
    queries,
    FIGURE_KEYS.map((key) => [key, initial(key)] as const),
    now,
  );
}
