/** Keeps the filters of a list of records in the address, so that links name them and the way back keeps them. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ComponentType } from 'react';
import { useQuery } from '../../app/navigation';
import { ChipRadios, FilterRow } from './FilterChips';

export interface FilterProps<F> {
  filters: F;
  show: (next: F) => void;
}

export interface RecordFilters<F> {
  /** Returns the filters that the address names; any other text counts as the first choice. */
  useFilters: () => F;
  /** The query that names them; nothing where nothing narrows. */
  queryOf: (filters: F) => Record<string, string>;
  isNarrowed: (filters: F) => boolean;
  /** Returns the filters reset, so that none narrows the list. */
  cleared: (filters: F) => F;
  /** Shows and changes them, above the list. */
  Above?: ComponentType<FilterProps<F>>;
}

export const UNFILTERED: RecordFilters<null> = {
  useFilters: () => null,
  queryOf: () => ({}),
  isNarrowed: () => false,
  cleared: () => null,
};

const ALL = 'all';
export type Choice<V extends string> = V | typeof ALL;

interface ChoiceDeclaration<V extends string> {
  /** In the address. */
  name: string;
  label: MessageDescriptor;
  all?: MessageDescriptor;
  options: Readonly<Record<V, MessageDescriptor>>;
}

/** One choice of several as chips, the first of which leaves all. */
export function byChoice<V extends string>(declared: ChoiceDeclaration<V>): RecordFilters<Choice<V>> {
  const { name, label, all = msg`All`, options } = declared;
  const values = Object.keys(options) as V[];

  function useChoice(): Choice<V> {
    const asked = useQuery(name);
    return values.find((value) => value === asked) ?? ALL;
  }

  function Chips({ filters, show }: FilterProps<Choice<V>>) {
    const { t } = useLingui();
    return (
      <FilterRow>
        <ChipRadios<Choice<V>>
          label={t(label)}
          value={filters}
          onChange={show}
          options={[{ value: ALL, label: t(all) }, ...values.map((value) => ({ value, label: t(options[value]) }))]}
        />
      </FilterRow>
    );
  }

  return {
    useFilters: useChoice,
    queryOf: (value): Record<string, string> => (value === ALL ? {} : { [name]: value }),
    isNarrowed: (value) => value !== ALL,
    cleared: () => ALL,
    Above: Chips,
  };
}
