import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { securityInfo } from '../../../../contract/calls/identity';
import { useCall } from '../../../bridge/useCall';
import { Button } from '../../../components/Button';
import { CodeField } from '../../../components/CodeField';
import { RiskLine } from '../../../components/RiskLine';
import type { CodeState } from './useCodeState';
import type { useOwnCode } from './useOwnCode';

export interface OwnCodeProps {
  own: ReturnType<typeof useOwnCode>;
  code: CodeState;
  /** Six digits are there. */
  onComplete: () => void;
  busy: boolean;
  /** Label of the button that enters the code. */
  submitLabel?: ReactNode;
}

/** The last part of what a code confirms: a button that sends the code, then its six cells. */
export function OwnCode({ own, code, onComplete, busy, submitLabel }: OwnCodeProps) {
  const { t } = useLingui();
  const { data } = useCall(securityInfo, {});
  const to = data?.codesTo ?? '';
  return (
    <>
      {own.error !== undefined && <RiskLine tone="danger">{own.error}</RiskLine>}
      {own.isSent ? (
        <>
          <CodeField
            label={t`Verification code`}
            helper={to && t`Sent to ${to}`}
            onChange={code.enter}
            onComplete={onComplete}
            busy={busy}
            error={code.error}
            resend={{ availableAtMs: own.resendAt, onResend: () => void own.send(), busy: own.isSending }}
          />
          <Button type="submit" block loading={busy}>
            {submitLabel ?? <Trans>Set the new password</Trans>}
          </Button>
        </>
      ) : (
        <Button type="submit" block loading={own.isSending}>
          <Trans>Send code</Trans>
        </Button>
      )}
    </>
  );
}
