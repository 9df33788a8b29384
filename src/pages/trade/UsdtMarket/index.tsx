import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { otcInfo } from '../../../../contract/calls/otc';
import { allSellListUsdt, allSellListUsdt2, FIAT_DECIMALS, type UsdtOffer } from '../../../../contract/calls/otc-usdt';
import { useConnection } from '../../../bridge/session';
import type { ListCallState } from '../../../bridge/types';
import { readAhead, useCall } from '../../../bridge/useCall';
import { useDraft } from '../../../bridge/useDraft';
import { EmptyState } from '../../../components/EmptyState';
import { RiskLine } from '../../../components/RiskLine';
import { VirtualList } from '../../../components/VirtualList';
import { useLocale } from '../../../i18n/useLocale';
import { ReadArea } from '../../read/ReadArea';
import { ReadStamp } from '../../read/ReadStamp';
import { useLoadMore } from '../../read/useLoadMore';
import { usePagedCall } from '../../read/usePagedCall';
import { ChipButton, ChipToggle, FilterRow } from '../../records/FilterChips';
import { fiatText } from '../fiat';
import { AmountFilterSheet } from '../parts/AmountFilterSheet';
import { MarketBar } from '../parts/MarketBar';
import { UsdtOfferRow } from '../parts/UsdtOfferRow';
import { PublishSheet } from '../usdt/PublishSheet';
import { TakeSheets } from '../usdt/TakeSheets';
import { useTaking } from '../usdt/useTaking';
import { GOOD_RATE, useMarketFilters, type MarketFilters } from './useMarketFilters';
import styles from './UsdtMarket.module.css';

/** Remembers that the publish sheet gave way to another screen. */
const RESUME = 'otc-usdt-publish';
const ROW_HEIGHT = 118;

/** What the market shows first. */
export async function ahead(): Promise<void> {
  await Promise.all([readAhead(otcInfo, {}), readAhead(allSellListUsdt, {})]);
}

/** The publish sheet belongs to the tab's header as well: its button opens it. */
export interface Publishing {
  isOpen: boolean;
  open: () => void;
  close: () => void;
}

/** The USDT market below the tab's header: offers to buy from or to sell to, narrowed and ordered (issue 5 §2). */
export function UsdtMarket({ publish }: { publish: Publishing }) {
  const { filters, change } = useMarketFilters();
  const info = useCall(otcInfo, {});
  const market = info.data?.usdt;
  const list = useOffers(filters);
  const taking = useTaking();
  const { draft, save, clear } = useDraft(RESUME);
  const { open: openPublish } = publish;
  useEffect(() => {
    if (!draft) return;
    clear();
    openPublish();
  }, [draft, clear, openPublish]);
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
      <Filters filters={filters} fiat={market?.fiat} onChange={change} />
      <Offers list={list} filters={filters} isOpen={market?.isOpen === true} onTake={taking.take} onChange={change} />
      <PublishSheet
        open={publish.isOpen}
        onClose={publish.close}
        onLeave={() => {
          save({ resume: 'yes' });
          publish.close();
        }}
      />
      <TakeSheets taking={taking} />
    </div>
  );
}

function useOffers({ side, sort, amount, isGood }: MarketFilters): ListCallState<UsdtOffer> {
  return usePagedCall(side === 'buy' ? allSellListUsdt : allSellListUsdt2, {
    ...(amount === null ? {} : { amount }),
    ...(isGood ? { minCompletionRate: GOOD_RATE } : {}),
    ...(sort === 'price' ? {} : { sort }),
  });
}

interface FiltersProps {
  filters: MarketFilters;
  fiat: string | undefined;
  onChange: (part: Partial<MarketFilters>) => void;
}

function Filters({ filters: { amount, isGood }, fiat, onChange }: FiltersProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const [isAsking, setAsking] = useState(false);
  const text = amount === null ? null : `${fiatText(amount, locale)} ${fiat ?? ''}`.trim();
  return (
    <>
      <FilterRow>
        <ChipButton label={t`Amount`} isActive={amount !== null} onClick={() => setAsking(true)}>
          {text ?? t`Amount`}
          <ChevronDown size={14} strokeWidth={2} aria-hidden="true" />
        </ChipButton>
        <ChipToggle isOn={isGood} onChange={(next) => onChange({ isGood: next })}>
          <Trans>Completion rate ≥ 95%</Trans>
        </ChipToggle>
      </FilterRow>
      <AmountFilterSheet
        open={isAsking}
        onClose={() => setAsking(false)}
        measure={{ unit: fiat ?? '', decimals: FIAT_DECIMALS }}
        amount={amount}
        onChoose={(next) => onChange({ amount: next })}
      />
    </>
  );
}

interface OffersProps {
  list: ListCallState<UsdtOffer>;
  filters: MarketFilters;
  isOpen: boolean;
  onTake: (offer: UsdtOffer) => void;
  onChange: (part: Partial<MarketFilters>) => void;
}

function Offers({ list, filters, isOpen, onTake, onChange }: OffersProps) {
  const { t } = useLingui();
  const { isOnline } = useConnection();
  const end = useLoadMore(list);
  const isNarrowed = filters.amount !== null || filters.isGood;
  const empty = isNarrowed ? (
    <EmptyState
      hint={t`No offer fits these filters.`}
      filtered
      action={{ label: t`Clear filters`, onClick: () => onChange({ amount: null, isGood: false }) }}
    />
  ) : (
    <EmptyState
      hint={
        filters.side === 'buy'
          ? t`Nobody sells USDT just now. Publish what you want to buy.`
          : t`Nobody buys USDT just now. Publish what you want to sell.`
      }
    />
  );
  return (
    <>
      <ReadStamp read={list} />
      <ReadArea
        read={list}
        hasData={list.items !== undefined}
        skeleton="rows"
        count={5}
        empty={list.items?.length === 0 ? empty : undefined}
      >
        <VirtualList
          label={t`Offers`}
          items={list.items ?? []}
          keyOf={({ id }) => id}
          rowHeight={ROW_HEIGHT}
          renderRow={(offer) => <UsdtOfferRow offer={offer} isTakeable={isOnline && isOpen} onTake={onTake} />}
          {...end}
          onRefresh={list.refresh}
        />
      </ReadArea>
    </>
  );
}
