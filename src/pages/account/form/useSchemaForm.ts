import { useLingui } from '@lingui/react';
import { useForm, type DefaultValues, type FieldValues, type Path } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { CallError } from '../../../../contract/errors';
import { fieldText, type FieldName } from './field-texts';
import { PROBLEMS, schemaResolver, type Problem, type Repeat } from './resolver';

export interface SchemaFormOptions<V> {
  defaults: V;
  repeat?: Repeat<V>;
}

function isProblem(type: unknown): type is Problem {
  return (PROBLEMS as readonly unknown[]).includes(type);
}

/**
 * A form whose fields are the schema's: judged when a field is left, then live; on submit the focus goes to the first
 * error (DESIGN §9).
 */
export function useSchemaForm<V extends FieldValues & Partial<Record<FieldName, string>>>(
  schema: z.ZodMiniType<V, V>,
  { defaults, repeat }: SchemaFormOptions<V>,
) {
  const { _ } = useLingui();
  const form = useForm<V, unknown, V>({
    mode: 'onTouched',
    defaultValues: defaults as DefaultValues<V>,
    resolver: schemaResolver(schema, repeat),
  });
  const { errors } = form.formState;

  /** Props of a Field: its registration and the text of its error. */
  const field = (name: Path<V> & FieldName) => {
    const error = errors[name];
    const message = typeof error?.message === 'string' && error.message !== '' ? error.message : undefined;
    const text = isProblem(error?.type) ? _(fieldText(name, error.type)) : message;
    return { ...form.register(name), error: text };
  };

  /** Puts a refusal at the field that is to blame. `by` names the field for a code; unknown fields are left alone. */
  const place = (error: CallError, by: Partial<Record<CallError['code'], Path<V>>> = {}): void => {
    const target = by[error.code];
    const named = Object.entries(error.fields ?? {}).filter(([name]) => name in form.getValues());
    for (const [name, message] of named) form.setError(name as Path<V>, { type: 'server', message });
    if (named.length > 0) form.setFocus(named[0]?.[0] as Path<V>);
    else if (target) form.setError(target, { type: 'server', message: error.message ?? '' }, { shouldFocus: true });
  };

  return { form, field, place };
}
