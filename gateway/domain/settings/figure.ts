/** One figure of the operator's: the schema that judges it, its default and its meaning. */
import type * as z from 'zod/mini';

export interface Figure<S extends z.ZodMiniType> {
  schema: S;
  initial: z.output<S>;
  meaning: string;
}

export function figure<S extends z.ZodMiniType>(schema: S, initial: z.output<S>, meaning: string): Figure<S> {
  return { schema, initial, meaning };
}
