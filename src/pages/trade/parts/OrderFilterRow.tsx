import { useLingui } from '@lingui/react/macro';
import { OTC_STATUSES, type OtcSide, type OtcStatus } from '../../../../contract/calls/otc-market';
import { ChipRadios, FilterRow } from '../../records/FilterChips';

export interface OrderFilters {
  side: OtcSide;
  status: 'all' | OtcStatus;
}

/** The filters that a link names; anything else is the first of each. */
export function orderFiltersOf(side: string | undefined, status: string | undefined): OrderFilters {
  return {
    side: side === 'sell' ? 'sell' : 'buy',
    status: OTC_STATUSES.find((known) => known === status) ?? 'all',
  };
}

/** The query that names these filters; the inverse of `orderFiltersOf`. */
export function orderQueryOf({ side, status }: OrderFilters): Record<string, string> {
  return { ...(side === 'buy' ? {} : { side }), ...(status === 'all' ? {} : { status }) };
}

interface OrderFilterRowProps {
  filters: OrderFilters;
  /** What the market calls the states. */
  nameOf: (status: OtcStatus) => string;
  onChange: (next: OrderFilters) => void;
}

/** Side and state of one's own orders, of either market. */
export function OrderFilterRow({ filters, nameOf, onChange }: OrderFilterRowProps) {
  const { t } = useLingui();
  return (
    <FilterRow>
      <ChipRadios
        label={t`Side`}
        value={filters.side}
        onChange={(side) => onChange({ ...filters, side })}
        options={[
          { value: 'buy', label: t`Buy` },
          { value: 'sell', label: t`Sell` },
        ]}
      />
      <ChipRadios
        label={t`Status`}
        value={filters.status}
        onChange={(status) => onChange({ ...filters, status })}
        options={[{ value: 'all', label: t`All` }, ...OTC_STATUSES.map((value) => ({ value, label: nameOf(value) }))]}
      />
    </FilterRow>
  );
}
