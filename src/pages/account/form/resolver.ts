/** The contract's schemas as react-hook-form's judge. What is wrong is a word, not a sentence: texts come later. */
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import * as z from 'zod/mini';

export const PROBLEMS = ['required', 'too-short', 'too-long', 'invalid', 'mismatch'] as const;
export type Problem = (typeof PROBLEMS)[number];

/** What is wrong with a value, from what the schema found. */
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
export function schemaResolver<V extends FieldValues>(
  schema: z.ZodMiniType<V, V>,
  repeat?: Repeat<V>,
): Resolver<V, unknown, V> {
  return (values) => {
    const result = z.safeParse(schema, values);
    const errors: Record<string, { type: Problem }> = {};
    for (const issue of result.error?.issues ?? []) {
      const name = String(issue.path[0] ?? '');
      errors[name] ??= { type: problemOf(issue, values[name]) };
    }
    if (repeat && !errors[repeat.field] && values[repeat.of] !== values[repeat.field]) {
      errors[repeat.field] = { type: 'mismatch' };
    }
    if (result.success && Object.keys(errors).length === 0) return { values: result.data, errors: {} };
    return { values: {}, errors: errors as FieldErrors<V> };
  };
}
