import { useId, useRef } from 'react';
import { ModalDialog } from '../components/ModalDialog';
import { Rosette } from '../components/Rosette';
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
  return open && <Panel phase={phase} />;
}

function Panel({ phase }: { phase: ShownPhase }) {
  const { updater, own, isNeeded } = useUpdate();
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <ModalDialog
      open
      className={styles['stage']}
      aria-labelledby={titleId}
      heading={heading}
      onClose={() => updater.hide()}
      {...{ [OWN_DIALOG]: '' }}
    >
      <div className={styles['card']}>
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
    </ModalDialog>
  );
}
