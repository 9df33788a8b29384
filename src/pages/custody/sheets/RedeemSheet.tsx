import { useLingui } from '@lingui/react/macro';
import { AmountField } from '../../../components/AmountField';
import { KeyValue, type KeyValueRow } from '../../../components/KeyValue';
import { RiskLine } from '../../../components/RiskLine';
import { Segmented } from '../../../components/Segmented';
import type { CustodyOrder } from '../../../../contract/calls/custody';
import { useLocale } from '../../../i18n/useLocale';
import { fullAmount } from '../../../money/full-amount';
import { limitText } from '../../../money/limit-text';
import { MoneySheet } from '../../../money/MoneySheet';
import { QuoteFailed } from '../../../money/QuoteFailed';
import { Prospect } from './OrderSheet';
import { redeemRisk, useRedeemFlow } from './useRedeemFlow';
import { useFeeLabel, useRedeemForm } from './useRedeemForm';
import styles from './PlaceSheet.module.css';

export interface RedeemSheetProps {
  open: boolean;
  onClose: () => void;
  order: CustodyOrder;
  /** The order has changed meanwhile: go on with this one. */
  onFresh: (order: CustodyOrder | null) => void;
}

/** Redeeming an order before its end, whole or in part, with what it costs and what waiting would pay. */
export function RedeemSheet({ open, onClose, order, onFresh }: RedeemSheetProps) {
  const { t } = useLingui();
  const form = useRedeemForm(order);
  const flow = useRedeemFlow(order, {
    live: form.quote,
    onDone: () => form.enter(''),
    refuse: form.refuse,
    onFresh,
  });
  return (
    <MoneySheet
      open={open}
      onClose={onClose}
      title={t`Redeem`}
      flow={flow}
      next={form.quote.quote}
      isAsking={form.quote.isAsking}
      of="redemption"
    >
      <RedeemForm form={form} order={order} />
    </MoneySheet>
  );
}

function RedeemForm({ form, order }: { form: ReturnType<typeof useRedeemForm>; order: CustodyOrder }) {
  const { t } = useLingui();
  const locale = useLocale();
  const feeLabel = useFeeLabel();
  const { quote } = form.quote;
  const risk = redeemRisk(quote?.isFreeUndo ?? false, order.freeUndoUntil);
  const dash = <span className={styles['dash']}>–</span>;
  const rows: KeyValueRow[] = [
    { label: feeLabel(quote), value: quote ? fullAmount(quote.fee) : dash },
    { label: t`You receive`, value: quote ? fullAmount(quote.received) : dash, strong: true },
    { label: t`Interest given up`, value: quote ? fullAmount(quote.interestForgone) : dash },
    { label: t`Stays in custody`, value: quote ? fullAmount(quote.remaining) : dash },
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
      <QuoteFailed text={form.quoteFailed} onRetry={() => void form.quote.ask()} />
      <RiskLine tone={risk.tone}>{risk.text}</RiskLine>
    </>
  );
}
