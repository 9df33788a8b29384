import { Trans } from '@lingui/react/macro';
import { useVirtualizer, useWindowVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual';
import {
  Fragment,
  memo,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { PullToRefresh } from './PullToRefresh';
import { useGradualRows } from '../start';
import {
  entriesOf,
  groupSizes,
  sectionsOf,
  withStickyHeading,
  type ListEntries,
  type ListEntry,
} from './virtual-list-entries';
import styles from './VirtualList.module.css';

export interface VirtualListProps<T> {
  /** Names the list for screen readers. */
  label: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  renderRow: (item: T) => ReactNode;
  /** An estimate in px; rows are measured when they appear. */
  rowHeight: number;
  hasMore: boolean;
  loadingMore?: boolean;
  /** The last page could not be loaded; the end offers Retry, which asks again. */
  loadFailed?: boolean;
  /** Asked once per length, three screens before the end. */
  onEndReached: () => void;
  /** Pull to refresh. */
  onRefresh?: () => Promise<unknown>;
  /** The key of an item's group, e.g. its month: a sticky heading stands wherever it changes. */
  groupOf?: (item: T) => string;
  /** Gives the heading's text from the group's first item; the list asks only for headings near the screen. */
  renderGroup?: (first: T) => { label: ReactNode; total?: ReactNode };
  /** The element that scrolls; the window without it. */
  scrollRef?: RefObject<HTMLElement | null>;
}

type AnyVirtualizer = Virtualizer<Window, HTMLElement> | Virtualizer<HTMLElement, HTMLElement>;

const SCREENS_AHEAD = 3;

/** Returns the distance of the list's top from the top of the scrolling element. */
function useScrollMargin(
  list: RefObject<HTMLElement | null>,
  scrollRef: RefObject<HTMLElement | null> | undefined,
): number {
  const [margin, setMargin] = useState(0);
  useEffect(() => {
    const measure = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const scroller = scrollRef?.current;
      const origin = scroller ? scroller.getBoundingClientRect().top - scroller.scrollTop : -window.scrollY;
      setMargin(Math.round(top - origin));
    };
    // It tells at once and right after a layout, where reading a place costs nothing, and again when what lies above the
    // list grows or goes.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list, scrollRef]);
  return margin;
}

/** A long list: only rows near the screen exist. Sticky headings, infinite loading, pull to refresh, an end marker. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  return props.scrollRef ? <ElementList {...props} scrollRef={props.scrollRef} /> : <WindowList {...props} />;
}

/** The entries of the items; `keyOf` and `groupOf` are taken to mean the same all the time. */
function useEntries<T>({ items, keyOf, groupOf }: VirtualListProps<T>): readonly ListEntry<T>[] {
  const [made, setMade] = useState<ListEntries<T>>(() => entriesOf(items, { keyOf, groupOf }));
  if (made.items === items) return made.entries;
  const next = entriesOf(items, { keyOf, groupOf }, made);
  setMade(next);
  return next.entries;
}

/**
 * A row counts as high as estimated until the observer has seen its layout: asking each new row for its height would lay
 * out the page once per row.
 */
function heightOf(row: HTMLElement, seen: ResizeObserverEntry | undefined, virtualizer: AnyVirtualizer): number {
  const box = seen?.borderBoxSize[0];
  if (box) return Math.round(box.blockSize);
  const { itemSizeCache, options } = virtualizer;
  const index = Number(row.dataset['index']);
  return itemSizeCache.get(options.getItemKey(index)) ?? options.estimateSize(index);
}

/** Returns the virtualizer's options that both kinds of scrolling share. */
function useOptions<T>(props: VirtualListProps<T>, list: RefObject<HTMLElement | null>) {
  const { rowHeight, scrollRef } = props;
  const entries = useEntries(props);
  const scrollMargin = useScrollMargin(list, scrollRef);
  // Given another function, the virtualizer goes through all rows again.
  const getItemKey = useCallback((index: number) => entries[index]?.key ?? index, [entries]);
  const rangeExtractor = useMemo(() => withStickyHeading(entries), [entries]);
  return {
    entries,
    options: {
      count: entries.length,
      overscan: 4,
      scrollMargin,
      measureElement: heightOf,
      // A scrolled list is drawn in the frame after, as native scrolling goes on without the page anyway: rows made within
      // the scroll event would add to that frame's own layout.
      useFlushSync: false,
      estimateSize: (index: number) => (entries[index]?.kind === 'heading' ? 36 : rowHeight),
      getItemKey,
      rangeExtractor,
    },
  };
}

/** The window's size, given to the list at once: otherwise it measures first, and renders its rows in a second pass. */
const windowRect = () => ({ width: window.innerWidth, height: window.innerHeight });

function WindowList<T>(props: VirtualListProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const { entries, options } = useOptions(props, list);
  const virtualizer = useWindowVirtualizer<HTMLElement>({ ...options, initialRect: windowRect() });
  return <ListBody {...props} list={list} entries={entries} virtualizer={virtualizer} />;
}

function ElementList<T>(props: VirtualListProps<T> & { scrollRef: RefObject<HTMLElement | null> }) {
  const list = useRef<HTMLDivElement>(null);
  const { entries, options } = useOptions(props, list);
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    ...options,
    getScrollElement: () => props.scrollRef.current,
  });
  return <ListBody {...props} list={list} entries={entries} virtualizer={virtualizer} />;
}

/** Asks for the next page when less than three screens are left, once per length of the list. */
function useEndReached<T>(props: VirtualListProps<T>, virtualizer: AnyVirtualizer): void {
  const { items, hasMore, loadingMore = false, loadFailed = false, onEndReached } = props;
  const asked = useRef(-1);
  const scrolled = virtualizer.scrollOffset ?? 0;
  const screen = virtualizer.scrollRect?.height ?? 0;
  const left = virtualizer.getTotalSize() + virtualizer.options.scrollMargin - scrolled - screen;
  const near = screen > 0 && left < SCREENS_AHEAD * screen;
  useEffect(() => {
    if (!near || !hasMore || loadingMore || loadFailed || asked.current === items.length) return;
    asked.current = items.length;
    onEndReached();
  }, [near, hasMore, loadingMore, loadFailed, items.length, onEndReached]);
}

interface ListBodyProps<T> extends VirtualListProps<T> {
  list: RefObject<HTMLDivElement | null>;
  entries: readonly ListEntry<T>[];
  virtualizer: AnyVirtualizer;
}

function ListBody<T>(props: ListBodyProps<T>) {
  const { label, list, entries, virtualizer, onRefresh, scrollRef } = props;
  useEndReached(props, virtualizer);
  const from = virtualizer.scrollOffset ?? 0;
  const sight = { from, to: from + (virtualizer.scrollRect?.height ?? 0) };
  const shown = useGradualRows(virtualizer.getVirtualItems(), sight);
  const moveFocus = useRowKeys(virtualizer, entries.length);
  const id = useId();
  const body = (
    <>
      <div
        ref={list}
        id={id}
        className={styles['list']}
        role="group"
        aria-label={label}
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={moveFocus}
      >
        <Groups {...props} shown={shown} id={id} />
      </div>
      <End {...props} />
    </>
  );
  return onRefresh ? (
    <PullToRefresh onRefresh={onRefresh} scrollRef={scrollRef}>
      {body}
    </PullToRefresh>
  ) : (
    body
  );
}

interface GroupsProps<T> extends ListBodyProps<T> {
  shown: readonly VirtualItem[];
  /** Id of the element that names the list. */
  id: string;
}

/**
 * A list for each group, named after its heading, which stands before it: a list holds nothing but items. Each item tells
 * its place, since only a few of them exist; the last group has no known size while more can be loaded.
 */
function Groups<T>({ shown, id, entries, virtualizer, hasMore, renderRow, renderGroup }: GroupsProps<T>) {
  const sizes = useMemo(() => groupSizes(entries), [entries]);
  const openGroup = hasMore ? entries.at(-1)?.group : undefined;
  const stickyIndex = shown.find((row) => entries[row.index]?.kind === 'heading')?.index;
  const headingIdOf = (group: string) => (renderGroup ? `${id}${encodeURIComponent(group)}` : undefined);
  const nameOf = (group: string) => (renderGroup ? `${id} ${headingIdOf(group)}` : id);
  const rowOf = (row: VirtualItem) => {
    const entry = entries[row.index];
    if (!entry) return null;
    const { group, kind } = entry;
    const isSticky = row.index === stickyIndex;
    const setSize = group === openGroup ? -1 : sizes.get(group);
    return (
      <div
        key={row.key}
        ref={virtualizer.measureElement}
        data-index={row.index}
        className={isSticky ? styles['sticky'] : kind === 'item' ? styles['item'] : styles['row']}
        style={isSticky ? undefined : { transform: `translateY(${row.start - virtualizer.options.scrollMargin}px)` }}
        {...(kind === 'item' && {
          role: 'listitem',
          'aria-posinset': entry.place,
          'aria-setsize': setSize,
          'data-first': entry.first || undefined,
          'data-last': entry.last || undefined,
        })}
      >
        <RowContent entry={entry} headingId={headingIdOf(group)} renderRow={renderRow} renderGroup={renderGroup} />
      </div>
    );
  };
  return sectionsOf(shown, entries).map(({ group, heading, items }) => (
    <Fragment key={group}>
      {heading && rowOf(heading)}
      {items.length > 0 && (
        <div role="list" aria-labelledby={nameOf(group)}>
          {items.map(rowOf)}
        </div>
      )}
    </Fragment>
  ));
}

interface RowContentProps<T> {
  entry: ListEntry<T>;
  headingId: string | undefined;
  renderRow: (item: T) => ReactNode;
  renderGroup: ((first: T) => { label: ReactNode; total?: ReactNode }) | undefined;
}

function RowContentOf<T>({ entry, headingId, renderRow, renderGroup }: RowContentProps<T>) {
  return entry.kind === 'heading' ? <Heading id={headingId} {...renderGroup?.(entry.item)} /> : renderRow(entry.item);
}

/** A row that stays in sight is not rendered again while others come and go. */
const RowContent = memo(RowContentOf) as typeof RowContentOf;

interface HeadingProps {
  /** Id of the heading's name, without its total. */
  id: string | undefined;
  label?: ReactNode;
  total?: ReactNode;
}

function Heading({ id, label, total }: HeadingProps) {
  return (
    <h2 className={styles['heading']}>
      <span id={id}>{label}</span>
      {total !== undefined && <span className={styles['total']}>{total}</span>}
    </h2>
  );
}

/** ↑ and ↓ move between the rows' links and buttons. */
function useRowKeys(virtualizer: AnyVirtualizer, count: number): (event: KeyboardEvent<HTMLElement>) => void {
  return useCallback(
    (event) => {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]');
      if (step === 0 || !row) return;
      const target = (index: number) =>
        event.currentTarget.querySelector<HTMLElement>(`[data-index="${index}"] :is(a[href], button:not(:disabled))`);
      for (let index = Number(row.dataset['index']) + step; index >= 0 && index < count; index += step) {
        const next = target(index);
        if (!next) continue;
        event.preventDefault();
        next.focus({ preventScroll: true });
        virtualizer.scrollToIndex(index, { align: 'auto' });
        return;
      }
    },
    [virtualizer, count],
  );
}

function End<T>({ items, hasMore, loadingMore = false, loadFailed = false, onEndReached }: VirtualListProps<T>) {
  if (items.length === 0 && !loadingMore) return null;
  if (loadFailed) {
    return (
      <p className={styles['end']} role="alert">
        <Trans>Could not load more</Trans>{' '}
        <button type="button" className={styles['retry']} onClick={onEndReached}>
          <Trans>Retry</Trans>
        </button>
      </p>
    );
  }
  return (
    <p className={styles['end']} role="status">
      {loadingMore ? <Trans>Loading …</Trans> : hasMore ? null : <Trans>No more</Trans>}
    </p>
  );
}
