import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { securityInfo } from '../../../../contract/calls/identity';
import { sendUpdateTradePasswordCode, updateTradePassword } from '../../../../contract/calls/profile';
import { tradePassword } from '../../../../contract/calls/session';
import { hrefTo, paths } from '../../../app/paths';
import { useCall } from '../../../bridge/useCall';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { Button } from '../../../components/Button';
import { StepFrame } from '../../account/parts/StepFrame';
import { LockNote } from '../parts/LockNote';
import { PasswordChangeForm } from '../parts/PasswordChangeForm';
import { usePasswordChange } from '../parts/usePasswordChange';

const invalid = msg`Six digits or more`;
const texts = {
  oldPassword: { required: msg`Enter your present trade password`, invalid },
  newPassword: { required: msg`Choose a trade password`, invalid },
};

export default function ChangeTradePassword() {
  const { t } = useLingui();
  const { data } = useCall(securityInfo, {});
  const { run, isRunning } = useWriteCall(updateTradePassword);
  const change = usePasswordChange({
    password: tradePassword,
    texts,
    sendCode: sendUpdateTradePasswordCode,
    flow: 'trade-password',
    atOld: ['wrong-trade-password', 'trade-password-locked'],
    send: ({ before, after, code }, handles) =>
      run({ oldTradePassword: before, tradePassword: after, code }, { handles }),
    done: t`The trade password is changed`,
  });
  const title = t`Change trade password`;
  if (data?.hasTradePassword === false) {
    return (
      <StepFrame title={title} lead={<Trans>It confirms everything that leaves your account.</Trans>}>
        <Button block href={hrefTo(paths.firstTradePassword)}>
          <Trans>Set a trade password</Trans>
        </Button>
      </StepFrame>
    );
  }
  return (
    <StepFrame title={title} lead={<Trans>Withdrawals stay closed for a while afterwards.</Trans>}>
      <LockNote until={data?.tradePasswordLockedUntil} />
      <PasswordChangeForm
        change={change}
        busy={isRunning}
        oldLabel={t`Present trade password`}
        newLabel={t`New trade password`}
        // Digits only; the browser must not keep it in place of the login password.
        input={{ inputMode: 'numeric', autoComplete: 'off' }}
      />
    </StepFrame>
  );
}
