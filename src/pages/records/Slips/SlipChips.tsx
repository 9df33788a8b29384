import { useLingui } from '@lingui/react/macro';
import { SLIP_DIRECTIONS, SLIP_RESULTS } from '../../../../contract/calls/slips';
import { ChipRadios, FilterRow } from '../FilterChips';
import type { FilterProps } from '../filters';
import { PERIOD_NAMES, SLIP_PERIODS, type SlipFilters, type SlipPeriod } from './filters';
import { DIRECTION_NAMES, RESULT_NAMES } from './slip';

/** Each filter is a group of chips; all stand in one row. */
export function SlipChips({ filters, show }: FilterProps<SlipFilters>) {
  const { t } = useLingui();
  const { direction, result, period } = filters;
  return (
    <FilterRow>
      <ChipRadios<SlipPeriod>
        label={t`Period`}
        value={period}
        onChange={(next) => show({ ...filters, period: next })}
        options={[
          { value: 'all', label: t`All time` },
          ...SLIP_PERIODS.map((value) => ({ value, label: t(PERIOD_NAMES[value]) })),
        ]}
      />
      <ChipRadios<SlipFilters['direction']>
        label={t`Trade direction`}
        value={direction}
        onChange={(next) => show({ ...filters, direction: next })}
        options={[
          { value: 'all', label: t`Both directions` },
          ...SLIP_DIRECTIONS.map((value) => ({ value, label: t(DIRECTION_NAMES[value]) })),
        ]}
      />
      <ChipRadios<SlipFilters['result']>
        label={t`Result`}
        value={result}
        onChange={(next) => show({ ...filters, result: next })}
        options={[
          { value: 'all', label: t`All results` },
          ...SLIP_RESULTS.map((value) => ({ value, label: t(RESULT_NAMES[value]) })),
        ]}
      />
    </FilterRow>
  );
}
