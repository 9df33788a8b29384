/** Schemas of the contract as the gateway answers by them: what they do not name is refused ([Note: Strict and tolerant]). */
import * as z from 'zod/mini';

type Schema = z.core.$ZodType;

const made = new WeakMap<Schema, Schema>();

/**
 * The schema with every object of it strict, and without what a `knownOrNull` lets pass. Made once per schema.
 * @throws TypeError for a kind of schema that no output has had so far
 */
export function exact(schema: Schema): Schema {
  const known = made.get(schema);
  if (known) return known;
  const strict = strictly(schema as z.core.$ZodTypes);
  made.set(schema, strict);
  return strict;
}

function strictly(schema: z.core.$ZodTypes): Schema {
  const { def } = schema._zod;
  switch (def.type) {
    case 'object':
      return z.clone(schema, { ...def, shape: shapeOf(def.shape), catchall: z.never() } as typeof def);
    case 'array':
      return z.clone(schema, { ...def, element: exact(def.element) } as typeof def);
    case 'nullable':
    case 'optional':
      return z.clone(schema, { ...def, innerType: exact(def.innerType) } as typeof def);
    case 'union':
      return z.clone(schema, {
        ...def,
        options: def.options.filter((option) => !isSkipped(option)).map(exact),
      } as typeof def);
    case 'pipe':
      return z.clone(schema, { ...def, in: exact(def.in) } as typeof def);
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'literal':
    case 'enum':
    case 'unknown':
      return schema;
    default:
      throw new TypeError(`an output of type ${def.type}`);
  }
}

const shapeOf = (shape: Readonly<Record<string, Schema>>) =>
  Object.fromEntries(Object.entries(shape).map(([field, schema]) => [field, exact(schema)]));

/** True for the option that `knownOrNull` reads as null. */
function isSkipped(option: Schema): boolean {
  const { def } = (option as z.core.$ZodTypes)._zod;
  return def.type === 'pipe' && (def.in as z.core.$ZodTypes)._zod.def.type === 'unknown';
}
