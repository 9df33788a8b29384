import { Trans } from '@lingui/react/macro';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { formatDate } from '../../format/date';
import { useLocale } from '../../i18n/useLocale';
import { useGradualRows } from '../../start';
import styles from './Chat.module.css';

/** Nearer to the end than this a reader stays at the end when messages come. */
const AT_END_PX = 80;
const SCREENS_AHEAD = 3;
const ROW_PX = 64;
/** Above the first row: air, or the line that tells of older ones (`.earlier`). */
const TOP_PX = 8;
const EARLIER_PX = 48;
const BOTTOM_PX = 12;

export interface ChatRowsProps<T> {
  /** Names the chat for screen readers. */
  label: string;
  /** The oldest first. A row that has not changed is the same object. */
  rows: readonly T[];
  renderRow: (row: T) => ReactNode;
  /** Time of the first row, UTC ms; null when it is not known. */
  startsAt: number | null;
  /** There are older rows. */
  hasMore: boolean;
  isLoadingMore: boolean;
  loadFailed: boolean;
  /** Asked once per length, three screens before the beginning. */
  onStartReached: () => void;
  /** Changes when the person says something: then the end is shown. */
  said: number;
}

type Rows = Virtualizer<HTMLDivElement, HTMLElement>;

/**
 * A chat of any length: only rows near the screen exist. It begins at its end and stays there while it grows; whoever reads
 * farther up keeps their place, also when older rows come in above.
 */
export function ChatRows<T extends { key: string }>(props: ChatRowsProps<T>) {
  const { label, rows, renderRow, startsAt, hasMore, isLoadingMore, loadFailed, onStartReached, said } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    paddingStart: hasMore ? EARLIER_PX : TOP_PX,
    paddingEnd: BOTTOM_PX,
    overscan: 6,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: AT_END_PX,
    useFlushSync: false,
  });
  useEnd(virtualizer, rows.length > 0, said);
  useEndOnLowerScreen(scroller);
  useStartReached(virtualizer, {
    length: rows.length,
    isAllowed: hasMore && !isLoadingMore && !loadFailed,
    onStartReached,
  });
  const from = virtualizer.scrollOffset ?? 0;
  const sight = { from, to: from + (virtualizer.scrollRect?.height ?? 0) };
  const shown = useGradualRows(virtualizer.getVirtualItems(), sight);
  // Rows come and go while somebody scrolls: only the room tells what is new.
  return (
    <div ref={scroller} className={styles['rows']} role="log" aria-live="off" aria-label={label}>
      <div className={styles['sizer']} style={{ height: virtualizer.getTotalSize() }}>
        {hasMore && (
          <Earlier startsAt={startsAt} isLoading={isLoadingMore} hasFailed={loadFailed} onRetry={onStartReached} />
        )}
        <div role="list">
          {shown.map(({ index, key, start }) => {
            const row = rows[index];
            return (
              row !== undefined && (
                <div
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  className={styles['placed']}
                  role="listitem"
                  aria-posinset={index + 1}
                  aria-setsize={hasMore ? -1 : rows.length}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <RowContent row={row} renderRow={renderRow as (row: unknown) => ReactNode} />
                </div>
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface EarlierProps {
  startsAt: number | null;
  isLoading: boolean;
  hasFailed: boolean;
  onRetry: () => void;
}

/** The line above the first row: its day, or how it is with the older ones. As high at every time, so that nothing jumps. */
function Earlier({ startsAt, isLoading, hasFailed, onRetry }: EarlierProps) {
  const locale = useLocale();
  return (
    <p className={styles['earlier']} role="status">
      {hasFailed ? (
        <>
          <Trans>Could not load more</Trans>{' '}
          <button type="button" className={styles['retry']} onClick={onRetry}>
            <Trans>Retry</Trans>
          </button>
        </>
      ) : isLoading ? (
        <Trans>Loading …</Trans>
      ) : (
        startsAt !== null && formatDate(startsAt, { locale })
      )}
    </p>
  );
}

/** A row that stays in sight is not rendered again while others come and go. */
const RowContent = memo(function RowContent({
  row,
  renderRow,
}: {
  row: unknown;
  renderRow: (row: unknown) => ReactNode;
}) {
  return <>{renderRow(row)}</>;
});

/** Shows the end first, and again when the person has said something. */
function useEnd(virtualizer: Rows, hasRows: boolean, said: number): void {
  useLayoutEffect(() => {
    if (hasRows) virtualizer.scrollToEnd();
  }, [virtualizer, hasRows, said]);
}

/** Keeps a reader at the end when the keyboard, or a line above or below, takes room away. */
function useEndOnLowerScreen(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let height = element.clientHeight;
    const observer = new ResizeObserver(() => {
      const lost = height - element.clientHeight;
      height = element.clientHeight;
      const isAtEnd = element.scrollHeight - height - element.scrollTop <= lost + AT_END_PX;
      if (lost > 0 && isAtEnd) element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
}

function useStartReached(
  virtualizer: Rows,
  { length, isAllowed, onStartReached }: { length: number; isAllowed: boolean; onStartReached: () => void },
): void {
  const asked = useRef(-1);
  const screen = virtualizer.scrollRect?.height ?? 0;
  const isNear = screen > 0 && length > 0 && (virtualizer.scrollOffset ?? 0) < SCREENS_AHEAD * screen;
  useEffect(() => {
    if (!isNear || !isAllowed || asked.current === length) return;
    asked.current = length;
    onStartReached();
  }, [isNear, isAllowed, length, onStartReached]);
}
