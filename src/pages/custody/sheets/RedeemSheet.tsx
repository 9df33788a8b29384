import { Trans, useLingui } from '@lingui/react/macro';
import { Amount } from '../../../components/Amount';
import { AmountField } from '../../../components/AmountField';
import { Button } from '../../../components/Button';
import type { ConfirmDone } from '../../../components/ConfirmResult';
import { ConfirmSheet } from '../../../components/ConfirmSheet';
import { KeyValue, type KeyValueRow } from '../../../components/KeyValue';
import { RiskLine } from '../../../components/RiskLine';
import { Segmented } from '../../../components/Segmented';
import { Sheet } from '../../../components/Sheet';
import { hostingSub, type CustodyOrder } from '../../../../contract/calls/custody';
import type { OutputOf } from '../../../../contract/call';
import { useMoneyCall } from '../../../bridge/useMoneyCall';
import { plainAmount } from '../../../format/amount';
import { formatDateTime } from '../../../format/date';
import { useLocale } from '../../../i18n/useLocale';
import { CheckingText } from '../../../money/CheckingText';
import { limitText } from '../../../money/limit';
import { MoneyButton } from '../../../money/MoneyButton';
import { HANDLED } from '../../../money/refusals';
import { useLooseFlow } from '../../../money/useLooseFlow';
import { useLast } from '../../read/useLast';
import { currentOrderOf } from '../order';
import { Prospect } from './OrderSheet';
import { useFeeLabel, useRedeemForm, type RedeemQuote } from './useRedeemForm';
import styles from './PlaceSheet.module.css';

export interface RedeemSheetProps {
  open: boolean;
  onClose: () => void;
  order: CustodyOrder;
  /** The order has changed meanwhile: go on with this one. */
  onFresh: (order: CustodyOrder | null) => void;
}

type Redeemed = OutputOf<typeof hostingSub>;

const full = (value: string) => <Amount value={value} asset="USDT" precision="full" unit hideable={false} />;

/** Redeeming an order before its end, whole or in part, with what it costs and what waiting would pay. */
export function RedeemSheet({ open, onClose, order, onFresh }: RedeemSheetProps) {
  const { t } = useLingui();
  const form = useRedeemForm(order);
  const money = useMoneyCall(hostingSub);
  const flow = useLooseFlow<RedeemQuote, Redeemed>({
    // The version of the quote is what the person saw (docs/rules.md §1).
    send: (quote, tradePassword, intentId) =>
      money.run(
        { orderId: order.id, version: quote.version, amount: plainAmount(quote.principal), tradePassword },
        { intentId, handles: HANDLED },
      ),
    onDone: redeemedResult,
    onForm: (error) => {
      form.refuse(error);
      if (error.code === 'stale-version') onFresh(currentOrderOf(error));
    },
  });
  const isUnsettled = money.state.phase === 'unknown';
  return (
    <>
      <Sheet
        open={open && flow.view === null}
        onClose={onClose}
        title={t`Redeem`}
        footer={
          <MoneyButton
            disabled={form.quote.quote === null || isUnsettled}
            loading={form.quote.isAsking}
            onClick={() => form.quote.quote && flow.start(form.quote.quote)}
          >
            <Trans>Next: trade password</Trans>
          </MoneyButton>
        }
      >
        <div className={styles['form']}>
          {isUnsettled && (
            <RiskLine tone="warning">
              <Trans>
                The outcome of your last redemption is still being looked up. Nothing new is sent until it is known.
              </Trans>
            </RiskLine>
          )}
          <RedeemForm form={form} order={order} />
        </div>
      </Sheet>
      <RedeemConfirm
        open={open && flow.view !== null}
        view={flow.view}
        order={order}
        onClose={() => (flow.isDone ? onClose() : flow.cancel())}
        onConfirm={flow.confirm}
        isChecking={money.state.phase === 'checking'}
      />
    </>
  );
}

/** What the result view says of a redemption. */
function redeemedResult({ order, redeemed }: Redeemed): ConfirmDone {
  return {
    ok: true,
    state: { kind: 'done', text: <Trans>Redeemed</Trans> },
    note: <DoneNote received={redeemed.received} remaining={order.principal} isEnded={order.status === 'expired'} />,
    reference: order.id,
  };
}

function DoneNote({ received, remaining, isEnded }: { received: string; remaining: string; isEnded: boolean }) {
  if (isEnded) return <Trans>{full(received)} is in your cash account. The order has ended.</Trans>;
  return (
    <Trans>
      {full(received)} is in your cash account. {full(remaining)} stays in custody.
    </Trans>
  );
}

function RedeemForm({ form, order }: { form: ReturnType<typeof useRedeemForm>; order: CustodyOrder }) {
  const { t } = useLingui();
  const locale = useLocale();
  const feeLabel = useFeeLabel();
  const { quote } = form.quote;
  const dash = <span className={styles['dash']}>–</span>;
  const rows: KeyValueRow[] = [
    { label: feeLabel(quote), value: quote ? full(quote.fee) : dash },
    { label: t`You receive`, value: quote ? full(quote.received) : dash, strong: true },
    { label: t`Interest given up`, value: quote ? full(quote.interestForgone) : dash },
    { label: t`Stays in custody`, value: quote ? full(quote.remaining) : dash },
  ];
  const least = form.minimum === null ? '' : limitText(form.minimum, locale);
  return (
    <>
      <Prospect order={order} />
      <Segmented
        label={t`How much`}
        value={form.extent}
        onChange={form.chooseExtent}
        options={[
          { value: 'whole', label: t`Whole order` },
          { value: 'part', label: t`A part` },
        ]}
      />
      {form.extent === 'part' && (
        <AmountField
          label={t`Amount to redeem`}
          asset="USDT"
          value={form.part}
          onChange={form.enter}
          available={order.principal}
          helper={t`What stays must be greater than ${least} USDT`}
          error={form.fieldError}
        />
      )}
      {form.extent === 'whole' && form.fieldError !== undefined && <RiskLine tone="danger">{form.fieldError}</RiskLine>}
      <KeyValue rows={rows} />
      {form.quoteFailed !== undefined && (
        <div className={styles['failed']} role="alert">
          <span>{form.quoteFailed}</span>
          <Button variant="soft" size="small" onClick={() => void form.quote.ask()}>
            <Trans>Retry</Trans>
          </Button>
        </div>
      )}
      <RedeemRisk isFreeUndo={quote?.isFreeUndo ?? false} freeUndoUntil={order.freeUndoUntil} />
    </>
  );
}

function RiskText({ isFreeUndo, freeUndoUntil }: { isFreeUndo: boolean; freeUndoUntil: number }) {
  const locale = useLocale();
  if (isFreeUndo) {
    return <Trans>Free of charge until {formatDateTime(freeUndoUntil, { locale })}. It cannot be taken back.</Trans>;
  }
  return (
    <Trans>
      Redeeming cannot be taken back. The fee is not returned, and interest not yet paid goes back to the pool.
    </Trans>
  );
}

function RedeemRisk(props: { isFreeUndo: boolean; freeUndoUntil: number }) {
  return (
    <RiskLine tone={props.isFreeUndo ? 'warning' : 'danger'}>
      <RiskText {...props} />
    </RiskLine>
  );
}

interface RedeemConfirmProps {
  open: boolean;
  view: RedeemQuote | null;
  order: CustodyOrder;
  onClose: () => void;
  onConfirm: ReturnType<typeof useLooseFlow>['confirm'];
  isChecking: boolean;
}

function RedeemConfirm({ open, view, order, onClose, onConfirm, isChecking }: RedeemConfirmProps) {
  const { t } = useLingui();
  const feeLabel = useFeeLabel();
  const quote = useLast(view);
  if (!quote) return null;
  const text = <RiskText isFreeUndo={quote.isFreeUndo} freeUndoUntil={order.freeUndoUntil} />;
  return (
    <ConfirmSheet
      open={open}
      onClose={onClose}
      title={t`Confirm redemption`}
      hero={{ label: t`You receive`, amount: quote.received, asset: 'USDT' }}
      rows={[
        { label: t`Redeemed`, value: full(quote.principal) },
        { label: feeLabel(quote), value: full(quote.fee) },
        { label: t`Interest given up`, value: full(quote.interestForgone) },
        { label: t`Stays in custody`, value: full(quote.remaining) },
        { label: t`Arrives`, value: <Trans>at once, in the cash account</Trans> },
      ]}
      risk={
        isChecking ? { tone: 'info', text: <CheckingText /> } : { tone: quote.isFreeUndo ? 'warning' : 'danger', text }
      }
      confirmLabel={t`Redeem`}
      onConfirm={onConfirm}
    />
  );
}
