import { useLingui } from '@lingui/react/macro';
import { CircleX } from 'lucide-react';
import { useId, useRef, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import styles from './Field.module.css';
import frame from './FieldBox.module.css';
import { FieldMessage } from './FieldMessage';

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix'> {
  label: ReactNode;
  /** Below the field while nothing is wrong. */
  helper?: ReactNode;
  /** Replaces the helper, with an icon, and marks the field invalid. */
  error?: ReactNode;
  /** Writes "optional" behind the label; required is the default and is not written. */
  optional?: boolean;
  /** Right of the label, e.g. a "Forgot?" link. */
  aside?: ReactNode;
  prefix?: ReactNode;
  suffix?: ReactNode;
  /** A button that empties the field, shown while it is filled. */
  clearable?: boolean;
  /** Reaches the input. */
  ref?: Ref<HTMLInputElement>;
}

/** Empties an input the way typing does, so that controlled and registered fields both notice. */
function clear(input: HTMLInputElement): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '');
  input.dispatchEvent(new Event('input', { bubbles: true }));
  input.focus();
}

/** A text field: label above, helper or error below. */
export function Field(props: FieldProps) {
  const {
    label,
    helper,
    error,
    optional,
    aside,
    prefix,
    suffix,
    clearable = true,
    ref,
    id,
    className,
    ...input
  } = props;
  const { t } = useLingui();
  const ownId = useId();
  const inputId = id ?? ownId;
  const messageId = `${inputId}-message`;
  const own = useRef<HTMLInputElement | null>(null);
  return (
    <div className={[styles['field'], className].filter(Boolean).join(' ')}>
      <div className={styles['head']}>
        <label htmlFor={inputId}>
          {label}
          {optional && <span className={styles['optional']}> {t`(optional)`}</span>}
        </label>
        {aside}
      </div>
      <div className={`${frame['box']} ${styles['box']}`} data-invalid={error === undefined ? undefined : true}>
        {prefix}
        <input
          // A space keeps :placeholder-shown usable when there is no placeholder.
          placeholder=" "
          {...input}
          id={inputId}
          ref={(element) => {
            own.current = element;
            if (typeof ref === 'function') return ref(element);
            if (ref) ref.current = element;
          }}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={messageId}
        />
        {clearable && !input.disabled && !input.readOnly && (
          <button
            type="button"
            className={styles['clear']}
            aria-label={t`Clear`}
            onClick={() => own.current && clear(own.current)}
          >
            <CircleX size={18} strokeWidth={1.75} aria-hidden="true" />
          </button>
        )}
        {suffix}
      </div>
      <div className={styles['foot']}>
        <FieldMessage id={messageId} error={error} helper={helper} />
      </div>
    </div>
  );
}
