import { Trans, useLingui } from '@lingui/react/macro';
import { paths } from '../../../app/paths';
import { Button } from '../../../components/Button';
import { Field } from '../../../components/Field';
import { PasswordField } from '../../../components/PasswordField';
import { FlowLost } from '../parts/FlowLost';
import form from '../../../form/form.module.css';
import { StepFrame } from '../parts/StepFrame';
import { useRegisterProfile } from './useRegisterProfile';

export default function RegisterProfile() {
  const { t } = useLingui();
  const { field, submit, isRunning, proposeAnother, isProposing, hasTicket } = useRegisterProfile();
  const title = t`Your profile`;
  if (!hasTicket) return <FlowLost title={title} restart={paths.register} />;
  return (
    <StepFrame title={title} step={{ at: 3, of: 3 }}>
      <form className={form['form']} noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label={t`Nickname`}
          type="text"
          autoComplete="nickname"
          enterKeyHint="next"
          aside={
            <button type="button" className={form['aside']} disabled={isProposing} onClick={proposeAnother}>
              <Trans>Propose another</Trans>
            </button>
          }
          {...field('nickname')}
        />
        <PasswordField label={t`Login password`} kind="new" enterKeyHint="next" {...field('newPassword')} />
        <PasswordField label={t`Repeat the password`} kind="new" enterKeyHint="done" {...field('confirmPassword')} />
        <Button type="submit" block loading={isRunning} className={form['submit']}>
          <Trans>Open the account</Trans>
        </Button>
      </form>
    </StepFrame>
  );
}
