import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { otcFigures } from '../../../../contract/calls/otc-market';
import { rabLots, type RabLot } from '../../../../contract/calls/otc-rab';
import { useConnection } from '../../../bridge/session';
import type { ListCallState } from '../../../bridge/types';
import { useCall } from '../../../bridge/useCall';
import { formatAmountUnit } from '../../../format/amount';
import { useLocale } from '../../../i18n/useLocale';
import { usePagedCall } from '../../read/usePagedCall';
import { ChipToggle } from '../../records/FilterChips';
import { MarketBar } from '../parts/MarketBar';
import { MarketFilterRow } from '../parts/MarketFilterRow';
import { MarketList } from '../parts/MarketList';
import { GOOD_RATE, useMarketFilters, type MarketFilters } from '../parts/useMarketFilters';
import { HaltedLine } from '../rab/HaltedLine';
import RabOrderSheets from '../rab/OrderSheets';
import type { OrderTarget } from '../rab/target';
import type { PublishSheetState } from '../UsdtMarket';
import { GuidePriceCard } from './GuidePriceCard';
import { RabLotRow } from './RabLotRow';
import styles from '../parts/Market.module.css';

const ROW_HEIGHT = 132;
const USDT = { unit: 'USDT', decimals: 6 } as const;

function useLots({ side, sort, amount, isGood, isSplittable, isAtGuide }: MarketFilters): ListCallState<RabLot> {
  return usePagedCall(rabLots, {
    side: side === 'buy' ? 'sell' : 'buy',
    ...(amount === null ? {} : { amount }),
    ...(isSplittable ? { canSplit: true } : {}),
    ...(isGood ? { minCompletionRate: GOOD_RATE } : {}),
    ...(isAtGuide ? { atGuideOrBetter: true } : {}),
    ...(sort === 'price' ? {} : { sort }),
  });
}

/** The RAB market below the tab's header: guide price, and orders to buy from or to sell to. */
export function RabMarket({ publish }: { publish: PublishSheetState }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { isOnline } = useConnection();
  const { filters, change } = useMarketFilters('rab');
  const info = useCall(otcFigures, {});
  const market = info.data?.rab;
  const list = useLots(filters);
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
