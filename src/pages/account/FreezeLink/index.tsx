import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { freezeAccountByLink } from '../../../../contract/calls/recovery';
import { useQuery } from '../../../app/navigation';
import { hrefTo, paths } from '../../../app/paths';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { Button } from '../../../components/Button';
import { RiskLine } from '../../../components/RiskLine';
import { useErrorText } from '../../../errors/useErrorText';
import { FreezeTerms } from '../parts/FreezeTerms';
import { StepFrame } from '../parts/StepFrame';

/** The page that the link of a security mail opens. It asks first, so that opening the link alone freezes nothing. */
export default function FreezeLink() {
  const { t } = useLingui();
  const link = useQuery('link') ?? '';
  const { run, isRunning } = useWriteCall(freezeAccountByLink);
  const errorText = useErrorText();
  const [isFrozen, setFrozen] = useState(false);
  const [error, setError] = useState<string>();
  const freeze = async () => {
    setError(undefined);
    const result = await run({ link }, { handles: ['ticket-expired', 'invalid-input', 'rate-limited'] });
    if (result.ok) return setFrozen(true);
    const { code } = result.error;
    const isUnknown = code === 'ticket-expired' || code === 'invalid-input';
    setError(
      isUnknown
        ? t`This link does not work any more. Log in and freeze the account in the security centre.`
        : errorText(result.error, 'write'),
    );
  };
  if (isFrozen) {
    return (
      <StepFrame title={t`Freeze account`} lead={<Trans>The account is frozen, and every device is logged out.</Trans>}>
        <p>
          <Trans>To thaw it, log in and open the security centre. It takes proof of identity and a waiting time.</Trans>
        </p>
        <Button variant="soft" block href={hrefTo(paths.login)}>
          <Trans>Log in</Trans>
        </Button>
      </StepFrame>
    );
  }
  return (
    <StepFrame
      title={t`Freeze account`}
      lead={<Trans>Do this when somebody else may be in your account. It works at once, without logging in.</Trans>}
    >
      <FreezeTerms isLink />
      {error !== undefined && <RiskLine tone="danger">{error}</RiskLine>}
      <Button variant="danger" block loading={isRunning} onClick={() => void freeze()}>
        <Trans>Freeze now</Trans>
      </Button>
    </StepFrame>
  );
}
