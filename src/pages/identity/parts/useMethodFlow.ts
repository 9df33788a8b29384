/** Adding a withdrawal method: what the form holds, confirmed by the trade password (docs/rules.md §2). */
import { useLingui } from '@lingui/react/macro';
import type { CallError, ErrorCode } from '../../../../contract/errors';
import type { AnyCall, Input } from '../../../bridge/types';
import { handlingOf, type RefusalField } from '../../../money/refusals';
import { useWriteFlow, type MoneyFlow, type Terms } from '../../../money/useMoneyFlow';
import type { KeepableForm } from '../../../update/useKeptForm';
import { useFormDraft } from './useFormDraft';

interface MethodForm<Name extends string> {
  form: KeepableForm<Name> & { reset: (name: Name, value: string) => void };
  refuse: (error: CallError, by: Partial<Record<ErrorCode, Name>>) => void;
}

export interface MethodDeclaration<V, C extends AnyCall, Name extends string> extends MethodForm<Name> {
  call: C;
  /** All that is sent but the trade password. */
  input: (view: V) => Omit<Input<C>, 'tradePassword'>;
  terms: (view: V) => Pick<Terms, 'title' | 'rows' | 'risk'>;
  /** The draft that keeps `drafted` while another screen comes first: never a password, a code or a card number. */
  draft: string;
  drafted: readonly Name[];
  /** Emptied when the method is added, or the app would ask before the person leaves the form. */
  spent: readonly Name[];
  /** The fields that tell refusals, by what they are about, and the one that tells the rest. */
  fields: Partial<Record<RefusalField, Name>> & { rest: Name };
  onRefused?: (error: CallError) => void;
}

export interface MethodFlow<V> extends MoneyFlow<V> {
  keep: () => void;
}

export function useMethodFlow<V extends object, C extends AnyCall, Name extends string>(
  declared: MethodDeclaration<V, C, Name>,
): MethodFlow<V> {
  const { t } = useLingui();
  const { form, refuse, fields } = declared;
  const { keep } = useFormDraft(form, declared.draft, declared.drafted);
  const flow = useWriteFlow<V, C>({
    call: declared.call,
    input: declared.input,
    terms: (view) => ({ ...declared.terms(view), confirmLabel: t`Add` }),
    result: () => {
      for (const name of declared.spent) form.reset(name, '');
      return {
        ok: true,
        state: { kind: 'done', text: t`Added` },
        note: t`It can be used once its waiting time is over. A message tells you that it was added.`,
      };
    },
    refuse: (error) => {
      declared.onRefused?.(error);
      const field = (fields as Partial<Record<string, Name>>)[handlingOf(error.code)] ?? fields.rest;
      refuse(error, { [error.code]: field } as Partial<Record<ErrorCode, Name>>);
    },
    leave: keep,
  });
  return { ...flow, keep };
}
