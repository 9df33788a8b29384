import { useId, type ReactNode, type Ref } from 'react';
import frame from './FieldBox.module.css';
import { FieldMessage } from './FieldMessage';
import styles from './TextArea.module.css';

export interface TextAreaProps {
  label: ReactNode;
  value: string;
  onChange: (text: string) => void;
  /** The most characters; the field shows beside it how many there are. */
  maxLength: number;
  rows?: number;
  helper?: ReactNode;
  error?: ReactNode;
  onFocus?: () => void;
  onBlur?: () => void;
  /** Reaches the text area. */
  ref?: Ref<HTMLTextAreaElement>;
}

/** A text of several lines: label above, helper or error below. */
export function TextArea({ label, value, onChange, maxLength, helper, error, rows = 3, ...input }: TextAreaProps) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <div className={`${frame['box']} ${styles['box']}`} data-invalid={error === undefined ? undefined : true}>
        <textarea
          {...input}
          id={id}
          value={value}
          maxLength={maxLength}
          rows={rows}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={`${id}-message`}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <div className={styles['foot']}>
        <FieldMessage id={`${id}-message`} error={error} helper={helper} />
        <span className={styles['count']} aria-hidden="true">
          {value.length}/{maxLength}
        </span>
      </div>
    </div>
  );
}
