import { useCallback, useState } from 'react';
import { useNavigation } from '../../app/navigation';
import type { ListCallState } from '../../bridge/types';
import type { useLoadMore } from './useLoadMore';
import { useRowOfLink } from './useRowOfLink';

/** The row whose sheet is open: tapped, or named by the link (`?id=`). @param path of the list, without the id */
export function useOpenRow<Row extends { id: string }>(
  list: ListCallState<Row>,
  end: ReturnType<typeof useLoadMore>,
  path: string,
) {
  const { replace } = useNavigation();
  const [openId, open] = useState<string | null>(null);
  const onFound = useCallback(
    ({ id }: Row) => {
      open(id);
      replace(path);
    },
    [replace, path],
  );
  useRowOfLink(list, end, onFound);
  const row = openId === null ? undefined : list.items?.find(({ id }) => id === openId);
  return { row: row ?? null, open, close: () => open(null) };
}
