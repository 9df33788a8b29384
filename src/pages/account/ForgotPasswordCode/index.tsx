import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { checkPasswordResetCode } from '../../../../contract/calls/recovery';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { CodeField } from '../../../components/CodeField';
import { useSendCode } from '../flow/useSendCode';
import { FlowLost } from '../parts/FlowLost';
import { StepFrame } from '../parts/StepFrame';

export default function ForgotPasswordCode() {
  const { t } = useLingui();
  const { open } = useNavigation();
  const { flow, patch, send, isSending } = useSendCode('forgot');
  const { run, isRunning } = useWriteCall(checkPasswordResetCode);
  const [error, setError] = useState<string>();
  const { loginName } = flow;
  if (!loginName) return <FlowLost title={t`Verification code`} restart={paths.forgotPassword} />;

  const check = async (code: string) => {
    setError(undefined);
    const result = await run({ loginName, code }, { handles: ['wrong-code'] });
    if (!result.ok)
      return setError(result.error.code === 'wrong-code' ? (result.error.message ?? '') : t`Please try again`);
    patch({ ticket: result.data.ticket });
    open(paths.forgotPasswordNew);
  };
  const resend = async () => {
    setError(undefined);
    const result = await send();
    if (!result.ok) setError(result.error.message);
  };
  return (
    <StepFrame
      title={<Trans>Verification code</Trans>}
      step={{ at: 2, of: 3 }}
      lead={<Trans>If {loginName} has an account, a six-digit code is on its way. It is valid for 10 minutes.</Trans>}
    >
      <CodeField
        label={t`Verification code`}
        onComplete={(code) => void check(code)}
        busy={isRunning}
        error={error}
        autoFocus
        resend={{ availableAtMs: flow.resendAt ?? null, onResend: () => void resend(), busy: isSending }}
      />
    </StepFrame>
  );
}
