import { Trans } from '@lingui/react/macro';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useGradualRows } from '../../start';
import styles from './Chat.module.css';

/** Nearer to the end than this a reader stays at the end when messages come. */
const AT_END_PX = 80;
const SCREENS_AHEAD = 3;
const ROW_PX = 64;

export interface ChatRowsProps<T> {
  /** Names the chat for screen readers. */
  label: string;
  /** The oldest first. A row that has not changed is the same object. */
  rows: readonly T[];
  keyOf: (row: T) => string;
  renderRow: (row: T) => ReactNode;
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
export function ChatRows<T>(props: ChatRowsProps<T>) {
  const { label, rows, keyOf, renderRow, hasMore, isLoadingMore, loadFailed, onStartReached, said } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const getItemKey = useCallback(
    (index: number) => {
      const row = rows[index];
      return row === undefined ? index : keyOf(row);
    },
    [rows, keyOf],
  );
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey,
    overscan: 6,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: AT_END_PX,
    useFlushSync: false,
  });
  useEnd(virtualizer, rows.length > 0, said);
  useStartReached(virtualizer, {
    length: rows.length,
    isAllowed: hasMore && !isLoadingMore && !loadFailed,
    onStartReached,
  });
  const from = virtualizer.scrollOffset ?? 0;
  const sight = { from, to: from + (virtualizer.scrollRect?.height ?? 0) };
  const shown = useGradualRows(virtualizer.getVirtualItems(), sight);
  return (
    <div ref={scroller} className={styles['rows']} role="log" aria-label={label}>
      {hasMore && (
        <p className={styles['day']} role="status">
          {loadFailed ? (
            <>
              <Trans>Could not load more</Trans>{' '}
              <button type="button" className={styles['retry']} onClick={onStartReached}>
                <Trans>Retry</Trans>
              </button>
            </>
          ) : (
            isLoadingMore && <Trans>Loading …</Trans>
          )}
        </p>
      )}
      <div className={styles['sizer']} role="list" style={{ height: virtualizer.getTotalSize() }}>
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
