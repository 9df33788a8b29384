import { Trans, useLingui } from '@lingui/react/macro';
import { securityInfo } from '../../../../contract/calls/identity';
import { useCall } from '../../../bridge/useCall';
import { PasswordField } from '../../../components/PasswordField';
import form from '../../account/parts/form.module.css';
import { StepFrame } from '../../account/parts/StepFrame';
import { LockNote } from '../parts/LockNote';
import { OwnCode } from '../parts/OwnCode';
import { useChangeLoginPassword } from './useChangeLoginPassword';

export default function ChangeLoginPassword() {
  const { t } = useLingui();
  const { data } = useCall(securityInfo, {});
  const { field, submit, own, code, isRunning } = useChangeLoginPassword();
  return (
    <StepFrame
      title={t`Change login password`}
      lead={<Trans>Other devices are logged out, and withdrawals stay closed for a while afterwards.</Trans>}
    >
      <LockNote until={data?.loginPasswordLockedUntil} />
      <form className={form['form']} noValidate onSubmit={(event) => void submit(event)}>
        <PasswordField label={t`Present login password`} kind="current" enterKeyHint="next" {...field('oldPassword')} />
        <PasswordField label={t`New login password`} kind="new" enterKeyHint="next" {...field('newPassword')} />
        <PasswordField label={t`Repeat the password`} kind="new" enterKeyHint="done" {...field('confirmPassword')} />
        <OwnCode own={own} code={code} onComplete={() => void submit()} busy={isRunning} />
      </form>
    </StepFrame>
  );
}
