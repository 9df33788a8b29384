/** Filters of delivery slips: direction, result and period, as the address names them. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useMemo } from 'react';
import { SLIP_DIRECTIONS, SLIP_RESULTS, type SlipDirection, type SlipResult } from '../../../../contract/calls/slips';
import { useQuery } from '../../../app/navigation';
import type { Choice, RecordFilters } from '../filters';
import { dayOf, momentsOf, monthBack } from '../periods';

export const SLIP_PERIODS = ['this-month', 'last-month', 'this-year'] as const;
export type SlipPeriod = Choice<(typeof SLIP_PERIODS)[number]>;

export interface SlipFilters {
  direction: Choice<SlipDirection>;
  result: Choice<SlipResult>;
  period: SlipPeriod;
}

export const PERIOD_NAMES: Record<(typeof SLIP_PERIODS)[number], MessageDescriptor> = {
  'this-month': msg`This month`,
  'last-month': msg`Last month`,
  'this-year': msg`This year`,
};

/** The moments of a period, from its first day to its last one: the same the whole period long, so the device keeps one answer of it. */
export function rangeOf(period: SlipPeriod, now: Date): { from?: number; until?: number } {
  if (period === 'all') return {};
  const year = now.getFullYear();
  const range =
    period === 'this-year'
      ? { from: dayOf(new Date(year, 0, 1)), to: dayOf(new Date(year, 11, 31)) }
      : monthBack(period === 'this-month' ? 0 : 1, now);
  return momentsOf(range) ?? {};
}

function chosen<V extends string>(values: readonly V[], asked: string | undefined): Choice<V> {
  return values.find((value) => value === asked) ?? 'all';
}

function useFilters(): SlipFilters {
  const direction = chosen(SLIP_DIRECTIONS, useQuery('direction'));
  const result = chosen(SLIP_RESULTS, useQuery('result'));
  const period = chosen(SLIP_PERIODS, useQuery('period'));
  return useMemo(() => ({ direction, result, period }), [direction, result, period]);
}

export const SLIP_FILTERS: RecordFilters<SlipFilters> = {
  useFilters,
  queryOf: (filters) => Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== 'all')),
  isNarrowed: (filters) => Object.values(filters).some((value) => value !== 'all'),
  cleared: () => ({ direction: 'all', result: 'all', period: 'all' }),
};
