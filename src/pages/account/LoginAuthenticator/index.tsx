import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { confirmLogin } from '../../../../contract/calls/session';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { clearFlows } from '../flow/flow';
import { useFlow } from '../flow/useFlow';
import { FlowLost } from '../parts/FlowLost';
import { SecondFactor } from '../parts/SecondFactor';
import { StepFrame } from '../parts/StepFrame';

/** The second step of logging in. The shell goes on from here when the session is open. */
export default function LoginAuthenticator() {
  const { t } = useLingui();
  const { replace } = useNavigation();
  const [{ ticket }] = useFlow('second-step');
  const { run, isRunning } = useWriteCall(confirmLogin);
  const [error, setError] = useState<string>();
  const title = t`Second step`;
  if (ticket === undefined) return <FlowLost title={title} restart={paths.login} />;

  const enter = async (code: string) => {
    setError(undefined);
    const handles = ['wrong-authenticator-code', 'authenticator-code-used', 'authenticator-locked'] as const;
    const result = await run({ ticket, code }, { handles });
    if (result.ok) return clearFlows();
    if (result.error.code === 'ticket-expired') return replace(paths.login);
    setError(result.error.message ?? t`Please try again`);
  };
  return (
    <StepFrame
      title={title}
      lead={<Trans>Open the authenticator on your phone and enter the six digits that it shows for RAB.</Trans>}
    >
      <SecondFactor label={t`Authenticator code`} onEnter={(code) => void enter(code)} busy={isRunning} error={error} />
    </StepFrame>
  );
}
