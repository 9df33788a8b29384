import { Trans, useLingui } from '@lingui/react/macro';
import { hrefTo, paths } from '../../../app/paths';
import { Button } from '../../../components/Button';
import { Field } from '../../../components/Field';
import form from '../../../form/form.module.css';
import { StepFrame } from '../parts/StepFrame';
import { useRegister } from './useRegister';

export default function Register() {
  const { t } = useLingui();
  const { field, submit, isBusy } = useRegister();
  return (
    <StepFrame
      title={<Trans>Register</Trans>}
      step={{ at: 1, of: 3 }}
      lead={<Trans>A six-digit code proves that the address is yours.</Trans>}
    >
      <form className={form['form']} noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label={t`E-mail or mobile number`}
          type="text"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="next"
          {...field('loginName')}
        />
        <Field
          label={t`Invitation code`}
          type="text"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="send"
          helper={t`You get it from the person who invites you`}
          {...field('invitationCode')}
        />
        <Button type="submit" block loading={isBusy} className={form['submit']}>
          <Trans>Send code</Trans>
        </Button>
      </form>
      <p className={form['foot']}>
        <Trans>Already have an account?</Trans>
        <a className={form['link']} href={hrefTo(paths.login)}>
          <Trans>Log in</Trans>
        </a>
      </p>
    </StepFrame>
  );
}
