import { Trans, useLingui } from '@lingui/react/macro';
import type { RabLot } from '../../../../contract/calls/otc-rab';
import { hrefTo, paths } from '../../../app/paths';
import { formatAmount, formatPercent, formatRate, plainAmount } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import { OfferRow } from '../parts/OfferRow';
import { againstGuide, limitsOf } from './lot';
import { usePriceText } from './usePriceText';

interface RabLotRowProps {
  lot: RabLot;
  /** USDT per RAB; undefined until it is known. */
  guidePrice: string | undefined;
  /** Taking needs a connection and an open market. */
  isTakeable: boolean;
  onTake: (lot: RabLot) => void;
  /** On the person's own page their name is said already. */
  hasTrader?: boolean;
}

/** An order of the RAB market, with how far it is from the guide price. */
export function RabLotRow({ lot, guidePrice, isTakeable, onTake, hasTrader = true }: RabLotRowProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const priceText = usePriceText();
  const { id, side, trader, isMine, price, remaining, canSplit, depositRate } = lot;
  const distance = guidePrice === undefined ? null : formatPercent(againstGuide(price, guidePrice), locale);
  const [smallest, largest] = limitsOf(lot).map((amount) =>
    formatAmount(amount, { asset: 'USDT', locale, precision: 'overview' }),
  );
  const deposit = formatRate(depositRate, locale);
  return (
    <OfferRow
      side={side}
      trader={trader}
      hasTrader={hasTrader}
      price={priceText(price)}
      priceNote={distance === null ? 'USDT/RAB' : <Trans>{distance} to guide price</Trans>}
      remaining={remaining}
      asset="RAB"
      limits={`${smallest} – ${largest} USDT`}
      tags={[canSplit ? t`Can be split` : t`Cannot be split`, t`Deposit ${deposit}`]}
      own={isMine ? { label: <Trans>Your order</Trans>, href: hrefTo(paths.otcOrder, { id, market: 'rab' }) } : null}
      each={`${plainAmount(price)} USDT`}
      isTakeable={isTakeable}
      onTake={() => onTake(lot)}
    />
  );
}
