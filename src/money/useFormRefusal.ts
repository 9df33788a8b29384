import { useState } from 'react';
import type { CallError } from '../../contract/errors';
import { isInForm, placeOf, type Subject } from './refusals';

export interface FormRefusal {
  /** The refusal that the form tells; null for none. */
  error: CallError | null;
  /** The text for a field; undefined when the refusal is about something else. */
  at: (field: Subject) => string | undefined;
  /** The text above the fields, for a refusal that is about none of them. */
  above: string | undefined;
  /** Why there is no quote, for a reason that the form cannot mend. */
  failed: string | undefined;
  /** Puts a refusal where it belongs. */
  refuse: (error: CallError | null) => void;
}

/**
 * Tells in a form what was refused, until `refuse(null)` when something in it is changed: the refused confirmation, else the refused
 * quote. `src/money/refusals` says where.
 * @param fields those that the form has
 */
export function useFormRefusal(
  fields: readonly Subject[],
  quoteError: CallError | null,
  textOf: (error: CallError) => string,
): FormRefusal {
  const [refused, refuse] = useState<CallError | null>(null);
  const isOfForm = quoteError !== null && (isInForm(quoteError) || placeOf(quoteError.code) === 'elsewhere');
  const error = refused ?? (isOfForm ? quoteError : null);
  const field = error === null ? undefined : fields.find((one) => one === placeOf(error.code));
  const text = error === null ? undefined : textOf(error);
  return {
    error,
    at: (asked) => (asked === field ? text : undefined),
    above: field === undefined ? text : undefined,
    failed: quoteError === null || isOfForm ? undefined : textOf(quoteError),
    refuse,
  };
}
