import { Trans, useLingui } from '@lingui/react/macro';
import type { ExchangeQuote } from '../../../../contract/calls/wallet';
import { Amount } from '../../../components/Amount';
import { ConfirmSheet, type ConfirmOutcome } from '../../../components/ConfirmSheet';
import { CheckingText } from '../../../money/CheckingText';
import type { Held } from '../../../money/useQuote';
import { useLast } from '../../read/useLast';
import { usePriceRows } from '../PriceRows';

/** The one plain sentence about the risk, before the tap (docs/rules.md §1). */
export function ExchangeRisk() {
  return (
    <Trans>
      An exchange cannot be undone. RAB’s price moves, and changing back costs the spread once more: you may get less
      back.
    </Trans>
  );
}

interface ExchangeConfirmProps {
  view: Held<ExchangeQuote> | null;
  onClose: () => void;
  onConfirm: (tradePassword: string) => Promise<ConfirmOutcome>;
  /** A new quote in place of one that has ended. */
  onRequote: () => void;
  isRequoting: boolean;
  isChecking: boolean;
}

/** The confirmation of an exchange: what one gets, for what, at which rate, and how long that holds. */
export function ExchangeConfirm({ view, isChecking, isRequoting, ...on }: ExchangeConfirmProps) {
  const { t } = useLingui();
  const priceRows = usePriceRows();
  const shown = useLast(view);
  if (!shown) return null;
  const { quote, untilMs } = shown;
  const { from, to, given, received, validMs } = quote;
  return (
    <ConfirmSheet
      open={view !== null}
      onClose={on.onClose}
      title={t`Confirm exchange`}
      hero={{ label: t`You receive`, amount: received, asset: to }}
      rows={[
        { label: t`You give`, value: <Amount value={given} asset={from} precision="full" unit hideable={false} /> },
        ...priceRows(quote),
        { label: t`Arrives`, value: <Trans>at once, in the cash account</Trans> },
      ]}
      risk={isChecking ? { tone: 'info', text: <CheckingText /> } : { tone: 'danger', text: <ExchangeRisk /> }}
      confirmLabel={t`Exchange`}
      onConfirm={on.onConfirm}
      quote={{ expiresAtMs: untilMs ?? 0, totalMs: validMs, onRequote: on.onRequote, busy: isRequoting }}
    />
  );
}
