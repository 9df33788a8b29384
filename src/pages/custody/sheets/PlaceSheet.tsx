import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { AmountField } from '../../../components/AmountField';
import { Button } from '../../../components/Button';
import { KeyValue, type KeyValueRow } from '../../../components/KeyValue';
import { RiskLine } from '../../../components/RiskLine';
import type { CustodyOrder } from '../../../../contract/calls/custody';
import { ASSETS } from '../../../../contract/money';
import { formatRate, plainAmount } from '../../../format/amount';
import { formatDateTime } from '../../../format/date';
import { useKeepValues } from '../../../update/useKeptValues';
import { useLocale } from '../../../i18n/useLocale';
import { fullAmount } from '../../../money/full-amount';
import { limitText } from '../../../money/limit-text';
import { MoneySheet } from '../../../money/MoneySheet';
import { QuoteFailed } from '../../../money/QuoteFailed';
import { ReadArea } from '../../read/ReadArea';
import { PlanPicker } from '../PlanPicker';
import type { Plan } from '../plan';
import { PlaceRisk, usePlaceFlow } from './usePlaceFlow';
import { usePlaceForm, type PlaceQuote, type PlaceStart } from './usePlaceForm';
import styles from './PlaceSheet.module.css';

export interface PlaceSheetProps {
  open: boolean;
  onClose: () => void;
  /** The order that gets a tranche; null for an order of its own. */
  addTo: CustodyOrder | null;
  start: PlaceStart;
  /** The order has changed meanwhile: go on with this one. */
  onFresh: (order: CustodyOrder | null) => void;
  /** Keeps the typed values before another screen takes over. */
  onLeave: (form: PlaceStart) => void;
  /** Set while there is no trade password yet: the way to its screen. */
  onSetTradePassword: ((form: PlaceStart) => void) | null;
}

/** The form survives a restart of the app under this name. */
export const PLACE_FORM = 'custody-order';

/** Placing a custody order, or adding to one: plan, amount, live quote; then the confirmation. */
export function PlaceSheet(props: PlaceSheetProps) {
  const { open, onClose, addTo, onSetTradePassword } = props;
  const { t } = useLingui();
  const form = usePlaceForm(props.start);
  const { plan } = form;
  const { quote, isAsking } = form.quote;
  const typed: PlaceStart = { planId: plan?.id ?? null, amount: form.amount };
  const flow = usePlaceFlow({
    onDone: () => form.enter(''),
    refuse: form.refuse,
    onFresh: props.onFresh,
    leave: () => props.onLeave(typed),
  });
  const kept = { planId: typed.planId ?? '', amount: typed.amount, addTo: addTo?.id ?? '' };
  // Values that were sent must not come back after a reload: the person would place the order twice.
  useKeepValues(PLACE_FORM, open && flow.isUnsent ? kept : null);
  return (
    <MoneySheet
      open={open}
      onClose={onClose}
      title={addTo ? t`Add to the order` : t`Place custody order`}
      flow={flow}
      next={plan && quote ? { plan, quote, addTo } : null}
      isAsking={isAsking}
      of="order"
      lacking={onSetTradePassword && <NoPasswordNote />}
      first={
        onSetTradePassword && (
          <Button block onClick={() => onSetTradePassword(typed)}>
            <Trans>Set trade password</Trans>
          </Button>
        )
      }
    >
      <ReadArea read={form.configRead} hasData={form.config !== undefined} skeleton="card">
        <PlaceForm form={form} addTo={addTo} />
      </ReadArea>
    </MoneySheet>
  );
}

function NoPasswordNote() {
  return (
    <RiskLine tone="info">
      <Trans>Orders are confirmed with a trade password, and you have none yet. What you type here is kept.</Trans>
    </RiskLine>
  );
}

function PlaceForm({ form, addTo }: { form: ReturnType<typeof usePlaceForm>; addTo: CustodyOrder | null }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { config, plan, quote } = form;
  if (!config) return null;
  const least = limitText(config.minimumExclusive, locale);
  const fee = formatRate(config.redeemFeeRate, locale);
  return (
    <>
      {addTo && (
        <RiskLine tone="info">
          <Trans>What you add becomes a tranche with a term of its own; the order itself keeps its end.</Trans>
        </RiskLine>
      )}
      <PlanPicker label={t`Plan`} config={config} value={plan?.id ?? null} onChange={form.choosePlan} ground="sheet" />
      <AmountField
        label={t`Amount in custody`}
        asset="USDT"
        value={form.amount}
        onChange={form.enter}
        available={form.available ?? undefined}
        onAll={form.most === null ? undefined : () => form.enter(plainAmount(form.most ?? '0'))}
        helper={t`Greater than ${least} USDT, at most ${ASSETS.USDT.decimals} decimals`}
        error={form.fieldError}
      />
      <KeyValue rows={quoteRows(quote.quote, plan, (ms) => formatDateTime(ms, { locale }))} />
      <QuoteFailed text={form.quoteFailed} onRetry={() => void quote.ask()} />
      <RiskLine tone="warning">
        <PlaceRisk fee={fee} />
      </RiskLine>
    </>
  );
}

/** The quote as rows; dashes hold their places until there is one, so that nothing jumps. */
function quoteRows(quote: PlaceQuote | null, plan: Plan | null, dateTime: (ms: number) => string): KeyValueRow[] {
  const dash = <span className={styles['dash']}>–</span>;
  const of = (show: (quote: PlaceQuote) => ReactNode) => (quote ? show(quote) : dash);
  const days = plan?.days ?? 0;
  return [
    { label: <Trans>Interest a day (fixed)</Trans>, value: of((q) => fullAmount(q.interestPerDay)) },
    {
      label: <Plural value={days} one="Total of # day (fixed)" other="Total of # days (fixed)" />,
      value: of((q) => fullAmount(q.interestTotal)),
    },
    { label: <Trans>Starts</Trans>, value: of((q) => <span className="rab-num">{dateTime(q.startsAt)}</span>) },
    {
      label: <Trans>Ends, principal returns</Trans>,
      value: of((q) => <span className="rab-num">{dateTime(q.endsAt)}</span>),
    },
    { label: <Trans>Fee</Trans>, value: of((q) => fullAmount(q.fee)) },
  ];
}
