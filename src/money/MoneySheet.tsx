import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Sheet } from '../components/Sheet';
import { MoneyButton } from './MoneyButton';
import { MoneyConfirm } from './MoneyConfirm';
import styles from './MoneySheet.module.css';
import { Unsettled, type UnsettledOf } from './Unsettled';
import type { MoneyFlow } from './useMoneyFlow';

interface MoneySheetProps<V> {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  flow: MoneyFlow<V>;
  /** The values that the button confirms; null while something is missing or wrong. */
  next: V | null;
  /** True while the quote for `next` is on its way. */
  isAsking?: boolean;
  /** The kind of action that may be unsettled, for the words about it. */
  of: UnsettledOf;
  /** Tells, above the fields, what the person has to do before; `first` takes the button's place. */
  lacking?: ReactNode;
  first?: ReactNode | false;
  /** The fields, their quote and the risk. */
  children: ReactNode;
}

/** A form in a sheet that moves money: its fields, the button to the confirmation, and the confirmation in its place. */
export function MoneySheet<V>({ open, onClose, title, flow, next, isAsking = false, ...props }: MoneySheetProps<V>) {
  return (
    <>
      <Sheet
        open={open && flow.view === null}
        onClose={onClose}
        title={title}
        footer={
          props.first || (
            <MoneyButton
              disabled={next === null || flow.isUnsettled}
              loading={isAsking}
              onClick={() => next !== null && flow.start(next)}
            >
              <Trans>Next: trade password</Trans>
            </MoneyButton>
          )
        }
      >
        <div className={styles['form']}>
          {props.lacking}
          {flow.isUnsettled && <Unsettled of={props.of} />}
          {props.children}
        </div>
      </Sheet>
      <MoneyConfirm flow={flow} open={open} onEnd={onClose} />
    </>
  );
}
