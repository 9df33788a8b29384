import { Trans, useLingui } from '@lingui/react/macro';
import * as z from 'zod/mini';
import { bindAuthenticator } from '../../../../contract/calls/identity';
import { password } from '../../../../contract/calls/session';
import { useWriteCall } from '../../../bridge/useWriteCall';
import { Button } from '../../../components/Button';
import { CodeField } from '../../../components/CodeField';
import { PasswordField } from '../../../components/PasswordField';
import { useSchemaForm } from '../../../form/useSchemaForm';
import form from '../../../form/form.module.css';
import { useCodeState } from '../parts/useCodeState';

const schema = z.strictObject({ password });

export interface BindProps {
  setup: string;
  onBound: (recoveryCodes: readonly string[]) => void;
  /** The offer has run out: another one is needed. */
  onExpired: () => void;
}

/** The first authenticator: the login password, and a code that shows that the device has the key. */
export function BindForm({ setup, onBound, onExpired }: BindProps) {
  const { t } = useLingui();
  const { run, isRunning } = useWriteCall(bindAuthenticator);
  const code = useCodeState();
  const { field, submitWith, refuse } = useSchemaForm(schema, { defaults: { password: '' } });
  const submit = submitWith(async (values) => {
    const digits = code.take();
    if (digits === null) return;
    const result = await run(
      { setup, code: digits, password: values.password },
      { handles: ['wrong-password', 'password-locked', 'wrong-authenticator-code'] },
    );
    if (result.ok) return onBound(result.data.recoveryCodes);
    if (code.refuse(result.error, ['wrong-authenticator-code'])) return;
    if (result.error.code === 'setup-expired' || result.error.code === 'authenticator-already-bound')
      return onExpired();
    refuse(result.error, { 'wrong-password': 'password', 'password-locked': 'password' });
  });
  return (
    <form className={form['form']} noValidate onSubmit={(event) => void submit(event)}>
      <PasswordField label={t`Login password`} kind="current" enterKeyHint="next" {...field('password')} />
      <CodeField
        label={t`Authenticator code`}
        helper={t`The six digits that the authenticator shows now`}
        onChange={code.enter}
        onComplete={() => void submit()}
        busy={isRunning}
        error={code.error}
      />
      <Button type="submit" block loading={isRunning}>
        <Trans>Bind the authenticator</Trans>
      </Button>
    </form>
  );
}
