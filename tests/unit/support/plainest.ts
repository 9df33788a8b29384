/** Answers of which a test says only what it is about. */
import * as z from 'zod/mini';

/** A value of which parts may be left out, at any depth. */
export type Part<T> = T extends readonly (infer E)[]
  ? readonly Part<E>[]
  : T extends object
    ? { readonly [K in keyof T]?: Part<T[K]> }
    : T;

/** One of them is a text of any kind that the contract has. */
const TEXTS = ['0', '00000000-0000-4000-8000-000000000000', 'x'.repeat(43), 'a'.repeat(64), '00:00', '2026-01-01'];
const fits = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success;

/** Fills up `given` with the plainest values that the schema allows: no rows, null, false, 0, the first of several words. */
function filled(schema: z.core.$ZodType, given: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object': {
      const parts = (given ?? {}) as Record<string, unknown>;
      const known = Object.entries(def.shape).map(([name, of]) => [name, filled(of, parts[name])] as const);
      return { ...parts, ...Object.fromEntries(known.filter(([, value]) => value !== undefined)) };
    }
    case 'nullable':
      return given === undefined || given === null ? null : filled(def.innerType, given);
    case 'optional':
      return given === undefined ? undefined : filled(def.innerType, given);
    case 'array':
      return Array.isArray(given) ? given.map((one) => filled(def.element, one)) : (given ?? []);
    case 'union': {
      const ways = def.options.map((option) => [option, filled(option, given)] as const);
      const [, value] = ways.find(([option, one]) => fits(option, one)) ?? [];
      return value === undefined ? given : value;
    }
    case 'pipe':
      return filled(def.in, given);
    default:
      return given === undefined ? plainestOf(schema, def) : given;
  }
}

function plainestOf(schema: z.core.$ZodType, def: z.core.$ZodTypes['_zod']['def']): unknown {
  if (def.type === 'boolean') return false;
  if (def.type === 'enum') return Object.values(def.entries)[0];
  if (def.type === 'literal') return def.values[0];
  return (def.type === 'number' ? [0, 1] : TEXTS).find((value) => fits(schema, value));
}

/** The plainest record of this kind, but for what is given. */
export function plainest<S extends z.core.$ZodType>(schema: S, given?: Part<z.output<S>>): z.output<S> {
  return filled(schema, given) as z.output<S>;
}
