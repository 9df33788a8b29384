import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Amount } from '../../../components/Amount';
import { ConfirmSheet, type ConfirmOutcome } from '../../../components/ConfirmSheet';
import type { KeyValueRow } from '../../../components/KeyValue';
import type { CustodyOrder } from '../../../../contract/calls/custody';
import { formatRate } from '../../../format/amount';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { CheckingText } from '../../../money/CheckingText';
import { useLast } from '../../read/useLast';
import type { Plan } from '../plan';
import type { PlaceQuote } from './usePlaceForm';

/** What is confirmed: the quote and the plan and order it is about. */
export interface PlaceView {
  plan: Plan;
  quote: PlaceQuote;
  addTo: CustodyOrder | null;
}

const full = (value: string) => <Amount value={value} asset="USDT" precision="full" unit hideable={false} />;

/** The one plain sentence about the risk, before the tap (docs/rules.md §1). */
export function PlaceRisk({ fee }: { fee: string }) {
  return (
    <Trans>
      Redeeming before the end costs {fee} of the part redeemed. The rate is fixed for the term, but custody is not a
      deposit and not insured: losses are possible.
    </Trans>
  );
}

interface PlaceConfirmProps {
  open: boolean;
  view: PlaceView | null;
  onClose: () => void;
  onConfirm: (tradePassword: string) => Promise<ConfirmOutcome>;
  isChecking: boolean;
}

/** The confirmation of an order: what moves, when it ends, what it costs to back out, the risk. */
export function PlaceConfirm({ open, view, onClose, onConfirm, isChecking }: PlaceConfirmProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const shown = useLast(view);
  if (!shown) return null;
  const { quote, plan, addTo } = shown;
  const fee = formatRate(quote.redeemFeeRate, locale);
  const time = (ms: number) => <span className="rab-num">{formatDateTime(ms, { locale })}</span>;
  const rows: KeyValueRow[] = [
    {
      label: t`Plan`,
      value: (
        <span>
          <Plural value={plan.days} one="# day" other="# days" /> ·{' '}
          <Trans>{formatRate(plan.dailyRate, locale)} a day (fixed)</Trans>
        </span>
      ),
    },
    { label: t`Fee`, value: full(quote.fee) },
    { label: t`Interest of the term (fixed)`, value: full(quote.interestTotal) },
    { label: t`Ends, principal returns`, value: time(quote.endsAt) },
    { label: t`Free to undo until`, value: time(quote.freeUndoUntil) },
  ];
  return (
    <ConfirmSheet
      open={open}
      onClose={onClose}
      title={addTo ? t`Confirm adding` : t`Confirm custody order`}
      hero={{ label: t`From cash into custody`, amount: quote.amount, asset: 'USDT' }}
      rows={rows}
      risk={isChecking ? { tone: 'info', text: <CheckingText /> } : { tone: 'warning', text: <PlaceRisk fee={fee} /> }}
      confirmLabel={t`Place order`}
      onConfirm={onConfirm}
    />
  );
}
