import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from './Button';
import styles from './StateBlock.module.css';
import { Rosette } from './Rosette';

export interface EmptyStateProps {
  /** One line: what will appear here. */
  hint: ReactNode;
  action?: { label: ReactNode; onClick: () => void };
  /** A filter leaves nothing: "No match"; the action clears the filters. */
  filtered?: boolean;
}

/** An empty list (docs/rules.md §19, "Data is empty"). */
export function EmptyState({ hint, action, filtered = false }: EmptyStateProps) {
  return (
    <div className={styles['block']}>
      <Rosette variant="empty" />
      <p className={styles['title']}>{filtered ? <Trans>No match</Trans> : <Trans>Data is empty</Trans>}</p>
      <p className={styles['text']}>{hint}</p>
      {action && (
        <Button variant="soft" size="small" className={styles['action']} onClick={action.onClick}>
          {action.label}
        </Button>
      )}
    </div>
  );
}
