import { useLingui } from '@lingui/react';
import { useState, type ChangeEvent, type FormEvent } from 'react';
import type * as z from 'zod/mini';
import type { CallError } from '../../contract/errors';
import { bridge } from '../bridge/bridge';
import { useSignal } from '../bridge/signal';
import { useKeptForm, type KeepOptions } from '../update/useKeptForm';
import { FIELD_TEXTS, problemText, type FieldName, type FieldTexts } from './field-texts';
import { Form, type TextInput } from './form';
import { schemaJudge, type Repeat } from './judge';

type Schema<V> = z.ZodMiniType<V, V>;

export interface SchemaFormOptions<V, Own extends string> {
  defaults: V;
  /** Of fields that only this form has: they come with its page. */
  texts?: Record<Own, FieldTexts>;
  repeat?: Repeat<V>;
  keep?: KeepOptions<keyof V & string>;
}

/** A form whose fields are the schema's. A function as schema is asked when a field is first touched. */
export function useSchemaForm<V extends Record<string, string>, Own extends string = never>(
  schema: Schema<V> | (() => Promise<Schema<V>>),
  { defaults, texts, repeat, keep }: SchemaFormOptions<V, Own>,
) {
  const { _ } = useLingui();
  const [form] = useState(() => {
    const load = async (late: () => Promise<Schema<V>>) => schemaJudge(await late(), repeat);
    const judge = typeof schema === 'function' ? () => load(schema) : () => schemaJudge(schema, repeat);
    return new Form<V>(defaults, judge);
  });
  useKeptForm(form, keep);
  const errors = useSignal(form.errors);
  const isPreparing = useSignal(form.isPreparing);

  /** Props of a Field or a TextArea: its registration and the text of its error. */
  const field = (name: keyof V & (FieldName | Own)) => {
    const error = errors[name];
    const known = { ...FIELD_TEXTS, ...texts } as Record<FieldName | Own, FieldTexts>;
    const text =
      error?.type === 'server' ? error.message || undefined : error && _(problemText(known[name], error.type));
    return {
      name,
      defaultValue: defaults[name],
      error: text,
      ref: (input: TextInput | null) => {
        if (input) form.attach(name, input);
      },
      onFocus: () => void form.warmUp(),
      onChange: (event: ChangeEvent<TextInput>) => form.change(name, event.target.value),
      onBlur: () => form.leave(name),
    };
  };

  /** A form's `onSubmit`. */
  const submitWith = (onValid: (values: V) => Promise<void> | void) => async (event?: FormEvent) => {
    event?.preventDefault();
    if (!(await form.submit(onValid))) bridge().report({ code: 'network', retryable: true }, 'write');
  };

  /** Puts a refusal at the field that is to blame. `by` names the field for a code; unknown fields are left alone. */
  const refuse = (error: CallError, by: Partial<Record<CallError['code'], keyof V & string>> = {}): void => {
    const named = Object.entries(error.fields ?? {}).filter(([name]) => form.has(name));
    const target = by[error.code];
    const refused = named.length > 0 ? named : target ? [[target, error.message ?? ''] as const] : [];
    for (const [name, message] of refused) form.refuse(name, message);
    if (refused[0]) form.focus(refused[0][0]);
  };

  return { form, field, submitWith, refuse, isPreparing };
}
