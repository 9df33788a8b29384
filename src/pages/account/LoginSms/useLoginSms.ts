import { useState } from 'react';
import * as z from 'zod/mini';
import { logInBySms, phone } from '../../../../contract/calls/session';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { clearFlows } from '../flow/flow';
import { useSecondStep } from '../flow/useSecondStep';
import { useSendCode } from '../flow/useSendCode';
import { useSchemaForm } from '../../../form/useSchemaForm';

const schema = z.strictObject({ phone });

/** Logs in by a code sent to a mobile number. The code belongs to the number it was sent to. */
export function useLoginSms() {
  const { flow, send, isSending } = useSendCode('login-sms');
  const { run, isRunning } = useWriteCall(logInBySms);
  const takeSecondStep = useSecondStep();
  const { field, submitWith, refuse } = useSchemaForm(schema, {
    defaults: { phone: flow.loginName ?? '' },
    keep: { as: 'login-sms', fields: ['phone'] },
  });
  const [codeError, setCodeError] = useState<string>();

  const sendCode = submitWith(async (values) => {
    setCodeError(undefined);
    const result = await send({ loginName: values.phone });
    if (!result.ok) refuse(result.error, { 'invalid-input': 'phone' });
  });

  const logIn = async (code: string) => {
    setCodeError(undefined);
    const result = await run({ phone: flow.loginName ?? '', code }, { handles: ['wrong-code', 'needs-second-step'] });
    if (result.ok) clearFlows();
    else if (!takeSecondStep(result.error)) setCodeError(result.error.message ?? '');
  };

  return { field, flow, sendCode, isSending, logIn, isRunning, codeError };
}
