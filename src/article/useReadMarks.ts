import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { MARKED_CONTENTS, markRead, readMarks } from '../../contract/calls/articles';
import { bridge } from '../bridge/bridge';
import { useConnection } from '../bridge/session';
import { useCall } from '../bridge/useCall';
import { useDraft } from '../bridge/useDraft';

export interface ReadMarks {
  isUnread: (item: { id: string; publishedAt: number }) => boolean;
  mark: (id: string) => void;
}

/**
 * The news that the person has read, on any device. What is read without a connection lies with the person's drafts and is told when
 * this page is next open with one. Nothing counts as unread before the gateway's marks are known.
 */
export function useReadMarks(): ReadMarks {
  const { data } = useCall(readMarks, {});
  const { isOnline } = useConnection();
  const { draft, save, clear } = useDraft('read-contents');
  const [opened, setOpened] = useState<readonly string[]>([]);
  const kept = draft?.['ids'];
  const mine = useMemo(() => [...new Set([...(kept ?? '').split(' '), ...opened])].filter(Boolean), [kept, opened]);
  const told = useMemo(() => new Set(data?.ids), [data]);
  const untold = data === undefined ? '' : mine.filter((id) => !told.has(id)).join(' ');

  useEffect(() => {
    if (untold === '') return;
    save({ ids: untold });
    if (!isOnline) return;
    const ids = untold.split(' ').slice(-MARKED_CONTENTS);
    // A refusal is no matter for the person: the marks are kept, and told the next time.
    void bridge()
      .write(markRead, { ids })
      .then(({ ok }) => ok && clear());
  }, [untold, isOnline, save, clear]);

  const mark = useCallback((id: string) => setOpened((before) => (before.includes(id) ? before : [...before, id])), []);
  const isUnread = useCallback(
    ({ id, publishedAt }: { id: string; publishedAt: number }) =>
      data !== undefined && publishedAt >= data.from && !told.has(id) && !mine.includes(id),
    [data, told, mine],
  );
  return useMemo(() => ({ isUnread, mark }), [isUnread, mark]);
}

/** For the rows of a list. */
export const ReadMarksContext = createContext<ReadMarks>({ isUnread: () => false, mark: () => {} });
export const useMarks = (): ReadMarks => useContext(ReadMarksContext);
