import { Trans, useLingui } from '@lingui/react/macro';
import { hrefTo, paths } from '../../../app/paths';
import { Button } from '../../../components/Button';
import { Field } from '../../../components/Field';
import { PasswordField } from '../../../components/PasswordField';
import form from '../../../form/form.module.css';
import { SignInFrame } from '../parts/SignInFrame';
import { useLogin } from './useLogin';

export default function Login() {
  const { t } = useLingui();
  const { field, submit, isRunning } = useLogin();
  return (
    <SignInFrame mode="password">
      <form className={form['form']} noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label={t`Mobile number or e-mail`}
          type="text"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="next"
          {...field('loginName')}
        />
        <PasswordField
          label={t`Login password`}
          kind="current"
          enterKeyHint="go"
          aside={
            <a className={form['aside']} href={hrefTo(paths.forgotPassword)}>
              <Trans>Forgot password?</Trans>
            </a>
          }
          {...field('password')}
        />
        <Button type="submit" block loading={isRunning} className={form['submit']}>
          <Trans>Log in</Trans>
        </Button>
      </form>
      <p className={form['foot']}>
        <Trans>No account yet?</Trans>
        <a className={form['link']} href={hrefTo(paths.register)}>
          <Trans>Register with an invitation code</Trans>
        </a>
      </p>
    </SignInFrame>
  );
}
