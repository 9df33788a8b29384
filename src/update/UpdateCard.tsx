import { useId, useRef, type KeyboardEvent } from 'react';
import { createPortal } from 'react-dom';
import { Rosette } from '../components/Rosette';
import { useFocusTrap } from '../components/useFocusTrap';
import { useSheetHistory } from '../components/useSheetHistory';
import type { ShownPhase } from './phase';
import styles from './UpdateCard.module.css';
import { CardBody, CardTitle, VersionLine } from './UpdateCardParts';
import { OWN_DIALOG } from './useOtherDialog';
import { useUpdate } from './useUpdate';

/** The update as a centred card over the current page. Esc and back put it away. */
export function UpdateCard({ open, phase }: { open: boolean; phase: ShownPhase }) {
  const { updater } = useUpdate();
  useSheetHistory(open, false, () => updater.hide());
  if (!open) return null;
  return createPortal(<Panel phase={phase} />, document.body);
}

function Panel({ phase }: { phase: ShownPhase }) {
  const { updater, own, isNeeded } = useUpdate();
  const titleId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusTrap(panel, heading, true);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    updater.hide();
  };
  return (
    <div className={styles['mask']}>
      <div
        ref={panel}
        className={styles['card']}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        onKeyDown={onKeyDown}
        {...{ [OWN_DIALOG]: '' }}
      >
        <header className={styles['head']}>
          <Rosette variant="card" />
          <h2 id={titleId} ref={heading} className={styles['title']} tabIndex={-1}>
            <CardTitle phase={phase} isNeeded={isNeeded} />
          </h2>
          <VersionLine phase={phase} own={own} />
        </header>
        <div className={styles['body']} aria-live="polite">
          <CardBody phase={phase} />
        </div>
      </div>
    </div>
  );
}
