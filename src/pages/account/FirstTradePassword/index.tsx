import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { userInfo } from '../../../../contract/calls/profile';
import { useNavigation } from '../../../app/navigation';
import { hasReturn } from '../../../app/return-to';
import { useCall } from '../../../bridge/useCall';
import { Button } from '../../../components/Button';
import { EntryHeading } from '../../../components/EntryHeading';
import { RiskLine } from '../../../components/RiskLine';
import { SixDigits } from '../../../components/SixDigits';
import { StepFrame } from '../parts/StepFrame';
import styles from './FirstTradePassword.module.css';
import { LongPassword } from './LongPassword';
import { ProofForm } from './ProofForm';
import { useFirstTradePassword } from './useFirstTradePassword';

export default function FirstTradePassword() {
  const { t } = useLingui();
  const { back } = useNavigation();
  const { data } = useCall(userInfo, {});
  const { step, enter, startOver, error, isRunning, proof } = useFirstTradePassword();
  const [isLong, setLong] = useState(false);
  const title = t`Set a trade password`;
  if (data?.hasTradePassword && !isRunning) {
    return (
      <StepFrame title={title} lead={<Trans>A trade password is set already.</Trans>}>
        <Button variant="soft" block onClick={back}>
          <Trans>Back</Trans>
        </Button>
      </StepFrame>
    );
  }
  if (step === 'prove') {
    return (
      <StepFrame
        title={title}
        lead={<Trans>Confirm that it is you. Withdrawals stay closed for a while afterwards.</Trans>}
      >
        <ProofForm proof={proof} busy={isRunning} />
      </StepFrame>
    );
  }
  const label = step === 'choose' ? t`Choose a trade password` : t`Enter it once more`;
  const Entry = isLong ? LongPassword : SixDigits;
  return (
    <StepFrame
      title={title}
      lead={
        hasReturn('trade-password') ? (
          <Trans>What you were about to do needs a trade password. Afterwards you are taken back.</Trans>
        ) : (
          <Trans>It confirms everything that leaves your account.</Trans>
        )
      }
    >
      <EntryHeading label={label} error={error} />
      <Entry key={step} label={label} onEnter={enter} isBusy={isRunning} />
      <button
        type="button"
        className={styles['other']}
        disabled={isRunning}
        onClick={() => {
          startOver();
          setLong(!isLong);
        }}
      >
        {isLong ? <Trans>Use six digits</Trans> : <Trans>Use a longer one</Trans>}
      </button>
      <RiskLine tone="info">
        <Trans>Use other digits than your birthday or phone number. Nobody at RAB will ever ask you for it.</Trans>
      </RiskLine>
    </StepFrame>
  );
}
