import { Trans, useLingui } from '@lingui/react/macro';
import { Eye, EyeOff } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Field, type FieldProps } from './Field';
import styles from './PasswordField.module.css';

export interface PasswordFieldProps extends Omit<FieldProps, 'type' | 'suffix' | 'clearable'> {
  /** current signs in or confirms; new sets one and counts its characters. */
  kind: 'current' | 'new';
  /** docs/rules.md §18: at least six characters. */
  minLength?: number;
}

/** A password: shown on demand, paste allowed, a live count for new ones. */
export function PasswordField({ kind, minLength = 6, helper, onInput, ...rest }: PasswordFieldProps) {
  const { t } = useLingui();
  const [shown, setShown] = useState(false);
  const [length, setLength] = useState(0);
  const count =
    kind === 'new' && length > 0 ? (
      <Trans>
        Characters: {length} (at least {minLength})
      </Trans>
    ) : (
      helper
    );
  const Icon = shown ? Eye : EyeOff;
  return (
    <Field
      autoComplete={kind === 'new' ? 'new-password' : 'current-password'}
      autoCapitalize="off"
      spellCheck={false}
      {...rest}
      type={shown ? 'text' : 'password'}
      clearable={false}
      helper={count}
      onInput={(event: FormEvent<HTMLInputElement>) => {
        // People count characters, not UTF-16 units.
        setLength([...event.currentTarget.value].length);
        onInput?.(event as Parameters<NonNullable<typeof onInput>>[0]);
      }}
      suffix={
        <button
          type="button"
          className={styles['toggle']}
          aria-label={t`Show password`}
          title={t`Show password`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
      }
    />
  );
}
