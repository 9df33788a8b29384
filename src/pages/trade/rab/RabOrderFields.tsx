import { Trans, useLingui } from '@lingui/react/macro';
import { ASSETS } from '../../../../contract/money';
import { Amount } from '../../../components/Amount';
import { AmountField } from '../../../components/AmountField';
import { Button } from '../../../components/Button';
import { KeyValue } from '../../../components/KeyValue';
import { RiskLine } from '../../../components/RiskLine';
import { Segmented } from '../../../components/Segmented';
import { Switch } from '../../../components/Switch';
import { formatRate, plainAmount } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import { limitText } from '../../../money/limit-text';
import { QuoteFrame } from '../parts/QuoteFrame';
import styles from '../parts/sheets.module.css';
import { TraderLine } from '../parts/TraderLine';
import { receivedAsset } from './arithmetic';
import { HaltedLine } from './HaltedLine';
import { RabRisk, riskTone } from './RabRisk';
import { TopUp } from './TopUp';
import type { useRabOrderForm } from './useRabOrderForm';
import { useRabQuoteRows } from './useRabQuoteRows';

interface FieldsProps {
  form: ReturnType<typeof useRabOrderForm>;
  /** Another screen takes over. */
  onLeave: () => void;
}

/** Shows the fields of an order, its live quote, and the risk. */
export function RabOrderFields({ form, onLeave }: FieldsProps) {
  const { t } = useLingui();
  const { lot, side, market, formError, live, isShort } = form;
  if (!market) return null;
  return (
    <>
      <HaltedLine market={market} />
      {formError !== undefined && (
        <div role="alert">
          <RiskLine tone="warning">{formError}</RiskLine>
        </div>
      )}
      {lot === null ? (
        <Segmented
          label={t`Side`}
          options={[
            { value: 'buy', label: t`Buy RAB` },
            { value: 'sell', label: t`Sell RAB` },
          ]}
          value={side}
          onChange={form.choose}
        />
      ) : (
        <TraderLine trader={lot.trader} />
      )}
      <PriceField form={form} />
      <QuantityField form={form} />
      {form.least !== null && <TakeLeast least={form.least} onTake={form.enterLeast} />}
      {isShort && <TopUp isBuying={side === 'buy'} onLeave={onLeave} />}
      {lot === null && (
        <Switch
          label={t`May be filled in parts`}
          note={form.canSplit ? undefined : t`Filled whole by one order, or not at all`}
          checked={form.canSplit}
          onChange={(canSplit) => form.enter({ canSplit: canSplit ? 'yes' : 'no' })}
        />
      )}
      <Quote form={form} />
      <RiskLine tone={riskTone(lot !== null)}>
        <RabRisk side={side} isTaking={lot !== null} quote={live.quote} restMs={market.restMs} />
      </RiskLine>
    </>
  );
}

/** A lot's price is fixed; the price of the person's own order begins at the guide price. */
function PriceField({ form: { lot, market, band, price, errors, enter } }: Pick<FieldsProps, 'form'>) {
  const { t } = useLingui();
  const locale = useLocale();
  if (!market || !band) return null;
  const guide = limitText(market.guidePrice.price, locale);
  if (lot !== null) {
    return (
      <KeyValue
        rows={[
          { label: t`Price`, value: <span className="rab-num">{`${limitText(lot.price, locale)} USDT/RAB`}</span> },
          { label: t`Guide price`, value: <span className="rab-num">{`${guide} USDT/RAB`}</span> },
        ]}
      />
    );
  }
  const [low, high] = [limitText(band.low, locale), limitText(band.high, locale)];
  const part = formatRate(market.band, locale);
  return (
    <AmountField
      label={t`Price`}
      asset="USDT"
      measure={{ unit: 'USDT/RAB', decimals: ASSETS.USDT.decimals }}
      value={price}
      onChange={(next) => enter({ price: next })}
      helper={t`Guide price ${guide}; allowed is ± ${part}: ${low} to ${high}`}
      error={errors.price}
    />
  );
}

function QuantityField({ form }: Pick<FieldsProps, 'form'>) {
  const { t } = useLingui();
  const locale = useLocale();
  const { lot, side, values, isWhole, available, errors } = form;
  const [smallest, remaining] = lot
    ? [limitText(lot.smallest, locale), limitText(lot.remaining, locale)]
    : [undefined, undefined];
  const { unit } = values;
  if (isWhole && lot) {
    return (
      <AmountField
        label={t`Quantity`}
        asset="RAB"
        value={form.quantity ?? plainAmount(lot.remaining)}
        onChange={() => undefined}
        disabled
        helper={t`Filled whole by one order, or not at all`}
        error={errors.amount}
      />
    );
  }
  // The balance is in the asset that the person gives; an amount in the other asset has no balance beside it.
  const isGiven = (side === 'buy') === (unit === 'USDT');
  return (
    <>
      <Segmented
        label={t`Amount in`}
        options={[
          { value: 'RAB', label: 'RAB' },
          { value: 'USDT', label: 'USDT' },
        ]}
        value={unit}
        onChange={form.chooseUnit}
      />
      <AmountField
        key={unit}
        label={unit === 'RAB' ? t`Quantity` : t`Amount`}
        asset={unit}
        value={values.text}
        onChange={(text) => form.enter({ text })}
        available={isGiven ? available : undefined}
        onAll={form.enterAll}
        helper={lot ? t`From ${smallest} to ${remaining} RAB` : undefined}
        error={errors.amount}
      />
    </>
  );
}

/** The amount that the best price takes, entered by a tap. */
function TakeLeast({ least, onTake }: { least: string; onTake: () => void }) {
  const locale = useLocale();
  const amount = limitText(least, locale);
  return (
    <div className={styles['ways']}>
      <Button variant="soft" size="small" onClick={onTake}>
        <Trans>Enter {amount} RAB</Trans>
      </Button>
    </div>
  );
}

function Quote({ form: { lot, side, live, quoteFailed } }: Pick<FieldsProps, 'form'>) {
  const { t } = useLingui();
  const quoteRows = useRabQuoteRows();
  const { quote, ask } = live;
  return (
    <QuoteFrame
      label={
        lot === null
          ? t`You receive when all of it is filled`
          : side === 'buy'
            ? t`You receive`
            : t`You receive at least`
      }
      figure={
        quote && (
          <Amount value={quote.worst.received} asset={receivedAsset(side)} precision="full" unit hideable={false} />
        )
      }
      rows={quote && quoteRows(quote)}
      error={quoteFailed}
      onRetry={() => void ask()}
    />
  );
}
