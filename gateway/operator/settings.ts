/** `config list`, `config get`, `config set`: the operator's figures. */
import * as z from 'zod/mini';
import { FIGURE_KEYS, FIGURES, isFigureKey, type FigureKey } from '../domain/settings/figures';
import { loadSettings, saveSetting, SettingError } from '../domain/settings/settings';
import { defineCommand, OperatorError } from './command';

const figureKey = z.string().check(z.maxLength(100));

/** @throws OperatorError with the nearest help there is */
function knownKey(text: string): FigureKey {
  if (isFigureKey(text)) return text;
  throw new OperatorError('input', `there is no figure ${text}; "config list" shows them all`);
}

export const configList = defineCommand('config list', z.strictObject({}), async (tx) => {
  const settings = await loadSettings(tx);
  const data = FIGURE_KEYS.map((key) => ({ key, value: settings[key], meaning: FIGURES[key].meaning }));
  return {
    lines: data.map(({ key, value, meaning }) => `${key}\t${JSON.stringify(value)}\t${meaning}`),
    data,
    subject: null,
    detail: {},
  };
});

export const configGet = defineCommand('config get', z.strictObject({ key: figureKey }), async (tx, input) => {
  const key = knownKey(input.key);
  const value = (await loadSettings(tx))[key];
  return { lines: [JSON.stringify(value)], data: { key, value }, subject: key, detail: {} };
});

export const configSet = defineCommand(
  'config set',
  z.strictObject({ key: figureKey, value: z.unknown() }),
  async (tx, input, now) => {
    const key = knownKey(input.key);
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
);
