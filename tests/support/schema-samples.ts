/** Values that a schema of the contract lets through, made from the schema itself. */
import fc from 'fast-check';
import * as z from 'zod/mini';

interface Def {
  type: string;
  shape?: Record<string, Schema>;
  innerType?: Schema;
  element?: Schema;
  options?: Schema[];
  items?: Schema[];
  valueType?: Schema;
  in?: Schema;
  values?: unknown[];
  entries?: Record<string, unknown>;
  checks?: { _zod: { def: { pattern?: RegExp; format?: string } } }[];
  pattern?: RegExp;
  format?: string;
}
type Schema = z.core.$ZodType & { _zod: { def: Def } };

/** Few of each, so that a sample of a deep answer stays small. */
const MOST = 3;
/** Edges of what a number may be, among ordinary ones. */
const numbers = fc.constantFrom(
  0,
  1,
  2,
  -1,
  7,
  0.5,
  30,
  1_795_248_000_000,
  8_640_000_000_000_000,
  Number.MAX_SAFE_INTEGER,
);
const texts = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    'Kelp',
    '10.5',
    '-0.000001',
    '99999999999.999999',
    'https://example.com:80800/',
    '%E0%A4%A',
    '<b>',
    '中文名字',
    'a'.repeat(300),
  ),
  fc.string({ maxLength: 12, unit: 'grapheme' }),
);

/** @throws when a schema is of a kind that this does not know: it is added here then */
function arbitraryOf(schema: Schema): fc.Arbitrary<unknown> {
  const { def } = schema._zod;
  switch (def.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(def.shape ?? {}).map(([name, of]) => [name, arbitraryOf(of)])),
      );
    case 'array':
      return fc.array(arbitraryOf(def.element!), { maxLength: MOST });
    case 'tuple':
      return fc.tuple(...(def.items ?? []).map(arbitraryOf));
    case 'record':
      return fc.dictionary(fc.constantFrom('USDT', 'RAB', 'a'), arbitraryOf(def.valueType!), { maxKeys: MOST });
    case 'union':
      return fc.oneof(...(def.options ?? []).map(arbitraryOf));
    case 'nullable':
      return fc.option(arbitraryOf(def.innerType!), { nil: null, freq: 4 });
    case 'optional':
    case 'default':
      return fc.option(arbitraryOf(def.innerType!), { nil: undefined, freq: 4 });
    case 'pipe':
      return arbitraryOf(def.in!);
    case 'literal':
      return fc.constantFrom(...(def.values ?? []));
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? {}));
    case 'boolean':
      return fc.boolean();
    case 'unknown':
      return fc.constantFrom(null, 'x', 7, {});
    case 'number':
      return fitting(schema, fc.oneof(numbers, fc.nat(100)));
    case 'string':
      return fitting(schema, stringsOf(def));
    default:
      throw new Error(`no samples of ${def.type}`);
  }
}

function stringsOf({ checks = [], pattern, format }: Def): fc.Arbitrary<string> {
  const defs = [...checks.map((check) => check._zod.def), { pattern, format }];
  if (defs.some((one) => one.format === 'url'))
    return fc.constantFrom('https://example.com/', 'https://xn--bcher-kva.example:8443/a?b#c');
  const patterns = defs.flatMap((one) => one.pattern ?? []);
  const made = patterns.flatMap((one) => {
    try {
      return [fc.stringMatching(one)];
    } catch {
      // Look-behinds and Unicode classes are not made; the texts that fit have to do.
      return [];
    }
  });
  return fc.oneof(texts, ...made);
}

/** Keeps what the schema itself lets through; where it is too choosy, the sample says so by failing. */
const fitting = (schema: Schema, values: fc.Arbitrary<unknown>) =>
  values.filter((value) => z.safeParse(schema as z.ZodMiniType, value).success);

/** An answer of a call, as its schema reads it. */
export function answersOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  return arbitraryOf(schema as Schema).filter((value) => z.safeParse(schema as z.ZodMiniType, value).success);
}
