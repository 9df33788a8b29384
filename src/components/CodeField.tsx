import { Trans } from '@lingui/react/macro';
import { ClipboardPaste } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import styles from './CodeField.module.css';
import { FieldMessage } from './FieldMessage';
import { useCountdown } from './useCountdown';

export interface CodeFieldProps {
  label: ReactNode;
  /** Called once for each complete code; six digits submit on their own. */
  onComplete: (code: string) => void;
  onChange?: (code: string) => void;
  /** A wrong code: the cells empty, shake once and take the focus. */
  error?: ReactNode;
  helper?: ReactNode;
  /** The code is being checked. */
  busy?: boolean;
  autoFocus?: boolean;
  /** The resend link; `availableAtMs` is a point in time, so the countdown survives a reload when the caller keeps it. */
  resend?: { availableAtMs: number | null; onResend: () => void; busy?: boolean };
}

const LENGTH = 6;

/** Returns the digits of a typed or pasted text, `123 456` and full-width digits included. */
function digitsOf(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[^0-9]/g, '')
    .slice(0, LENGTH);
}

function isEditable(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

/** Hands over what is pasted anywhere on the page but in another field. */
function usePasteAnywhere(accept: (text: string) => void): void {
  const latest = useRef(accept);
  useEffect(() => {
    latest.current = accept;
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (!isEditable(event.target)) latest.current(event.clipboardData?.getData('text') ?? '');
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
}

/** A six-digit code from e-mail, SMS or an authenticator: six cells over one real input. */
export function CodeField({
  label,
  onComplete,
  onChange,
  error,
  helper,
  busy = false,
  autoFocus,
  resend,
}: CodeFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState(false);

  const accept = (text: string) => {
    if (busy) return;
    const digits = digitsOf(text);
    setWrong(false);
    if (digits === code) return;
    setCode(digits);
    onChange?.(digits);
    if (digits.length === LENGTH) onComplete(digits);
  };
  usePasteAnywhere(accept);

  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);

  // The same wrong answer twice must clear twice, hence busy beside error.
  useEffect(() => {
    if (error === undefined || busy) return;
    setCode('');
    setWrong(true);
    input.current?.focus();
  }, [error, busy]);

  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <div className={styles['cells']} data-wrong={wrong || undefined} onAnimationEnd={() => setWrong(false)}>
        <Cells code={code} />
        <input
          ref={input}
          id={id}
          className={styles['input']}
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="done"
          value={code}
          readOnly={busy}
          aria-busy={busy || undefined}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={`${id}-message`}
          onChange={(event) => accept(event.target.value)}
          onSelect={(event) => event.currentTarget.setSelectionRange(LENGTH, LENGTH)}
        />
      </div>
      <div className={styles['foot']}>
        <div className={styles['message']}>
          <FieldMessage id={`${id}-message`} error={error} helper={helper} />
        </div>
        <PasteChip onText={accept} />
        {resend && <Resend {...resend} />}
      </div>
    </div>
  );
}

function Cells({ code }: { code: string }) {
  const current = Math.min(code.length, LENGTH - 1);
  return Array.from({ length: LENGTH }, (_, at) => (
    <span key={at} className={styles['cell']} data-current={at === current || undefined} aria-hidden="true">
      {code[at]}
    </span>
  ));
}

/** Reads the clipboard on a tap, where the browser can; a refusal leaves the ordinary paste. */
function PasteChip({ onText }: { onText: (text: string) => void }) {
  const [offered, setOffered] = useState(() => typeof navigator.clipboard?.readText === 'function');
  if (!offered) return null;
  const paste = () => navigator.clipboard.readText().then(onText, () => setOffered(false));
  return (
    <button type="button" className={styles['chip']} onClick={() => void paste()}>
      <ClipboardPaste size={16} strokeWidth={1.75} aria-hidden="true" />
      <Trans>Paste</Trans>
    </button>
  );
}

function Resend({ availableAtMs, onResend, busy = false }: NonNullable<CodeFieldProps['resend']>) {
  const seconds = useCountdown(availableAtMs);
  if (seconds > 0) {
    return (
      <span className={`${styles['wait']} rab-num`}>
        <Trans>Resend in {seconds} s</Trans>
      </span>
    );
  }
  return (
    <button type="button" className={styles['resend']} disabled={busy} aria-busy={busy || undefined} onClick={onResend}>
      <Trans>Resend code</Trans>
    </button>
  );
}
