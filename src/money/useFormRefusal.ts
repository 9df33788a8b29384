import { useState } from 'react';
import type { CallError } from '../../contract/errors';
import { isInForm, handlingOf, type RefusalField } from './refusals';

export interface FormRefusal {
  /** The refusal that the form tells; null for none. */
  error: CallError | null;
  /** The text for a field; undefined when the refusal is about something else. */
  at: (field: RefusalField) => string | undefined;
  /** The text above the fields, for a refusal that is about none of them. */
  above: string | undefined;
  /** The reason why there is no quote, when the form cannot mend it. */
  failed: string | undefined;
  /** Sets the refusal that the form tells; null clears it. */
  refuse: (error: CallError | null) => void;
}

/**
 * Tells in a form the refused confirmation, else the refused quote, until a change in the form calls `refuse(null)`.
 * `src/money/refusals` decides where.
 * @param fields the fields that the form has
 */
export function useFormRefusal(
  fields: readonly RefusalField[],
  quoteError: CallError | null,
  textOf: (error: CallError) => string,
): FormRefusal {
  const [refused, refuse] = useState<CallError | null>(null);
  const isOfForm = quoteError !== null && (isInForm(quoteError) || handlingOf(quoteError.code) === 'elsewhere');
  const error = refused ?? (isOfForm ? quoteError : null);
  const field = error === null ? undefined : fields.find((one) => one === handlingOf(error.code));
  const text = error === null ? undefined : textOf(error);
  return {
    error,
    at: (asked) => (asked === field ? text : undefined),
    above: field === undefined ? text : undefined,
    failed: quoteError === null || isOfForm ? undefined : textOf(quoteError),
    refuse,
  };
}
