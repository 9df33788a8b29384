import { Trans, useLingui } from '@lingui/react/macro';
import { hrefTo, paths } from '../../../app/paths';
import { Button } from '../../../components/Button';
import { CodeField } from '../../../components/CodeField';
import { Field } from '../../../components/Field';
import form from '../../../form/form.module.css';
import { SignInFrame } from '../parts/SignInFrame';
import { useLoginSms } from './useLoginSms';

export default function LoginSms() {
  const { t } = useLingui();
  const { field, flow, sendCode, isSending, logIn, isRunning, codeError } = useLoginSms();
  const hasCode = flow.resendAt !== undefined;
  const number = flow.loginName ?? '';
  return (
    <SignInFrame mode="sms">
      <form className={form['form']} noValidate onSubmit={(event) => void sendCode(event)}>
        <Field
          label={t`Mobile number`}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          enterKeyHint="send"
          {...field('phone')}
        />
        {!hasCode && (
          <Button type="submit" block loading={isSending} className={form['submit']}>
            <Trans>Send code</Trans>
          </Button>
        )}
      </form>
      {hasCode && (
        <CodeField
          label={t`SMS code`}
          helper={t`Sent to ${number}`}
          onComplete={(code) => void logIn(code)}
          busy={isRunning}
          error={codeError}
          autoFocus
          resend={{ availableAtMs: flow.resendAt ?? null, onResend: () => void sendCode(), busy: isSending }}
        />
      )}
      <p className={form['foot']}>
        <Trans>No account yet?</Trans>
        <a className={form['link']} href={hrefTo(paths.register)}>
          <Trans>Register with an invitation code</Trans>
        </a>
      </p>
    </SignInFrame>
  );
}
