import { useMemo } from 'react';
import { useQuery } from '../../../app/navigation';
import { filtersOf, type StatementFilters } from '../statement';

/** The filters live in the link, so they survive back and can be shared. */
export function useFilters(): StatementFilters {
  const account = useQuery('account');
  const asset = useQuery('asset');
  const kind = useQuery('kind');
  const from = useQuery('from');
  const to = useQuery('to');
  const text = useQuery('text');
  return useMemo(() => filtersOf({ account, asset, kind, from, to, text }), [account, asset, kind, from, to, text]);
}
