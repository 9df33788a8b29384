import { Trans } from '@lingui/react/macro';
import { CircleAlert, CircleCheck, Clock, Copy, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import type { AssetCode } from '../../contract/money';
import { Amount } from '../components/Amount';
import { Button } from '../components/Button';
import styles from './ConfirmResult.module.css';
import { copyText } from '../components/copy';
import colors from '../components/StatusColors.module.css';
import type { StatusKind } from '../components/StatusTag';
import { afterSheetClosed } from '../components/useSheetHistory';

/** Tells that the server has the request: its state, its reference, and the next steps. */
export interface ConfirmedResult {
  ok: true;
  state: { kind: StatusKind; text: ReactNode };
  /** One line below the state. */
  note?: ReactNode;
  /** The server's reference of the record. */
  reference?: string;
  /** Leads the person on; the sheet is closed first. */
  next?: { label: ReactNode; onClick: () => void };
}

const ICONS: Record<StatusKind, LucideIcon> = {
  progress: Clock,
  done: CircleCheck,
  review: Clock,
  failed: CircleAlert,
  neutral: CircleCheck,
};

export interface ConfirmResultProps {
  hero?: { label: ReactNode; amount: string; asset: AssetCode };
  done: ConfirmedResult;
  onClose: () => void;
}

/** The last view of a ConfirmSheet. The focus moves to the state, since the keypad is gone. */
export function ConfirmResult({ hero, done, onClose }: ConfirmResultProps) {
  const { next } = done;
  const state = useRef<HTMLParagraphElement>(null);
  useEffect(() => state.current?.focus(), []);
  const Icon = ICONS[done.state.kind];
  const { reference } = done;
  return (
    <div className={styles['result']}>
      <span className={`${styles['icon']} ${colors[done.state.kind]}`}>
        <Icon size={28} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <p ref={state} className={styles['state']} tabIndex={-1}>
        {done.state.text}
      </p>
      {done.note !== undefined && <p className={styles['note']}>{done.note}</p>}
      {hero && (
        <p className={styles['amount']}>
          <span className={styles['note']}>{hero.label}</span>
          <Amount value={hero.amount} asset={hero.asset} precision="full" unit hideable={false} />
        </p>
      )}
      {reference !== undefined && (
        <button type="button" className={styles['reference']} onClick={() => void copyText(reference)}>
          <span className={styles['note']}>
            <Trans>Reference</Trans>
          </span>
          <span className={styles['code']}>{reference}</span>
          <Copy size={16} strokeWidth={1.75} aria-hidden="true" />
          <span className="rab-sr">
            <Trans>Copy</Trans>
          </span>
        </button>
      )}
      <div className={styles['actions']}>
        {next && (
          <Button
            block
            variant="soft"
            onClick={() => {
              onClose();
              afterSheetClosed(next.onClick);
            }}
          >
            {next.label}
          </Button>
        )}
        <Button block onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </div>
  );
}
