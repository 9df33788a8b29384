import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../../components/Button';
import { Field } from '../../../components/Field';
import form from '../../../form/form.module.css';
import { StepFrame } from '../parts/StepFrame';
import { useForgotPassword } from './useForgotPassword';

export default function ForgotPassword() {
  const { t } = useLingui();
  const { field, submit, isSending } = useForgotPassword();
  return (
    <StepFrame
      title={<Trans>Forgot password</Trans>}
      step={{ at: 1, of: 3 }}
      lead={<Trans>We send a code to the e-mail address or mobile number of your account.</Trans>}
    >
      <form className={form['form']} noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label={t`Mobile number or e-mail`}
          type="text"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="send"
          {...field('loginName')}
        />
        <Button type="submit" block loading={isSending} className={form['submit']}>
          <Trans>Send code</Trans>
        </Button>
      </form>
    </StepFrame>
  );
}
