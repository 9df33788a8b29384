import { useLingui } from '@lingui/react/macro';
import { usdtOffer } from '../../../../contract/calls/otc-usdt';
import { FIAT_DECIMALS, type UsdtOffer } from '../../../../contract/calls/otc-usdt-records';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { useCall } from '../../../bridge/useCall';
import { AmountField } from '../../../components/AmountField';
import { EmptyState } from '../../../components/EmptyState';
import { RiskLine } from '../../../components/RiskLine';
import { Segmented } from '../../../components/Segmented';
import { Sheet } from '../../../components/Sheet';
import { afterSheetClosed } from '../../../components/useSheetHistory';
import { ReadArea } from '../../read/ReadArea';
import { TraderLine } from '../parts/TraderLine';
import { CardPicker } from './CardPicker';
import { OfferSheet } from './OfferSheet';
import { QuoteView } from './QuoteView';
import { UsdtRisk } from './useOfferFlow';
import { useTakeForm, type TakeStart } from './useTakeForm';

/** The form survives a restart of the app under this name. */
export const TAKE_FORM = 'otc-usdt-take';

interface TakeSheetProps {
  open: boolean;
  /** The offer as the list shows it; one that only a link or a draft names is read first. */
  offer: UsdtOffer | { id: string };
  start: TakeStart;
  onClose: () => void;
  /** Keeps the typed values before another screen takes over, and closes. */
  onLeave: (offerId: string, typed: TakeStart) => void;
}

/** Takes an offer of somebody's, whole or in part: amount, live quote, and the confirmation. */
export function TakeSheet(props: TakeSheetProps) {
  const { t } = useLingui();
  const { offer, open, onClose } = props;
  const isKnown = 'kind' in offer;
  const read = useCall(usdtOffer, { id: offer.id }, { enabled: !isKnown });
  const found = isKnown ? offer : read.data?.offer;
  if (found) return <TakeOffer {...props} offer={found} />;
  return (
    <Sheet open={open} onClose={onClose} title={t`Offer`}>
      <ReadArea
        read={read}
        hasData={read.error?.code === 'not-found'}
        skeleton="card"
        empty={<EmptyState hint={t`This offer is no longer on the market`} />}
      >
        {null}
      </ReadArea>
    </Sheet>
  );
}

function TakeOffer({ open, offer: offered, start, onClose, onLeave }: TakeSheetProps & { offer: UsdtOffer }) {
  const { t } = useLingui();
  const form = useTakeForm(offered, start, TAKE_FORM);
  const leave = () => onLeave(form.offer.id, { unit: form.unit, text: form.text });
  return (
    <OfferSheet
      open={open}
      title={form.side === 'buy' ? t`Buy USDT` : t`Sell USDT`}
      form={form}
      onDone={() => form.enter('')}
      onClose={onClose}
      onLeave={leave}
    >
      <TakeForm form={form} onLeave={leave} />
    </OfferSheet>
  );
}

function TakeForm({ form, onLeave }: { form: ReturnType<typeof useTakeForm>; onLeave: () => void }) {
  const { t } = useLingui();
  const { open } = useNavigation();
  const { offer, side, unit, limits, cards, live, formError } = form;
  const { fiat } = offer;
  const addCard = () => {
    onLeave();
    afterSheetClosed(() => open(paths.addBankMethod));
  };
  return (
    <>
      <TraderLine trader={offer.trader} />
      {offer.note !== null && <RiskLine tone="info">{offer.note}</RiskLine>}
      {formError !== undefined && (
        <div role="alert">
          <RiskLine tone="warning">{formError}</RiskLine>
        </div>
      )}
      <Segmented
        label={t`Amount in`}
        options={[
          { value: 'fiat', label: fiat },
          { value: 'usdt', label: 'USDT' },
        ]}
        value={unit}
        onChange={form.choose}
      />
      <AmountField
        key={unit}
        label={side === 'buy' ? t`How much to buy` : t`How much to sell`}
        asset="USDT"
        measure={unit === 'fiat' ? { unit: fiat, decimals: FIAT_DECIMALS } : undefined}
        value={form.text}
        onChange={form.enter}
        available={side === 'sell' ? form.available : undefined}
        onAll={form.all}
        helper={t`One trade is of ${limits}`}
        error={form.amountError}
      />
      {side === 'sell' && (
        <ReadArea read={cards.read} hasData={cards.read.data !== undefined} skeleton="rows" count={1}>
          <CardPicker cards={cards.cards} chosen={cards.chosen} onChange={cards.choose} onAdd={addCard} />
        </ReadArea>
      )}
      <QuoteView live={live} failed={form.quoteFailed} isBuying={side === 'buy'} isPlacing={false} />
      <RiskLine tone="warning">
        <UsdtRisk side={side} isPlacing={false} />
      </RiskLine>
    </>
  );
}
