import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Amount } from '../../../components/Amount';
import { AmountField } from '../../../components/AmountField';
import { Button } from '../../../components/Button';
import { KeyValue, type KeyValueRow } from '../../../components/KeyValue';
import { RiskLine } from '../../../components/RiskLine';
import { Sheet } from '../../../components/Sheet';
import { hostingCreate, type CustodyOrder } from '../../../../contract/calls/custody';
import { ASSETS } from '../../../../contract/money';
import { useMoneyCall } from '../../../bridge/useMoneyCall';
import { formatRate, plainAmount } from '../../../format/amount';
import { formatDateTime } from '../../../format/date';
import { useKeepValues } from '../../../update/useKeptValues';
import { useLocale } from '../../../i18n/useLocale';
import { limitText } from '../../../money/limit';
import { MoneyButton } from '../../../money/MoneyButton';
import { HANDLED } from '../../../money/refusals';
import { useLooseFlow } from '../../../money/useLooseFlow';
import { ReadArea } from '../../read/ReadArea';
import { currentOrderOf } from '../order';
import { PlanPicker } from '../PlanPicker';
import type { Plan } from '../plan';
import { PlaceConfirm, PlaceRisk, type PlaceView } from './PlaceConfirm';
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
  onPlaced: (order: CustodyOrder) => void;
  /** Another screen takes over: keep what was typed. */
  onLeave: (form: PlaceStart) => void;
  /** Set while there is no trade password yet: the way to its screen. */
  onSetTradePassword: ((form: PlaceStart) => void) | null;
}

/** Under which name the form survives a restart of the app. */
export const PLACE_FORM = 'custody-order';

const full = (value: string) => <Amount value={value} asset="USDT" precision="full" unit hideable={false} />;

/** Sends what was confirmed, and brings a refusal back to the form. */
function usePlaceFlow(props: PlaceSheetProps, form: ReturnType<typeof usePlaceForm>, typed: PlaceStart) {
  const { t } = useLingui();
  const locale = useLocale();
  const money = useMoneyCall(hostingCreate);
  const flow = useLooseFlow<PlaceView, { order: CustodyOrder }>({
    send: ({ plan, quote, addTo: parent }, tradePassword, intentId) =>
      money.run(
        {
          planId: plan.id,
          amount: plainAmount(quote.amount),
          ...(parent ? { addTo: { orderId: parent.id, version: parent.version } } : {}),
          tradePassword,
        },
        { intentId, handles: HANDLED },
      ),
    onDone: ({ order }) => {
      props.onPlaced(order);
      const end = formatDateTime(order.endsAt, { locale });
      return {
        ok: true,
        state: { kind: 'done', text: t`Order placed` },
        note: t`In progress until ${end}`,
        reference: order.id,
      };
    },
    onForm: (error) => {
      form.refuse(error);
      if (error.code === 'stale-version') props.onFresh(currentOrderOf(error));
    },
    onElsewhere: () => props.onLeave(typed),
  });
  return { money, flow };
}

/** Placing a custody order, or adding to one: plan, amount, live quote; then the confirmation. */
export function PlaceSheet(props: PlaceSheetProps) {
  const { open, onClose, addTo } = props;
  const { t } = useLingui();
  const form = usePlaceForm(props.start);
  const typed: PlaceStart = { planId: form.plan?.id ?? null, amount: form.amount };
  const { money, flow } = usePlaceFlow(props, form, typed);
  const kept = { planId: typed.planId ?? '', amount: typed.amount, addTo: addTo?.id ?? '' };
  // What was sent must not stand there again after a reload: it would be placed twice.
  const isUnsent = money.state.phase === 'idle' || money.state.phase === 'refused';
  useKeepValues(PLACE_FORM, open && isUnsent ? kept : null);
  const title = addTo ? t`Add to the order` : t`Place custody order`;
  const isUnsettled = money.state.phase === 'unknown';
  return (
    <>
      <Sheet
        open={open && flow.view === null}
        onClose={onClose}
        title={title}
        footer={
          props.onSetTradePassword ? (
            <Button block onClick={() => props.onSetTradePassword?.(typed)}>
              <Trans>Set trade password</Trans>
            </Button>
          ) : (
            <MoneyButton
              disabled={form.quote.quote === null || isUnsettled}
              loading={form.quote.isAsking}
              onClick={() =>
                form.plan && form.quote.quote && flow.start({ plan: form.plan, quote: form.quote.quote, addTo })
              }
            >
              <Trans>Next: trade password</Trans>
            </MoneyButton>
          )
        }
      >
        <div className={styles['form']}>
          {props.onSetTradePassword && (
            <RiskLine tone="info">
              <Trans>
                Orders are confirmed with a trade password, and you have none yet. What you type here is kept.
              </Trans>
            </RiskLine>
          )}
          {isUnsettled && (
            <RiskLine tone="warning">
              <Trans>
                The outcome of your last order is still being looked up. Nothing new is sent until it is known.
              </Trans>
            </RiskLine>
          )}
          <ReadArea read={form.configRead} hasData={form.config !== undefined} skeleton="card">
            <PlaceForm form={form} addTo={addTo} />
          </ReadArea>
        </div>
      </Sheet>
      <PlaceConfirm
        open={open && flow.view !== null}
        view={flow.view}
        onClose={() => (flow.isDone ? onClose() : flow.cancel())}
        onConfirm={flow.confirm}
        isChecking={money.state.phase === 'checking'}
      />
    </>
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
      {form.quoteFailed !== undefined && (
        <div className={styles['failed']} role="alert">
          <span>{form.quoteFailed}</span>
          <Button variant="soft" size="small" onClick={() => void quote.ask()}>
            <Trans>Retry</Trans>
          </Button>
        </div>
      )}
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
    { label: <Trans>Interest a day (fixed)</Trans>, value: of((q) => full(q.interestPerDay)) },
    {
      label: <Plural value={days} one="Total of # day (fixed)" other="Total of # days (fixed)" />,
      value: of((q) => full(q.interestTotal)),
    },
    { label: <Trans>Starts</Trans>, value: of((q) => <span className="rab-num">{dateTime(q.startsAt)}</span>) },
    {
      label: <Trans>Ends, principal returns</Trans>,
      value: of((q) => <span className="rab-num">{dateTime(q.endsAt)}</span>),
    },
    { label: <Trans>Fee</Trans>, value: of((q) => full(q.fee)) },
  ];
}
