import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useNavigation } from '../../../app/navigation';
import { NavBar } from '../../../components/NavBar';
import styles from './StepFrame.module.css';

export interface StepFrameProps {
  title: ReactNode;
  /** The step's number, and the number of steps. */
  step?: { at: number; of: number };
  lead?: ReactNode;
  children: ReactNode;
}

/** One step of registering or of a forgotten password. */
export function StepFrame({ title, step, lead, children }: StepFrameProps) {
  const { back } = useNavigation();
  return (
    <>
      <NavBar title={title} onBack={back} />
      <div className={styles['body']}>
        {step && <StepNote {...step} />}
        {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
        {children}
      </div>
    </>
  );
}

function StepNote({ at, of }: { at: number; of: number }) {
  return (
    <p className={styles['step']}>
      <Trans>
        Step {at} of {of}
      </Trans>
    </p>
  );
}
