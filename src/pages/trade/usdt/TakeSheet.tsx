import { Trans, useLingui } from '@lingui/react/macro';
import { FIAT_DECIMALS, otcUsdtOffer, type UsdtOffer } from '../../../../contract/calls/otc-usdt';
import { useNavigation } from '../../../app/navigation';
import { paths } from '../../../app/paths';
import { useCall } from '../../../bridge/useCall';
import { AmountField } from '../../../components/AmountField';
import { EmptyState } from '../../../components/EmptyState';
import { RiskLine } from '../../../components/RiskLine';
import { Segmented } from '../../../components/Segmented';
import { Sheet } from '../../../components/Sheet';
import { afterSheetClosed } from '../../../components/useSheetHistory';
import { MoneyButton } from '../../money/MoneyButton';
import { ReadArea } from '../../read/ReadArea';
import { TraderLine } from '../parts/TraderLine';
import { Unsettled } from '../parts/Unsettled';
import { CardPicker } from './CardPicker';
import { LackingButton, LackingNote, useLacking } from './Conditions';
import { OfferConfirm, UsdtRisk } from './OfferConfirm';
import { QuoteView } from './QuoteView';
import styles from '../parts/sheets.module.css';
import { useOfferFlow } from './useOfferFlow';
import { useUsdtRefusal } from './useRefused';
import { useTakeForm, type TakeStart } from './useTakeForm';

/** Under which name the form survives a restart of the app. */
export const TAKE_FORM = 'otc-usdt-take';

interface TakeSheetProps {
  open: boolean;
  /** The offer as the list shows it; one that only a link or a draft names is read first. */
  offer: UsdtOffer | { id: string };
  start: TakeStart;
  onClose: () => void;
  /** Another screen takes over: keep what was typed, and close. */
  onLeave: (offerId: string, typed: TakeStart) => void;
}

/** Takes an offer of somebody's, whole or in part: amount, live quote, and the confirmation. */
export function TakeSheet(props: TakeSheetProps) {
  const { t } = useLingui();
  const { offer, open, onClose } = props;
  const isKnown = 'kind' in offer;
  const read = useCall(otcUsdtOffer, { id: offer.id }, { enabled: !isKnown });
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
  const { offer, side, input, live } = form;
  const lacking = useLacking();
  const leave = () => onLeave(offer.id, { unit: form.unit, text: form.text });
  const offering = useOfferFlow({ onDone: () => form.enter(''), onForm: form.refuse, onElsewhere: leave });
  const { flow, isUnsettled } = offering;
  const { quote } = live;
  return (
    <>
      <Sheet
        open={open && flow.view === null}
        onClose={onClose}
        title={side === 'buy' ? t`Buy USDT` : t`Sell USDT`}
        footer={
          lacking !== null && lacking !== 'identity-review' ? (
            <LackingButton lacking={lacking} onLeave={leave} />
          ) : (
            <MoneyButton
              disabled={quote === null || isUnsettled || lacking !== null}
              loading={live.isAsking}
              onClick={() => input && quote && flow.start({ input, quote })}
            >
              <Trans>Next: trade password</Trans>
            </MoneyButton>
          )
        }
      >
        <div className={styles['form']}>
          <LackingNote lacking={lacking} />
          {isUnsettled && <Unsettled />}
          <TakeForm form={form} onLeave={leave} />
        </div>
      </Sheet>
      <OfferConfirm offering={offering} onClose={onClose} />
    </>
  );
}

function TakeForm({ form, onLeave }: { form: ReturnType<typeof useTakeForm>; onLeave: () => void }) {
  const { t } = useLingui();
  const { open } = useNavigation();
  const refusal = useUsdtRefusal();
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
      {formError !== null && (
        <div role="alert">
          <RiskLine tone="warning">{refusal(formError)}</RiskLine>
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
      <QuoteView live={live} isBuying={side === 'buy'} isPlacing={false} />
      <RiskLine tone="warning">
        <UsdtRisk side={side} isPlacing={false} />
      </RiskLine>
    </>
  );
}
