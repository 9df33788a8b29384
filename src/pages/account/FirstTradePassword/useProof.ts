import { useState, type FormEvent } from 'react';
import * as z from 'zod/mini';
import { sendUpdateTradePasswordCode } from '../../../../contract/calls/profile';
import { password } from '../../../../contract/calls/session';
import type { CallError, ErrorCode } from '../../../../contract/errors';
import { useCodeState } from '../../identity/parts/useCodeState';
import { useOwnCode } from '../../identity/parts/useOwnCode';
import { useSchemaForm } from '../../../form/useSchemaForm';

export type Proof = { password: string } | { code: string };

/** Refusals of either proof, each told where it was entered. */
export const AT_PROOF = ['wrong-password', 'password-locked', 'wrong-code', 'rate-limited'] as const;
const AT_CODE: readonly ErrorCode[] = ['wrong-code', 'rate-limited'];

/** @param onProof sends it; the error it was refused with, or null */
export function useProof(onProof: (proof: Proof) => Promise<CallError | null>) {
  const [byCode, setByCode] = useState(false);
  const own = useOwnCode(sendUpdateTradePasswordCode, 'trade-password');
  const code = useCodeState();
  const { field, submitWith, refuse } = useSchemaForm(z.strictObject({ password }), { defaults: { password: '' } });

  const submitPassword = submitWith(async (values) => {
    const error = await onProof(values);
    if (error)
      refuse(error, { 'wrong-password': 'password', 'password-locked': 'password', 'rate-limited': 'password' });
  });
  const submitCode = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!own.isSent) return own.send();
    const digits = code.take();
    if (digits === null) return;
    const error = await onProof({ code: digits });
    if (error) code.refuse(error, AT_CODE);
  };

  return { byCode, swap: () => setByCode(!byCode), field, own, code, submit: byCode ? submitCode : submitPassword };
}
