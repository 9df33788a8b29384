import { useEffect } from 'react';
import { useQuery } from '../../app/navigation';
import type { ListCallState } from '../../bridge/types';
import type { useLoadMore } from './useLoadMore';

/**
 * Hands over the row that the link names (`?id=`). There is no call for one record: older pages are asked for until it is
 * found, the list ends or cannot be read further. @param onFound takes the id out of the address again
 */
export function useRowOfLink<T extends { id: string }>(
  { items, isLoadingMore }: ListCallState<T>,
  { hasMore, loadFailed, onEndReached }: ReturnType<typeof useLoadMore>,
  onFound: (row: T) => void,
): void {
  const wantedId = useQuery('id');
  const wanted = wantedId === undefined ? undefined : items?.find(({ id }) => id === wantedId);
  const isSought = wantedId !== undefined && items !== undefined && wanted === undefined;
  useEffect(() => {
    if (isSought && hasMore && !isLoadingMore && !loadFailed) onEndReached();
  }, [isSought, hasMore, isLoadingMore, loadFailed, onEndReached]);
  useEffect(() => {
    if (wanted !== undefined) onFound(wanted);
  }, [wanted, onFound]);
}
