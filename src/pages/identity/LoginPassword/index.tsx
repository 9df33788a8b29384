import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { securityInfo } from '../../../../contract/calls/identity';
import { sendUpdateLoginPasswordCode, updateLoginPassword } from '../../../../contract/calls/profile';
import { password } from '../../../../contract/calls/session';
import { useCall } from '../../../bridge/useCall';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { FIELD_TEXTS } from '../../../form/field-texts';
import { StepFrame } from '../../account/parts/StepFrame';
import { LockNote } from '../parts/LockNote';
import { PasswordChangeForm } from '../parts/PasswordChangeForm';
import { usePasswordChange } from '../parts/usePasswordChange';

const texts = {
  oldPassword: { ...FIELD_TEXTS.password, required: msg`Enter your present login password` },
  newPassword: FIELD_TEXTS.newPassword,
};

export default function ChangeLoginPassword() {
  const { t } = useLingui();
  const { data } = useCall(securityInfo, {});
  const { run, isRunning } = useWriteCall(updateLoginPassword);
  const change = usePasswordChange({
    password,
    texts,
    sendCode: sendUpdateLoginPasswordCode,
    flow: 'login-password',
    atOld: ['wrong-password', 'password-locked'],
    send: ({ before, after, code }, handles) => run({ oldPassword: before, password: after, code }, { handles }),
    done: t`The login password is changed. Other devices are logged out`,
  });
  return (
    <StepFrame
      title={t`Change login password`}
      lead={<Trans>Other devices are logged out, and withdrawals stay closed for a while afterwards.</Trans>}
    >
      <LockNote until={data?.loginPasswordLockedUntil} />
      <PasswordChangeForm
        change={change}
        busy={isRunning}
        oldLabel={t`Present login password`}
        newLabel={t`New login password`}
      />
    </StepFrame>
  );
}
