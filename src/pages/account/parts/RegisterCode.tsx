import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { checkRegisterInfo } from '../../../../contract/calls/session';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { CodeField } from '../../../components/CodeField';
import { useSendCode } from '../flow/useSendCode';
import { FlowLost } from './FlowLost';
import { StepFrame } from './StepFrame';

/** Step 2, by e-mail and by SMS: the code answers the ticket for step 3. */
export function RegisterCode({ by }: { by: 'email' | 'sms' }) {
  const { t } = useLingui();
  const { open } = useNavigation();
  const { flow, patch, send, isSending } = useSendCode('register');
  const { run, isRunning } = useWriteCall(checkRegisterInfo);
  const [error, setError] = useState<string>();
  const { loginName, invitationCode } = flow;
  const title = by === 'email' ? t`E-mail code` : t`SMS code`;
  if (!loginName || !invitationCode) return <FlowLost title={title} restart={paths.register} />;

  const check = async (code: string) => {
    setError(undefined);
    const result = await run({ loginName, invitationCode, code }, { handles: ['wrong-code'] });
    if (!result.ok)
      return setError(result.error.code === 'wrong-code' ? (result.error.message ?? '') : t`Please try again`);
    patch({ ticket: result.data.ticket ?? undefined });
    open(paths.registerProfile);
  };
  const resend = async () => {
    setError(undefined);
    const result = await send();
    if (!result.ok) setError(result.error.message);
  };
  return (
    <StepFrame
      title={title}
      step={{ at: 2, of: 3 }}
      lead={<Trans>We sent a six-digit code to {loginName}. It is valid for 10 minutes.</Trans>}
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
