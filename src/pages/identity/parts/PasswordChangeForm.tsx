import { useLingui } from '@lingui/react/macro';
import { PasswordField, type PasswordFieldProps } from '../../../components/PasswordField';
import form from '../../../form/form.module.css';
import { OwnCode } from './OwnCode';
import type { usePasswordChange } from './usePasswordChange';

export interface PasswordChangeFormProps {
  change: ReturnType<typeof usePasswordChange>;
  busy: boolean;
  oldLabel: string;
  newLabel: string;
  /** Further props of all three fields. */
  input?: Pick<PasswordFieldProps, 'inputMode' | 'autoComplete'>;
}

/** The fields of a password change, and the code at its end. */
export function PasswordChangeForm({ change, busy, oldLabel, newLabel, input }: PasswordChangeFormProps) {
  const { t } = useLingui();
  const { field, submit, own, code } = change;
  const [before, after, again] = [field('oldPassword'), field('newPassword'), field('confirmPassword')];
  return (
    <form className={form['form']} noValidate onSubmit={(event) => void submit(event)}>
      <PasswordField label={oldLabel} kind="current" enterKeyHint="next" {...input} {...before} />
      <PasswordField label={newLabel} kind="new" enterKeyHint="next" {...input} {...after} />
      <PasswordField label={t`Repeat the password`} kind="new" enterKeyHint="done" {...input} {...again} />
      <OwnCode own={own} code={code} onComplete={() => void submit()} busy={busy} />
    </form>
  );
}
