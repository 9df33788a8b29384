import { useLingui } from '@lingui/react/macro';
import { FIAT_DECIMALS, FIAT_PRICE_DECIMALS } from '../../../../contract/calls/otc-usdt-records';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { AmountField } from '../../../components/AmountField';
import { Field } from '../../../components/Field';
import { RiskLine } from '../../../components/RiskLine';
import { Segmented } from '../../../components/Segmented';
import { afterSheetClosed } from '../../../components/useSheetHistory';
import { useLocale } from '../../../i18n/useLocale';
import { limitText } from '../../../money/limit-text';
import { ReadArea } from '../../read/ReadArea';
import { fiatText } from '../fiat';
import { CardPicker } from './CardPicker';
import { OfferSheet } from './OfferSheet';
import { QuoteView } from './QuoteView';
import styles from '../parts/sheets.module.css';
import { UsdtRisk } from './useOfferFlow';
import { usePublishForm } from './usePublishForm';

const MAX_NOTE = 140;

interface PublishSheetProps {
  open: boolean;
  onClose: () => void;
  /** Another screen takes over: open this sheet again afterwards. */
  onLeave: () => void;
}

/** A new offer to buy or to sell USDT, from the form to the confirmation (docs/rules.md §8). */
export function PublishSheet({ open, onClose, onLeave }: PublishSheetProps) {
  const { t } = useLingui();
  const form = usePublishForm(open);
  return (
    <OfferSheet
      open={open}
      title={t`Publish an offer`}
      form={form}
      onDone={form.clear}
      onClose={onClose}
      onLeave={onLeave}
    >
      <ReadArea read={form.info} hasData={form.market !== undefined} skeleton="card" count={2}>
        <PublishForm form={form} onLeave={onLeave} />
      </ReadArea>
    </OfferSheet>
  );
}

type PublishFormState = ReturnType<typeof usePublishForm>;

function PublishForm({ form, onLeave }: { form: PublishFormState; onLeave: () => void }) {
  const { t } = useLingui();
  const { open } = useNavigation();
  const locale = useLocale();
  const { market, values, enter, errors, cards, live, formError } = form;
  if (!market) return null;
  const { side } = values;
  const { fiat } = market;
  const [least, largest] = [limitText(market.minimum, locale), limitText(market.maximum, locale)];
  const best = side === 'buy' ? market.bestBuy : market.bestSell;
  const bestText = best === null ? null : `${fiatText(best, locale)} ${fiat}`;
  const addCard = () => {
    onLeave();
    afterSheetClosed(() => open(paths.addBankMethod));
  };
  return (
    <>
      {formError !== undefined && (
        <div role="alert">
          <RiskLine tone="warning">{formError}</RiskLine>
        </div>
      )}
      <Segmented
        label={t`Side`}
        options={[
          { value: 'buy', label: t`Buy USDT` },
          { value: 'sell', label: t`Sell USDT` },
        ]}
        value={side}
        onChange={(next) => enter({ side: next })}
      />
      <AmountField
        label={t`Price`}
        asset="USDT"
        measure={{ unit: `${fiat}/USDT`, decimals: FIAT_PRICE_DECIMALS }}
        value={values.price}
        onChange={(price) => enter({ price })}
        helper={bestText === null ? undefined : t`Best offer of this side: ${bestText}`}
      />
      <AmountField
        label={t`Quantity`}
        asset="USDT"
        value={values.quantity}
        onChange={(quantity) => enter({ quantity })}
        available={side === 'sell' ? form.available : undefined}
        onAll={side === 'sell' ? form.enterAll : undefined}
        helper={t`${least} to ${largest} USDT`}
        error={errors.quantity}
      />
      <TradeLimits form={form} fiat={fiat} />
      {side === 'sell' && (
        <ReadArea read={cards.read} hasData={cards.read.data !== undefined} skeleton="rows" count={1}>
          <CardPicker cards={cards.cards} chosen={cards.chosen} onChange={cards.choose} onAdd={addCard} />
        </ReadArea>
      )}
      <Field
        label={t`Note`}
        optional
        autoComplete="off"
        maxLength={MAX_NOTE}
        helper={t`Everybody who sees the offer reads it`}
        value={values.note}
        onChange={(event) => enter({ note: event.target.value })}
      />
      <QuoteView live={live} failed={form.quoteFailed} isBuying={side === 'buy'} isPlacing />
      <RiskLine tone="warning">
        <UsdtRisk side={side} isPlacing />
      </RiskLine>
    </>
  );
}

/** Asks for the smallest and the largest size of one trade, in fiat. */
function TradeLimits({ form, fiat }: { form: PublishFormState; fiat: string }) {
  const { t } = useLingui();
  const { values, enter, errors } = form;
  return (
    <div className={styles['pair']}>
      <AmountField
        label={t`Smallest trade`}
        asset="USDT"
        measure={{ unit: fiat, decimals: FIAT_DECIMALS }}
        value={values.minFiat}
        onChange={(minFiat) => enter({ minFiat })}
        error={errors.minFiat}
      />
      <AmountField
        label={t`Largest trade`}
        asset="USDT"
        measure={{ unit: fiat, decimals: FIAT_DECIMALS }}
        value={values.maxFiat}
        onChange={(maxFiat) => enter({ maxFiat })}
        onAll={form.enterWorth}
        error={errors.maxFiat}
      />
    </div>
  );
}
