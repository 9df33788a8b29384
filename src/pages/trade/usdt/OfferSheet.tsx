import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Sheet } from '../../../components/Sheet';
import { MoneyButton } from '../../../money/MoneyButton';
import styles from '../parts/sheets.module.css';
import { Unsettled } from '../parts/Unsettled';
import { LackingButton, LackingNote, useLacking } from './Conditions';
import { OfferConfirm } from './OfferConfirm';
import { useOfferFlow, type OfferFlowDeps, type QuoteInput, type UsdtQuote } from './useOfferFlow';

interface OfferSheetProps {
  open: boolean;
  title: string;
  /** What the form asks for, null while it cannot be asked for, and the gateway's figures for it. */
  form: {
    input: QuoteInput | null;
    live: { quote: UsdtQuote | null; isAsking: boolean };
    refuse: OfferFlowDeps['onForm'];
  };
  /** It is done: what was typed is spent. */
  onDone: () => void;
  onClose: () => void;
  /** Another screen takes over: keep what was typed, and close. */
  onLeave: () => void;
  children: ReactNode;
}

/** The frame of a form of the USDT market: what one lacks, the form, and on to the confirmation with the trade password. */
export function OfferSheet({ open, title, form, onDone, onClose, onLeave, children }: OfferSheetProps) {
  const lacking = useLacking();
  const offering = useOfferFlow({ onDone, onForm: form.refuse, onElsewhere: onLeave });
  const { flow, isUnsettled } = offering;
  const { input, live } = form;
  const { quote } = live;
  return (
    <>
      <Sheet
        open={open && flow.view === null}
        onClose={onClose}
        title={title}
        footer={
          lacking !== null && lacking !== 'identity-review' ? (
            <LackingButton lacking={lacking} onLeave={onLeave} />
          ) : (
            <MoneyButton
              disabled={quote === null || isUnsettled || lacking !== null}
              loading={live.isAsking}
              onClick={() => input && quote && flow.start({ input, quote })}
            >
              <Trans>Next: trade password</Trans>
            </MoneyButton>
          )
        }
      >
        <div className={styles['form']}>
          <LackingNote lacking={lacking} />
          {isUnsettled && <Unsettled />}
          {children}
        </div>
      </Sheet>
      <OfferConfirm offering={offering} onClose={onClose} />
    </>
  );
}
