import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback } from 'react';
import { otcFigures } from '../../../../contract/calls/otc-market';
import { sellOffers, buyOffers } from '../../../../contract/calls/otc-usdt';
import { FIAT_DECIMALS, type UsdtOffer } from '../../../../contract/calls/otc-usdt-records';
import { useConnection } from '../../../bridge/session';
import { readAhead, useCall } from '../../../bridge/useCall';
import { RiskLine } from '../../../components/RiskLine';
import { useLocale } from '../../../i18n/useLocale';
import { useComeBack } from '../../../money/useTypedValues';
import { fiatText } from '../fiat';
import { MarketBar } from '../parts/MarketBar';
import { MarketFilterRow } from '../parts/MarketFilterRow';
import { MarketList } from '../parts/MarketList';
import { UsdtOfferRow } from '../parts/UsdtOfferRow';
import { compare, fiatFor } from '../usdt/arithmetic';
import { PublishSheet } from '../usdt/PublishSheet';
import { TakeSheets } from '../usdt/TakeSheets';
import { useTakenOffer } from '../usdt/useTakenOffer';
import { narrowOffers } from '../parts/narrow-offers';
import { GOOD_RATE, useMarketFilters, type MarketFilters } from '../parts/useMarketFilters';
import { useOffers, type OfferList } from '../parts/useOffers';
import styles from '../parts/Market.module.css';

/** Remembers that the publish sheet gave way to another screen. */
const RESUME = 'otc-usdt-publish';
const ROW_HEIGHT = 118;

/** Reads ahead the data that the market shows first. */
export async function ahead(): Promise<void> {
  await Promise.all([readAhead(otcFigures, {}), readAhead(sellOffers, {})]);
}

/** The publish sheet belongs to the tab's header as well: its button opens it. */
export interface PublishSheetState {
  isOpen: boolean;
  open: () => void;
  close: () => void;
}

/** The USDT market below the tab's header: offers to buy from or to sell to, narrowed and ordered (docs/rules.md §8). */
export function UsdtMarket({ publish }: { publish: PublishSheetState }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { isOnline } = useConnection();
  const { filters, change } = useMarketFilters('usdt');
  const info = useCall(otcFigures, {});
  const market = info.data?.usdt;
  const fiat = market?.fiat ?? '';
  const isTakeable = isOnline && market?.isOpen === true;
  const list = useUsdtOffers(filters);
  const taking = useTakenOffer();
  const leave = useComeBack(RESUME, publish.open);
  return (
    <div className={styles['market']}>
      {market?.isOpen === false && (
        <RiskLine tone="warning">
          <Trans>The market is halted. Orders that have begun go on, and offers can be taken back.</Trans>{' '}
          {market.haltReason}
        </RiskLine>
      )}
      <MarketBar
        side={filters.side}
        onSide={(side) => change({ side })}
        feeRate={market?.feeRate}
        sort={filters.sort}
        onSort={(sort) => change({ sort })}
      />
      <MarketFilterRow
        filters={filters}
        onChange={change}
        measure={{ unit: fiat, decimals: FIAT_DECIMALS }}
        amountText={filters.amount === null ? null : `${fiatText(filters.amount, locale)} ${fiat}`.trim()}
      />
      <MarketList
        list={list}
        filters={filters}
        onChange={change}
        rowHeight={ROW_HEIGHT}
        renderRow={(offer) => <UsdtOfferRow offer={offer} isTakeable={isTakeable} onTake={taking.take} />}
        emptyHint={
          filters.side === 'buy'
            ? t`Nobody sells USDT just now. Publish what you want to buy.`
            : t`Nobody buys USDT just now. Publish what you want to sell.`
        }
      />
      <PublishSheet
        open={publish.isOpen}
        onClose={publish.close}
        onLeave={() => {
          leave({ resume: 'yes' });
          publish.close();
        }}
      />
      <TakeSheets taking={taking} />
    </div>
  );
}

const smaller = (a: string, b: string): string => (compare(a, b) < 0 ? a : b);

/** Returns whether so much fiat can be taken: within the offer's limits, or its last rest whole. */
function takes({ remaining, price, minFiat, maxFiat }: UsdtOffer, fiat: string): boolean {
  const all = fiatFor(remaining, price);
  return compare(fiat, smaller(maxFiat, all)) <= 0 && compare(fiat, smaller(minFiat, all)) >= 0;
}

function useUsdtOffers({ side, sort, amount, isGood }: MarketFilters): OfferList<UsdtOffer> {
  const narrow = useCallback(
    (offers: readonly UsdtOffer[]) =>
      narrowOffers(offers, { isGood, sort }, 'USDT', (offer) => amount === null || takes(offer, amount)),
    [isGood, sort, amount],
  );
  const by = {
    ...(amount === null ? {} : { amount }),
    ...(isGood ? { minCompletionRate: GOOD_RATE } : {}),
    ...(sort === 'price' ? {} : { sort }),
  };
  return useOffers(side === 'buy' ? sellOffers : buyOffers, { side: {}, by, narrow });
}
