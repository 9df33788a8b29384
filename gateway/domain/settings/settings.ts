/** Reads and writes the operator's figures. They are rows, read on every use: a change holds from the next call on. */
import * as z from 'zod/mini';
import type { Queries } from '../../db/client';
import type { Tx } from '../../db/transaction';
import { FIGURES, FIGURE_KEYS, type FigureKey, type Settings } from './figures';
import { addMissing, lockSetting, storedSettings, storeSetting } from './repo';

/** A new value that its schema refuses: nothing is changed. */
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

/** The settings that a new gateway starts with. */
export const INITIAL_SETTINGS = Object.fromEntries(FIGURE_KEYS.map((key) => [key, FIGURES[key].initial])) as Settings;

/** A stored figure that its schema refuses, e.g. after an update that narrowed it. Its default holds meanwhile. */
export interface UnfitSetting {
  key: FigureKey;
  stored: unknown;
  /** Path and kind of what is wrong, never the value. */
  reason: string;
}

interface SettingsReading {
  settings: Settings;
  unfit: UnfitSetting[];
}

/** The rows are read on every use, but parsing them costs more than reading: equal rows are parsed once. */
let lastParsed: { rows: string; read: SettingsReading } | null = null;

/** Every figure, and those whose stored value does not fit. One statement. */
export async function readSettings(queries: Queries): Promise<SettingsReading> {
  const stored = await storedSettings(queries);
  const rows = JSON.stringify([...stored]);
  if (lastParsed?.rows !== rows) lastParsed = { rows, read: parseStored(stored) };
  return lastParsed.read;
}

function parseStored(rows: ReadonlyMap<string, unknown>): SettingsReading {
  const unfit: UnfitSetting[] = [];
  const pairs = FIGURE_KEYS.map((key) => {
    if (!rows.has(key)) return [key, INITIAL_SETTINGS[key]];
    const stored = rows.get(key);
    const parsed = z.safeParse(FIGURES[key].schema as z.ZodMiniType, stored);
    if (parsed.success) return [key, parsed.data];
    unfit.push({ key, stored, reason: reasonOf(parsed.error) });
    return [key, INITIAL_SETTINGS[key]];
  });
  return { settings: Object.fromEntries(pairs) as Settings, unfit };
}

/**
 * Every figure: the operator's where there is one that fits its schema, else the default: one bad row must not end every
 * call. The job `settings` puts such rows into the log, `config list` shows them.
 */
export async function loadSettings(queries: Queries): Promise<Settings> {
  return (await readSettings(queries)).settings;
}

/** Locks the figure: until the transaction ends nobody else changes it. @returns its stored value */
export async function lockFigure(tx: Tx, key: FigureKey, now: number): Promise<unknown> {
  await addMissing(tx, [[key, FIGURES[key].initial]], now);
  return lockSetting(tx, key);
}

/**
 * Sets one figure; it holds from the next call on. Two changes of one figure follow each other.
 * @returns the stored value before, which may be an unfit one, and after. @throws SettingError when the value is not acceptable; nothing is changed then.
 */
export async function saveSetting<K extends FigureKey>(
  tx: Tx,
  key: K,
  value: unknown,
  now: number,
): Promise<{ before: unknown; after: Settings[K] }> {
  const after = parseSetting(key, value);
  const before = await lockFigure(tx, key, now);
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
