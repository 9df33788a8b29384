/** Writes one message per input field, in the caller's language, from the issues that the contract's schema found. */
import type * as z from 'zod/mini';
import type { LangCode } from '../../contract/ids';
import type { AmountProblem } from '../../contract/money';
import { figureText, MESSAGES } from './messages';
import type { FieldProblem } from './messages/texts';

type Issue = z.core.$ZodIssue;

interface FieldFault {
  problem: FieldProblem;
  /** The limit that was missed, for the message. */
  limit?: number | bigint;
}

/** Problems that a schema's own check names by its message. */
type NamedProblem = AmountProblem | 'bad-card';

const NAMED_PROBLEMS: Record<NamedProblem, true> = {
  'not-decimal': true,
  'too-many-decimals': true,
  'too-large': true,
  'not-positive': true,
  'bad-card': true,
};

function isNamedProblem(text: string): text is NamedProblem {
  return Object.hasOwn(NAMED_PROBLEMS, text);
}

function valueAt(params: unknown, path: readonly PropertyKey[]): unknown {
  let value = params;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

function problemOf(issue: Issue, value: unknown): FieldFault {
  if (value === undefined || value === '') return { problem: 'required' };
  switch (issue.code) {
    case 'too_small':
      return { problem: issue.origin === 'string' ? 'too-short' : 'too-small', limit: issue.minimum };
    case 'too_big':
      return { problem: issue.origin === 'string' ? 'too-long' : 'too-big', limit: issue.maximum };
    case 'invalid_format':
      return { problem: issue.format === 'email' ? 'bad-email' : 'invalid' };
    case 'custom':
      return { problem: isNamedProblem(issue.message) ? issue.message : 'invalid' };
    default:
      return { problem: 'invalid' };
  }
}

/** The first problem of each field; unknown fields under their own names. */
export function fieldMessages(issues: readonly Issue[], params: unknown, lang: LangCode): Record<string, string> {
  const fields: Record<string, string> = {};
  const texts = MESSAGES[lang].fields;
  const add = (path: readonly PropertyKey[], { problem, limit }: FieldFault): void => {
    const name = path.map(String).join('.').slice(0, 100);
    fields[name] ??= texts[problem].replace('{limit}', limit === undefined ? '' : figureText(limit, lang));
  };
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, 20)) add([...issue.path, key], { problem: 'unknown-field' });
    } else {
      add(issue.path, problemOf(issue, valueAt(params, issue.path)));
    }
  }
  return fields;
}

/** Writes the same from problems that a handler named; other texts stay as they are. */
export function textsOf(fields: Readonly<Record<string, string>>, lang: LangCode): Record<string, string> {
  const texts: Readonly<Record<string, string>> = MESSAGES[lang].fields;
  const textOf = (found: string) => (Object.hasOwn(texts, found) ? (texts[found] ?? found) : found);
  return Object.fromEntries(Object.entries(fields).map(([name, found]) => [name, textOf(found)]));
}
