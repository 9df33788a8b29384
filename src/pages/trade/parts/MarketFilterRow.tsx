import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { ChipButton, ChipToggle, FilterRow } from '../../records/FilterChips';
import { AmountFilterSheet } from './AmountFilterSheet';
import type { MarketFilters } from './useMarketFilters';

interface MarketFilterRowProps {
  filters: MarketFilters;
  onChange: (part: Partial<MarketFilters>) => void;
  /** The unit of amounts. */
  measure: { unit: string; decimals: number };
  /** The chosen amount as it is shown. */
  amountText: string | null;
  /** Further chips. */
  children?: ReactNode;
}

/** Shows the filters of a market's list as chips. */
export function MarketFilterRow({ filters, onChange, measure, amountText, children }: MarketFilterRowProps) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const { amount, isGood } = filters;
  return (
    <>
      <FilterRow>
        <ChipButton label={t`Amount`} isActive={amount !== null} onClick={() => setAsking(true)}>
          {amountText ?? t`Amount`}
          <ChevronDown size={14} strokeWidth={2} aria-hidden="true" />
        </ChipButton>
        <ChipToggle isOn={isGood} onChange={(next) => onChange({ isGood: next })}>
          <Trans>Completion rate ≥ 95%</Trans>
        </ChipToggle>
        {children}
      </FilterRow>
      <AmountFilterSheet
        open={isAsking}
        onClose={() => setAsking(false)}
        measure={measure}
        amount={amount}
        onChoose={(next) => onChange({ amount: next })}
      />
    </>
  );
}
