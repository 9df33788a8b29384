import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert } from 'lucide-react';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { formatCountdown } from '../format/span';
import { useLocale } from '../i18n/useLocale';
import { Button } from '../components/Button';
import styles from './ConfirmPassword.module.css';
import { Keypad } from '../components/Keypad';
import { PASSCODE_LENGTH, PasscodeCells } from '../components/PasscodeCells';
import { PasswordField } from '../components/PasswordField';
import type { ConfirmRefusal, PasswordKind } from './useConfirm';

/** Rules §3: a trade password is six digits or more. */
const LONGER_PASSWORD = /^[0-9]{6,32}$/;

export interface ConfirmPasswordProps {
  kind: PasswordKind;
  onKindChange: (kind: PasswordKind) => void;
  code: string;
  onCode: (code: string) => void;
  onSubmit: (password: string) => void;
  working: boolean;
  disabled: boolean;
  refused: ConfirmRefusal | null;
  lockedSeconds: number;
  confirmLabel: ReactNode;
  onForgot?: () => void;
}

/** Tells why the last try failed: the server's words, then the tries left, or until when it is locked. */
function Refusal({ refused, lockedSeconds }: { refused: ConfirmRefusal; lockedSeconds: number }) {
  const locale = useLocale();
  const wait = formatCountdown(lockedSeconds, locale);
  const { triesLeft } = refused;
  return (
    <p className={styles['refusal']} role="alert">
      <CircleAlert size={15} strokeWidth={2} aria-hidden="true" />
      <span>
        {refused.message}
        {triesLeft !== undefined && lockedSeconds === 0 && (
          <>
            {' · '}
            <Trans>Tries left: {triesLeft}</Trans>
          </>
        )}
        {/* The clock is not announced every second. */}
        {lockedSeconds > 0 && (
          <span className="rab-num" aria-live="off">
            {' · '}
            <Trans>locked for {wait}</Trans>
          </span>
        )}
      </span>
    </p>
  );
}

/** The trade password of a ConfirmSheet: six cells with our keypad, or a field with the system's keyboard. */
export function ConfirmPassword(props: ConfirmPasswordProps) {
  const { kind, onKindChange, working, disabled, refused, lockedSeconds, onForgot } = props;
  return (
    <>
      <div className={styles['head']}>
        <span className={styles['label']}>
          <Trans>Trade password</Trans>
        </span>
        {onForgot && (
          <button type="button" className={styles['link']} disabled={working} onClick={onForgot}>
            <Trans>Forgot password?</Trans>
          </button>
        )}
      </div>
      {kind === 'six' ? (
        <PasscodeCells entered={props.code.length} working={working} disabled={disabled} />
      ) : (
        <LongerPassword {...props} />
      )}
      {refused && <Refusal refused={refused} lockedSeconds={lockedSeconds} />}
      <button
        type="button"
        className={styles['other']}
        disabled={working}
        onClick={() => onKindChange(kind === 'six' ? 'text' : 'six')}
      >
        {kind === 'six' ? <Trans>My password is longer</Trans> : <Trans>My password has six digits</Trans>}
      </button>
      {kind === 'six' && (
        <div className={styles['keypad']}>
          <Keypad
            disabled={disabled || working}
            onDigit={(digit) => props.onCode((props.code + digit).slice(0, PASSCODE_LENGTH))}
            onDelete={() => props.onCode(props.code.slice(0, -1))}
          />
        </div>
      )}
    </>
  );
}

function LongerPassword({ onSubmit, working, disabled, confirmLabel }: ConfirmPasswordProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [malformed, setMalformed] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const password = input.current?.value ?? '';
    const valid = LONGER_PASSWORD.test(password);
    setMalformed(!valid);
    if (valid) onSubmit(password);
    else input.current?.focus();
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      <PasswordField
        ref={input}
        kind="current"
        label={<span className="rab-sr">{t`Trade password`}</span>}
        // The browser must not offer the login password here, nor keep this one in its place.
        autoComplete="off"
        readOnly={working}
        disabled={disabled}
        enterKeyHint="done"
        inputMode="numeric"
        error={malformed ? t`Six digits or more` : undefined}
      />
      <Button type="submit" block loading={working} disabled={disabled}>
        {confirmLabel}
      </Button>
    </form>
  );
}
