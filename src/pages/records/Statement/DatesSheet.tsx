import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../components/Button';
import { Field } from '../../../components/Field';
import { Sheet } from '../../../components/Sheet';
import { afterSheetClosed } from '../../../components/useSheetHistory';
import { dayOf, monthBack } from '../periods';
import { startOf, type Day } from '../statement';
import styles from './Statement.module.css';
import { useSteps } from './useSteps';

export interface Dates {
  from: Day | null;
  to: Day | null;
}

export interface DatesSheetProps extends Dates {
  open: boolean;
  onClose: () => void;
  onChoose: (dates: Dates) => void;
}

/** Chooses the days of the postings that are shown: a month at once, or from a day to a day. */
export function DatesSheet({ open, onClose, from, to, onChoose }: DatesSheetProps) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={t`Dates`}>
      {open && (
        <DatesForm
          from={from}
          to={to}
          onChoose={(dates) => {
            onClose();
            afterSheetClosed(() => onChoose(dates));
          }}
        />
      )}
    </Sheet>
  );
}

/** Date fields are the heaviest that browsers have: each comes in a frame of its own while the sheet slides in. */
const STEP = { first: 1, last: 2 } as const;

function DatesForm({ from, to, onChoose }: Pick<DatesSheetProps, 'from' | 'to' | 'onChoose'>) {
  const { t } = useLingui();
  const step = useSteps(STEP.last);
  const [first, setFirst] = useState(from ?? '');
  const [last, setLast] = useState(to ?? '');
  const start = startOf(first);
  const end = startOf(last);
  const isTurned = start !== null && end !== null && start > end;
  const today = dayOf(new Date());
  return (
    <div className={styles['dates']}>
      <div className={styles['months']}>
        <Button variant="soft" size="small" onClick={() => onChoose(monthBack(0, new Date()))}>
          <Trans>This month</Trans>
        </Button>
        <Button variant="soft" size="small" onClick={() => onChoose(monthBack(1, new Date()))}>
          <Trans>Last month</Trans>
        </Button>
        <Button variant="plain" size="small" onClick={() => onChoose({ from: null, to: null })}>
          <Trans>All dates</Trans>
        </Button>
      </div>
      <div className={styles['fields']}>
        {step >= STEP.first && (
          <Field
            label={t`First day`}
            type="date"
            value={first}
            max={today}
            clearable={false}
            onChange={(event) => setFirst(event.target.value)}
          />
        )}
        {step >= STEP.last && (
          <Field
            label={t`Last day`}
            type="date"
            value={last}
            max={today}
            clearable={false}
            error={isTurned ? t`The last day lies before the first` : undefined}
            onChange={(event) => setLast(event.target.value)}
          />
        )}
      </div>
      <Button
        block
        disabled={isTurned}
        onClick={() => onChoose({ from: start === null ? null : first, to: end === null ? null : last })}
      >
        <Trans>Show these dates</Trans>
      </Button>
    </div>
  );
}
