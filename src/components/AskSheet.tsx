import type { ReactNode } from 'react';
import styles from './AskSheet.module.css';
import { Button } from './Button';
import { Sheet } from './Sheet';

export interface AskSheetProps {
  title: ReactNode;
  /** What happens then. */
  children: ReactNode;
  /** Names the action. */
  confirmLabel: ReactNode;
  cancelLabel: ReactNode;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be taken back but moves no money (DESIGN §10). Mounted while it asks. */
export function AskSheet({ title, children, confirmLabel, cancelLabel, busy, onConfirm, onClose }: AskSheetProps) {
  return (
    <Sheet open onClose={onClose} title={title} busy={busy}>
      <p className={styles['text']}>{children}</p>
      <div className={styles['actions']}>
        <Button variant="danger" block loading={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
        <Button variant="plain" block disabled={busy} onClick={onClose}>
          {cancelLabel}
        </Button>
      </div>
    </Sheet>
  );
}
