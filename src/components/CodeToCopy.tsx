import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './CodeToCopy.module.css';
import { copyText } from './copy';
import { IconButton } from './IconButton';

export interface CodeToCopyProps {
  label: string;
  code: string;
  /** Names the button. */
  copyLabel: string;
  /** Further buttons. */
  children?: ReactNode;
}

/** A code that people pass on, with the button that copies it. */
export function CodeToCopy({ label, code, copyLabel, children }: CodeToCopyProps) {
  return (
    <div className={styles['row']}>
      <span className={styles['label']}>{label}</span>
      <span className={styles['code']}>{code}</span>
      <IconButton
        label={copyLabel}
        icon={<Copy size={20} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => void copyText(code)}
      />
      {children}
    </div>
  );
}
