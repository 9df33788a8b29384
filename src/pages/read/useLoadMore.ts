import { useCallback, useMemo, useState } from 'react';
import type { ListCallState } from '../../bridge/types';

/** For VirtualList: asks for the next page, and knows when asking brought nothing although there is more. */
export function useLoadMore({ items, hasMore, isLoadingMore, loadMore }: ListCallState<unknown>) {
  const length = items?.length ?? 0;
  const [triedAt, setTriedAt] = useState<number | null>(null);
  const onEndReached = useCallback(() => {
    void loadMore().then(() => setTriedAt(length));
  }, [loadMore, length]);
  const loadFailed = triedAt === length && hasMore && !isLoadingMore;
  return useMemo(
    () => ({ hasMore, loadingMore: isLoadingMore, loadFailed, onEndReached }),
    [hasMore, isLoadingMore, loadFailed, onEndReached],
  );
}
