import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { otcFigures } from '../../../../contract/calls/otc-market';
import { rabLots, type RabLot } from '../../../../contract/calls/otc-rab';
import { toUnits } from '../../../format/units';
import { useConnection } from '../../../bridge/session';
import { useCall } from '../../../bridge/useCall';
import { formatAmountUnit } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import { ChipToggle } from '../../records/FilterChips';
import { MarketBar } from '../parts/MarketBar';
import { MarketFilterRow } from '../parts/MarketFilterRow';
import { MarketList } from '../parts/MarketList';
import { narrowOffers } from '../parts/narrow-offers';
import { GOOD_RATE, useMarketFilters, type MarketFilters } from '../parts/useMarketFilters';
import { useOffers, type OfferList } from '../parts/useOffers';
import { HaltedLine } from '../rab/HaltedLine';
import RabOrderSheets from '../rab/OrderSheets';
import type { OrderTarget } from '../rab/target';
import type { PublishSheetState } from '../UsdtMarket';
import { GuidePriceCard } from './GuidePriceCard';
import { limitsOf } from './lot';
import { RabLotRow } from './RabLotRow';
import styles from '../parts/Market.module.css';

const ROW_HEIGHT = 132;
const USDT = { unit: 'USDT', decimals: 6 } as const;

/** @param guidePrice undefined until it is known */
function useLots(filters: MarketFilters, guidePrice: string | undefined): OfferList<RabLot> {
  const { side, sort, amount, isGood, isSplittable, isAtGuide } = filters;
  const narrow = useCallback(
    (lots: readonly RabLot[]) =>
      narrowOffers(lots, { isGood, sort }, 'RAB', (lot) =>
        fits(lot, { side, amount, isSplittable, isAtGuide }, guidePrice),
      ),
    [side, sort, amount, isGood, isSplittable, isAtGuide, guidePrice],
  );
  const by = {
    ...(amount === null ? {} : { amount }),
    ...(isSplittable ? { canSplit: true } : {}),
    ...(isGood ? { minCompletionRate: GOOD_RATE } : {}),
    ...(isAtGuide ? { atGuideOrBetter: true } : {}),
    ...(sort === 'price' ? {} : { sort }),
  };
  return useOffers(rabLots, { side: { side: side === 'buy' ? 'sell' : 'buy' }, by, narrow });
}

type OwnFilters = Pick<MarketFilters, 'side' | 'amount' | 'isSplittable' | 'isAtGuide'>;

/** Returns whether a lot passes the filters that this market alone has. */
function fits(
  lot: RabLot,
  { side, amount, isSplittable, isAtGuide }: OwnFilters,
  guidePrice: string | undefined,
): boolean {
  if (isSplittable && !lot.canSplit) return false;
  if (isAtGuide && guidePrice !== undefined) {
    const beyond = toUnits(lot.price, 'USDT') - toUnits(guidePrice, 'USDT');
    if (side === 'buy' ? beyond > 0n : beyond < 0n) return false;
  }
  if (amount === null) return true;
  const [least = 0n, most = 0n] = limitsOf(lot).map((usdt) => toUnits(usdt, 'USDT'));
  const wanted = toUnits(amount, 'USDT');
  return most >= wanted && least <= wanted;
}

/** The RAB market below the tab's header: guide price, and orders to buy from or to sell to. */
export function RabMarket({ publish }: { publish: PublishSheetState }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { isOnline } = useConnection();
  const { filters, change } = useMarketFilters('rab');
  const info = useCall(otcFigures, {});
  const market = info.data?.rab;
  const list = useLots(filters, market?.guidePrice.price);
  const [lot, setLot] = useState<RabLot | null>(null);
  const target: OrderTarget | null = publish.isOpen
    ? { kind: 'publish', side: filters.side }
    : lot && { kind: 'take', lot };
  const close = () => {
    setLot(null);
    publish.close();
  };
  const isTakeable = isOnline && market?.isOpen === true;
  const { amount, side, isSplittable, isAtGuide } = filters;
  return (
    <div className={styles['market']}>
      {market && <HaltedLine market={market} />}
      <GuidePriceCard read={info} />
      <MarketBar
        side={side}
        onSide={(next) => change({ side: next })}
        feeRate={market?.feeRate}
        sort={filters.sort}
        onSort={(sort) => change({ sort })}
      />
      <MarketFilterRow
        filters={filters}
        onChange={change}
        measure={USDT}
        amountText={amount === null ? null : formatAmountUnit(amount, { asset: 'USDT', locale, precision: 'overview' })}
      >
        <ChipToggle isOn={isSplittable} onChange={(next) => change({ isSplittable: next })}>
          <Trans>Can be split</Trans>
        </ChipToggle>
        <ChipToggle isOn={isAtGuide} onChange={(next) => change({ isAtGuide: next })}>
          {side === 'buy' ? <Trans>Up to the guide price</Trans> : <Trans>From the guide price</Trans>}
        </ChipToggle>
      </MarketFilterRow>
      <MarketList
        list={list}
        filters={filters}
        onChange={change}
        rowHeight={ROW_HEIGHT}
        renderRow={(row) => (
          <RabLotRow lot={row} guidePrice={market?.guidePrice.price} isTakeable={isTakeable} onTake={setLot} />
        )}
        emptyHint={
          side === 'buy'
            ? t`Nobody sells RAB just now. Publish what you want to buy.`
            : t`Nobody buys RAB just now. Publish what you want to sell.`
        }
      />
      <RabOrderSheets target={target} onClose={close} />
    </div>
  );
}
