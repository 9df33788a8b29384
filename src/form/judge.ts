/** The contract's schemas as judges of forms. A judge names a problem in a word, not a sentence: texts come later. */
import type * as z from 'zod/mini';

export const PROBLEMS = ['required', 'too-short', 'too-long', 'invalid', 'mismatch'] as const;
export type Problem = (typeof PROBLEMS)[number];

/** `values` is null when anything is wrong. */
export interface Judgement<V> {
  values: V | null;
  problems: Partial<Record<keyof V & string, Problem>>;
}
export type Judge<V> = (values: V) => Judgement<V>;

/** Names the problem of a value from the issue that the schema found. */
export function problemOf(issue: Pick<z.core.$ZodIssue, 'code'>, value: unknown): Problem {
  if (value === undefined || value === '') return 'required';
  if (issue.code === 'too_small') return 'too-short';
  if (issue.code === 'too_big') return 'too-long';
  return 'invalid';
}

/** Two fields that have to hold the same. */
export interface Repeat<V> {
  of: keyof V & string;
  field: keyof V & string;
}

/**
 * Judges all fields at once; each gets its first problem. Values that pass are handed on as the schema's output
 * (trimmed, lower case), so what is sent is what was judged.
 */
export function schemaJudge<V extends Record<string, string>>(
  schema: z.ZodMiniType<V, V>,
  repeat?: Repeat<V>,
): Judge<V> {
  return (values) => {
    const result = schema.safeParse(values);
    const problems: Judgement<V>['problems'] = {};
    for (const issue of result.error?.issues ?? []) {
      const name: keyof V & string = String(issue.path[0] ?? '');
      problems[name] ??= problemOf(issue, values[name]);
    }
    if (repeat && !problems[repeat.field] && values[repeat.of] !== values[repeat.field]) {
      problems[repeat.field] = 'mismatch';
    }
    return { values: result.success && Object.keys(problems).length === 0 ? result.data : null, problems };
  };
}
