import type { ReactNode } from 'react';
import styles from './AskSheet.module.css';
import { Button } from './Button';
import { Sheet } from './Sheet';

export interface AskSheetProps {
  title: ReactNode;
  /** Tells the person what confirming does. */
  children: ReactNode;
  /** Names the action. */
  confirmLabel: ReactNode;
  cancelLabel: ReactNode;
  busy: boolean;
  /** True while the action cannot be confirmed. */
  disabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be taken back but moves no money. Mounted while it asks. */
export function AskSheet(props: AskSheetProps) {
  const { title, children, confirmLabel, cancelLabel, busy, disabled = false, onConfirm, onClose } = props;
  return (
    <Sheet open onClose={onClose} title={title} busy={busy}>
      <div className={styles['text']}>{children}</div>
      <div className={styles['actions']}>
        <Button variant="danger" block loading={busy} disabled={disabled} onClick={onConfirm}>
          {confirmLabel}
        </Button>
        <Button variant="plain" block disabled={busy} onClick={onClose}>
          {cancelLabel}
        </Button>
      </div>
    </Sheet>
  );
}
