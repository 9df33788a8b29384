import { useCallback, useEffect, useState } from 'react';
import { useDraft } from '../bridge/useDraft';
import { countUnread, showBadge } from './badge';

export interface UnreadState {
  count: number;
  /** Everything known by now has been seen. */
  markSeen: () => void;
}

/**
 * Counts notices and news newer than the last seen, and shows the number on the app's icon. The mark of the last seen lies with
 * the person's drafts in the worker, so it is theirs alone and goes at log-out. Nothing is unread on a device without a mark.
 * @param publishedAtMs when each notice and news was published, UTC ms; undefined while not known
 */
export function useUnread(publishedAtMs: readonly number[] | undefined): UnreadState {
  const { draft, save } = useDraft('seen-contents');
  const [seenNowMs, setSeenNowMs] = useState<number>();
  const newestMs = publishedAtMs && Math.max(0, ...publishedAtMs);
  const seenMs = seenNowMs ?? (draft ? Number(draft['at']) : undefined);
  const isKnown = publishedAtMs !== undefined && seenMs !== undefined;
  const count = isKnown ? countUnread(publishedAtMs, seenMs) : 0;

  const markSeen = useCallback(() => {
    if (newestMs === undefined) return;
    setSeenNowMs(newestMs);
    save({ at: String(newestMs) });
  }, [newestMs, save]);

  useEffect(() => {
    if (draft === null && seenNowMs === undefined) markSeen();
  }, [draft, seenNowMs, markSeen]);
  useEffect(() => {
    if (isKnown) showBadge({ contents: count });
  }, [isKnown, count]);
  return { count, markSeen };
}
