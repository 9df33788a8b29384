import { Trans, useLingui } from '@lingui/react/macro';
import { securityInfo } from '../../../../contract/calls/identity';
import { useCall } from '../../../bridge/useCall';
import { Button } from '../../../components/Button';
import { CodeField } from '../../../components/CodeField';
import { RiskLine } from '../../../components/RiskLine';
import { useCountdown } from '../../../components/useCountdown';
import { LockNote } from '../../identity/parts/LockNote';
import type { Codes } from './useCodes';
import styles from './Withdraw.module.css';

/** The sent code and the authenticator's, one after the other; the trade password is the third. */
export function CodeSteps({ codes }: { codes: Codes }) {
  return (
    <div className={styles['codes']}>
      <p className={styles['note']}>
        {codes.step === 'sent' ? <Trans>Step 1 of 3</Trans> : <Trans>Step 2 of 3</Trans>}
      </p>
      {codes.step === 'sent' ? <SentCode codes={codes} /> : <AuthenticatorCode codes={codes} />}
    </div>
  );
}

function SentCode({ codes }: { codes: Codes }) {
  const { t } = useLingui();
  const to = useCall(securityInfo, {}).data?.codesTo ?? '';
  const seconds = useCountdown(codes.resendAt);
  const { isSent, isSending, sendError, send } = codes;
  return (
    <>
      {sendError !== undefined && <RiskLine tone="danger">{sendError}</RiskLine>}
      {isSent ? (
        <CodeField
          key="sent"
          label={t`Verification code`}
          helper={to && t`Sent to ${to}. It counts for this amount and method only.`}
          onComplete={codes.enter}
          error={codes.error}
          autoFocus
          resend={{ availableAtMs: codes.resendAt, onResend: () => void send(), busy: isSending }}
        />
      ) : (
        <>
          <p className={styles['note']}>
            {to === '' ? (
              <Trans>The code counts for this amount and method only.</Trans>
            ) : (
              <Trans>The code goes to {to}. It counts for this amount and method only.</Trans>
            )}
          </p>
          <Button block loading={isSending} disabled={seconds > 0} onClick={() => void send()}>
            {seconds > 0 ? <Trans>Send code in {seconds} s</Trans> : <Trans>Send code</Trans>}
          </Button>
        </>
      )}
    </>
  );
}

function AuthenticatorCode({ codes }: { codes: Codes }) {
  const { t } = useLingui();
  return (
    <>
      <LockNote until={codes.lockedUntil} />
      <CodeField
        key="authenticator"
        label={t`Google Authenticator code`}
        helper={t`The six digits that the app shows now`}
        onComplete={codes.enter}
        error={codes.error}
        autoFocus
      />
    </>
  );
}
