import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { hasReturn } from '../../../app/return-to';
import { Button } from '../../../components/Button';
import { ErrorState } from '../../../components/ErrorState';
import { RiskLine } from '../../../components/RiskLine';
import { Skeleton } from '../../../components/Skeleton';
import { useCountdown } from '../../../components/useCountdown';
import { toast } from '../../../components/toast';
import { useErrorText } from '../../../errors/useErrorText';
import { formatDate } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { StepFrame } from '../../account/parts/StepFrame';
import { LockNote } from '../parts/LockNote';
import styles from './Authenticator.module.css';
import { BindForm } from './BindForm';
import { RecoveryCodes } from './RecoveryCodes';
import { ReplaceForm } from './ReplaceForm';
import { SecretCard } from './SecretCard';
import { useSetup, type Setup } from './useSetup';

/** Google Authenticator: set up, or replaced by another (docs/rules.md §3). Code 4900 leads here. */
export default function Authenticator() {
  const { t } = useLingui();
  const errorText = useErrorText();
  const { setup, error, renew } = useSetup();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isReplacing, setReplacing] = useState(false);
  if (codes) return <RecoveryCodes codes={codes} />;
  if (!setup) {
    return (
      <StepFrame title={t`Google Authenticator`}>
        {error?.code === 'offline' ? (
          // No failure: it goes on by itself as soon as there is a connection.
          <RiskLine tone="info">
            <Trans>An authenticator can only be set up online</Trans>
          </RiskLine>
        ) : error ? (
          <ErrorState reason={errorText(error)} onRetry={() => void renew()} />
        ) : (
          <Skeleton shape="card" count={1} />
        )}
      </StepFrame>
    );
  }
  if (setup.boundAt !== null && !isReplacing) {
    return <Bound boundAt={setup.boundAt} setup={setup} onReplace={() => setReplacing(true)} />;
  }
  const renewed = () => {
    toast.show(t`That key has run out. Here is a new one`, { kind: 'info' });
    void renew();
  };
  return <SetUp setup={setup} onBound={setCodes} onExpired={renewed} />;
}

function Bound({ boundAt, setup, onReplace }: { boundAt: number; setup: Setup; onReplace: () => void }) {
  const { t } = useLingui();
  const locale = useLocale();
  const since = formatDate(boundAt, { locale });
  const left = setup.recoveryCodesLeft;
  return (
    <StepFrame title={t`Google Authenticator`} lead={<Trans>An authenticator is bound since {since}.</Trans>}>
      <LockNote until={setup.lockedUntil} />
      <RiskLine tone={left < 3 ? 'warning' : 'info'}>
        <Trans>
          Recovery codes left: {left}. With a new authenticator, for which the old one or a recovery code is needed, you
          get ten new ones.
        </Trans>
      </RiskLine>
      <Button block onClick={onReplace}>
        <Trans>Replace the authenticator</Trans>
      </Button>
    </StepFrame>
  );
}

interface SetUpProps {
  setup: Setup;
  onBound: (codes: readonly string[]) => void;
  onExpired: () => void;
}

function SetUp({ setup, onBound, onExpired }: SetUpProps) {
  const { t } = useLingui();
  const Form = setup.boundAt === null ? BindForm : ReplaceForm;
  const hasRunOut = useCountdown(setup.expiresAt) === 0;
  return (
    <StepFrame
      title={t`Google Authenticator`}
      lead={
        hasReturn('authenticator') ? (
          <Trans>What you were about to do needs an authenticator. Afterwards you are taken back.</Trans>
        ) : (
          <Trans>Its six digits are asked for when you log in and withdraw.</Trans>
        )
      }
    >
      <ol className={styles['steps']}>
        <li>
          <Trans>Install Google Authenticator or another app of that kind.</Trans>
        </li>
        <li>
          <Trans>Scan the code there, or type in the key.</Trans>
        </li>
        <li>
          <Trans>Enter below what it shows.</Trans>
        </li>
      </ol>
      <LockNote until={setup.lockedUntil} />
      <SecretCard setup={setup} />
      {hasRunOut ? (
        <Button block onClick={onExpired}>
          <Trans>Show a new key</Trans>
        </Button>
      ) : (
        <Form setup={setup.setup} onBound={onBound} onExpired={onExpired} />
      )}
    </StepFrame>
  );
}
