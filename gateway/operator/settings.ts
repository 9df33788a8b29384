/** `config list`, `config get`, `config set`: the operator's figures. */
import * as z from 'zod/mini';
import { APP_VERSION } from '../../contract/app-version';
import { compareVersions } from '../../contract/release';
import type { Tx } from '../db/transaction';
import { FIGURE_KEYS, FIGURES, isFigureKey, type FigureKey } from '../domain/settings/figures';
import { readSettings, saveSetting, SettingError, type UnfitSetting } from '../domain/settings/settings';
import { defineCommand, OperatorError } from './command';

const figureKey = z.string().check(z.maxLength(100));

/** @throws OperatorError with the nearest help there is */
function knownKey(text: string): FigureKey {
  if (isFigureKey(text)) return text;
  throw new OperatorError('input', `there is no figure ${text}; "config list" shows them all`);
}

/** Figures that concern no money and nobody's security: one operator sets them. Every other one takes two (docs/rules.md §12). */
const ONE_IS_ENOUGH: ReadonlySet<FigureKey> = new Set([
  'app.defaultLanguage',
  'app.languages',
  // Stopping must not wait.
  'app.maintenance',
  'deposits.localBlockMs',
]);

/** Warns the operator of a stored row that does not fit, so that the default holds instead of it. */
function warningOf({ stored, reason }: UnfitSetting): string {
  return `the default holds: what is stored does not fit (${reason}): ${JSON.stringify(stored)}`;
}

export const configList = defineCommand({
  name: 'config list',
  audited: 'listed the figures',
  options: [],
  role: 'support',
  schema: z.strictObject({}),
  run: async (tx) => {
    const { settings, unfit } = await readSettings(tx);
    const data = FIGURE_KEYS.map((key) => {
      const row = unfit.find((one) => one.key === key);
      return { key, value: settings[key], meaning: FIGURES[key].meaning, ...(row && { warning: warningOf(row) }) };
    });
    return {
      lines: data.map(({ key, value, meaning, warning }) =>
        [key, JSON.stringify(value), meaning, ...(warning ? [warning] : [])].join('\t'),
      ),
      data,
      subject: null,
      detail: {},
    };
  },
});

export const configGet = defineCommand({
  name: 'config get',
  audited: 'looked at a figure',
  options: [{ flags: '<key>' }],
  role: 'support',
  schema: z.strictObject({ key: figureKey }),
  run: async (tx, input) => {
    const key = knownKey(input.key);
    const { settings, unfit } = await readSettings(tx);
    const row = unfit.find((one) => one.key === key);
    const value = settings[key];
    const warning = row && warningOf(row);
    return {
      lines: warning ? [JSON.stringify(value), warning] : [JSON.stringify(value)],
      data: { key, value, ...(warning && { warning }) },
      subject: key,
      detail: {},
    };
  },
});

/** Apps that nobody can get new enough would strand everybody, log-in included. @throws OperatorError */
async function refuseOutOfReach(tx: Tx, least: unknown): Promise<void> {
  const announced = (await readSettings(tx)).settings['app.release'].hot_version_code;
  const isOutOfReach = [APP_VERSION, announced].every((version) => (compareVersions(String(least), version) ?? 1) > 0);
  if (least !== '' && isOutOfReach)
    throw new OperatorError('input', `no app is as new as ${String(least)}: publish that version first`);
}

export const configSet = defineCommand({
  name: 'config set',
  description: 'value as JSON, e.g. \'"0.03"\', 300000, true; a bare word is a text',
  audited: 'changed a figure',
  options: [{ flags: '<key>' }, { flags: '<value>', as: 'json' }],
  role: 'admin',
  needsSecond: (_tx, { key }) => !isFigureKey(key) || !ONE_IS_ENOUGH.has(key),
  schema: z.strictObject({ key: figureKey, value: z.unknown() }),
  run: async (tx, input, now) => {
    const key = knownKey(input.key);
    if (key === 'app.leastVersion') await refuseOutOfReach(tx, input.value);
    try {
      const change = await saveSetting(tx, key, input.value, now);
      return {
        lines: [`${key}: ${JSON.stringify(change.before)} → ${JSON.stringify(change.after)}`],
        data: { key, ...change },
        subject: key,
        detail: change,
      };
    } catch (error) {
      throw error instanceof SettingError ? new OperatorError('input', error.message) : error;
    }
  },
});
