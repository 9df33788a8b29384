import { useComeBack } from '../../../money/useTypedValues';
import type { KeepableForm } from '../../../update/useKeptForm';

/**
 * Brings typed values back after another screen had to come first (no trade password yet, no verified name).
 * @param fields never a password, a code or a card number
 */
export function useFormDraft<Name extends string>(form: KeepableForm<Name>, as: string, fields: readonly Name[]) {
  const leave = useComeBack(as, (before) => {
    for (const name of fields) {
      const value = before[name];
      if (value !== undefined) form.restore(name, value);
    }
  });
  return { keep: () => leave(form.valuesOf(fields)) };
}
