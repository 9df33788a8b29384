import { Trans, useLingui } from '@lingui/react/macro';
import { paths } from '../../../app/paths';
import { Button } from '../../../components/Button';
import { PasswordField } from '../../../components/PasswordField';
import { FlowLost } from '../parts/FlowLost';
import form from '../../../form/form.module.css';
import { StepFrame } from '../parts/StepFrame';
import { useForgotPasswordNew } from './useForgotPasswordNew';

export default function ForgotPasswordNew() {
  const { t } = useLingui();
  const { field, submit, isRunning, hasTicket } = useForgotPasswordNew();
  const title = t`New password`;
  if (!hasTicket) return <FlowLost title={title} restart={paths.forgotPassword} />;
  return (
    <StepFrame
      title={title}
      step={{ at: 3, of: 3 }}
      lead={
        <Trans>
          All devices are logged out when the password changes. Withdrawals stay closed for a while afterwards.
        </Trans>
      }
    >
      <form className={form['form']} noValidate onSubmit={(event) => void submit(event)}>
        <PasswordField label={t`New login password`} kind="new" enterKeyHint="next" {...field('newPassword')} />
        <PasswordField label={t`Repeat the password`} kind="new" enterKeyHint="done" {...field('confirmPassword')} />
        <Button type="submit" block loading={isRunning} className={form['submit']}>
          <Trans>Set the new password</Trans>
        </Button>
      </form>
    </StepFrame>
  );
}
