import { useLingui } from '@lingui/react/macro';
import { LoaderCircle } from 'lucide-react';
import styles from './PasscodeCells.module.css';

/** docs/rules.md §3: a trade password is six digits or more; six have cells of their own. */
export const PASSCODE_LENGTH = 6;

export interface PasscodeCellsProps {
  /** Number of digits entered. */
  entered: number;
  working?: boolean;
  disabled?: boolean;
}

/** Six dots for a trade password that is typed on the Keypad; the digits themselves are never shown. */
export function PasscodeCells({ entered, working = false, disabled = false }: PasscodeCellsProps) {
  const { t } = useLingui();
  return (
    <div
      className={styles['cells']}
      role="img"
      aria-label={working ? t`Submitting` : t`${entered} of ${PASSCODE_LENGTH} digits entered`}
    >
      {Array.from({ length: PASSCODE_LENGTH }, (_, at) => (
        <i key={at} data-filled={at < entered || undefined} data-current={(at === entered && !disabled) || undefined} />
      ))}
      {working && (
        <span className={styles['working']}>
          <LoaderCircle className={styles['spinner']} size={24} aria-hidden="true" />
        </span>
      )}
      <span className="rab-sr" role="status">
        {working && t`Submitting`}
      </span>
    </div>
  );
}
