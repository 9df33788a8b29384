import type { ReactNode } from 'react';
import type { CallError } from '../../../../contract/errors';
import { MoneySheet } from '../../../money/MoneySheet';
import type { Quote } from '../../../money/useQuote';
import { RequirementButton, LackingNote, useMissingRequirement } from './Conditions';
import { useOfferFlow, type QuoteInput } from './useOfferFlow';
import type { UsdtQuote } from './useQuoteRows';

interface OfferSheetProps {
  open: boolean;
  title: string;
  /** The form's question to the gateway, null while it is incomplete, and the gateway's figures for it. */
  form: {
    input: QuoteInput | null;
    live: Pick<Quote<UsdtQuote>, 'quote' | 'isAsking'>;
    refuse: (error: CallError) => void;
  };
  /** Called when the order is placed or taken: the typed values are spent. */
  onDone: () => void;
  onClose: () => void;
  /** Keeps the typed values before another screen takes over, and closes. */
  onLeave: () => void;
  children: ReactNode;
}

/** A form of the USDT market: the conditions that the person lacks, the form, and the confirmation with the trade password. */
export function OfferSheet({ open, title, form, onDone, onClose, onLeave, children }: OfferSheetProps) {
  const lacking = useMissingRequirement();
  const flow = useOfferFlow({ onDone, refuse: form.refuse, leave: onLeave });
  const { input, live } = form;
  return (
    <MoneySheet
      open={open}
      onClose={onClose}
      title={title}
      flow={flow}
      next={lacking === null && input && live.quote ? { input, quote: live.quote } : null}
      isAsking={live.isAsking}
      of="order"
      lacking={<LackingNote lacking={lacking} />}
      first={
        lacking !== null && lacking !== 'identity-review' && <RequirementButton lacking={lacking} onLeave={onLeave} />
      }
    >
      {children}
    </MoneySheet>
  );
}
