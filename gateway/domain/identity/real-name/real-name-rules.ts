/** States of real-name verification, per field and as a whole (docs/rules.md §9). Pure. */
import type { IdentityField } from '../../../../contract/calls/identity';
import type { FieldState, IdentityFields } from '../../../db/schema/real-name';

export type IdentityStatus = 'not-verified' | 'pending-review' | 'approved' | 'failed';

export const IDENTITY_FIELDS = [
  'documentType',
  'documentNumber',
  'realName',
  'images',
] as const satisfies readonly IdentityField[];

/** True while the user may change the data: not while an operator looks at them, and not once they are approved. */
export function isOpen(status: IdentityStatus): boolean {
  return status === 'not-verified' || status === 'failed';
}

/** The fields after some were entered (anew); null when one of them is approved already. */
export function entered(fields: IdentityFields, changed: readonly IdentityField[]): IdentityFields | null {
  if (changed.some((field) => fields[field]?.state === 'approved')) return null;
  return { ...fields, ...Object.fromEntries(changed.map((field) => [field, { state: 'entered' }])) };
}

/** The fields once they are handed in; null while one is missing, or failed and was not entered anew. */
export function submitted(fields: IdentityFields): IdentityFields | null {
  const isReady = IDENTITY_FIELDS.every((field) => {
    const state = fields[field]?.state;
    return state === 'entered' || state === 'approved';
  });
  return isReady ? withState(fields, 'entered', 'pending-review') : null;
}

/** The fields after the operator's decision: those with a reason failed, every other one is approved. */
export function reviewed(fields: IdentityFields, reasons: Partial<Record<IdentityField, string>>): IdentityFields {
  const failed = Object.entries(reasons).map(([field, reason]) => [field, { state: 'failed', reason }]);
  return { ...withState(fields, 'pending-review', 'approved'), ...Object.fromEntries(failed) };
}

function withState(fields: IdentityFields, from: FieldState, to: FieldState): IdentityFields {
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [field, value.state === from ? { state: to } : value]),
  );
}
