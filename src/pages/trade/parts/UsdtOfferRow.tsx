import { Trans } from '@lingui/react/macro';
import type { UsdtOffer } from '../../../../contract/calls/otc-usdt-records';
import { hrefTo, paths } from '../../../app/paths';
import { plainAmount } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import { fiatText } from '../fiat';
import { OfferRow } from './OfferRow';

interface UsdtOfferRowProps {
  offer: UsdtOffer;
  /** Taking needs a connection and an open market. */
  isTakeable: boolean;
  onTake: (offer: UsdtOffer) => void;
  /** On the person's own page their name is said already. */
  hasTrader?: boolean;
}

/** An offer of the USDT market, with the banks that it can be paid to. */
export function UsdtOfferRow({ offer, isTakeable, onTake, hasTrader = true }: UsdtOfferRowProps) {
  const locale = useLocale();
  const { id, side, trader, isMine, price, fiat, remaining, minFiat, maxFiat, banks, note } = offer;
  return (
    <OfferRow
      side={side}
      trader={trader}
      hasTrader={hasTrader}
      price={fiatText(price, locale)}
      priceNote={`${fiat}/USDT`}
      remaining={remaining}
      asset="USDT"
      limits={`${fiatText(minFiat, locale)} – ${fiatText(maxFiat, locale)} ${fiat}`}
      tags={banks}
      note={note}
      own={isMine ? { label: <Trans>Your offer</Trans>, href: hrefTo(paths.otcOrder, { id, market: 'offer' }) } : null}
      each={`${plainAmount(price)} ${fiat}`}
      isTakeable={isTakeable}
      onTake={() => onTake(offer)}
    />
  );
}
