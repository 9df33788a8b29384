/** The parts that both markets' screens of the person's own orders share: side and status, and a list of each side. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { OTC_STATUSES, type OtcSide, type OtcStatus } from '../../../../contract/calls/otc-market';
import { useQuery } from '../../../app/navigation';
import type { AnyCall, Filters, ItemOf } from '../../../bridge/types';
import { readListAhead } from '../../../bridge/useListCall';
import type { RecordRead } from '../../records/define-records';
import { ChipRadios, FilterRow } from '../../records/FilterChips';
import type { FilterProps, RecordFilters } from '../../records/filters';
import { useNarrowedList } from '../../records/useNarrowedList';

export interface OrderFilters {
  side: OtcSide;
  status: 'all' | OtcStatus;
}

/** The market's names of the states. */
type Tags = Readonly<Record<OtcStatus, { name: MessageDescriptor }>>;

export const SIDE_NAMES = { buy: msg`Buy`, sell: msg`Sell` };

function useOrderFilters(): OrderFilters {
  const [side, status] = [useQuery('side'), useQuery('status')];
  return { side: side === 'sell' ? 'sell' : 'buy', status: OTC_STATUSES.find((known) => known === status) ?? 'all' };
}

export function byOrder(tags: Tags): RecordFilters<OrderFilters> {
  function Above({ filters, show }: FilterProps<OrderFilters>) {
    const { t } = useLingui();
    const states = OTC_STATUSES.map((value) => ({ value, label: t(tags[value].name) }));
    return (
      <FilterRow>
        <ChipRadios
          label={t`Side`}
          value={filters.side}
          onChange={(side) => show({ ...filters, side })}
          options={[
            { value: 'buy', label: t(SIDE_NAMES.buy) },
            { value: 'sell', label: t(SIDE_NAMES.sell) },
          ]}
        />
        <ChipRadios
          label={t`Status`}
          value={filters.status}
          onChange={(status) => show({ ...filters, status })}
          options={[{ value: 'all', label: t`All` }, ...states]}
        />
      </FilterRow>
    );
  }
  return {
    useFilters: useOrderFilters,
    queryOf: ({ side, status }) => ({ ...(side === 'buy' ? {} : { side }), ...(status === 'all' ? {} : { status }) }),
    isNarrowed: ({ status }) => status !== 'all',
    cleared: ({ side }) => ({ side, status: 'all' }),
    Above,
  };
}

/** Each side is a list of its own. */
export function ofSides<C extends AnyCall>(calls: Readonly<Record<OtcSide, C>>): RecordRead<ItemOf<C>, OrderFilters> {
  return {
    useRead({ side, status }) {
      const filters = status === 'all' ? {} : { status };
      const buying = useNarrowedList(calls.buy, filters as Filters<C>, { enabled: side === 'buy' });
      const selling = useNarrowedList(calls.sell, filters as Filters<C>, { enabled: side === 'sell' });
      return { ...(side === 'buy' ? buying : selling), of: { call: calls[side], filters } };
    },
    ahead: () => readListAhead(calls.buy, {} as Filters<C>),
  };
}

export function namesOf(
  tags: Readonly<Record<string, { name: MessageDescriptor }>>,
): Record<string, MessageDescriptor> {
  return Object.fromEntries(Object.entries(tags).map(([value, { name }]) => [value, name]));
}

export const NO_ORDERS_LIKE_THIS = { hint: msg`There are no orders in this state.`, label: msg`Clear filters` };
