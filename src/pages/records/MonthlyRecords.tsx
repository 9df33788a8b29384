import { memo, useCallback, type ReactNode } from 'react';
import { useNavigation } from '../../app/navigation';
import type { ListCallState, SearchCallState } from '../../bridge/types';
import { NavBar } from '../../components/NavBar';
import { VirtualList } from '../../components/VirtualList';
import { formatMonth, monthKey } from '../../format/date';
import { useLocale } from '../../i18n/useLocale';
import { ReadArea } from '../read/ReadArea';
import { ReadStamp } from '../read/ReadStamp';
import type { useLoadMore } from '../read/useLoadMore';
import styles from './MonthlyRecords.module.css';
import { SearchEndNote, SearchProgress } from './SearchProgress';

interface MonthListProps<Row> {
  title: string;
  list: ListCallState<Row>;
  end: ReturnType<typeof useLoadMore>;
  /** Gives the time at which a record was made, UTC ms: the list puts it under that month. */
  timeOf: (row: Row) => number;
  /** Gives the total of a month, from the month's first row; null where it has none. */
  totalOf?: ((first: Row) => ReactNode) | undefined;
  renderRow: (row: Row) => ReactNode;
  /** About how high a row is, px (64). */
  rowHeight?: number | undefined;
}

export interface MonthlyRecordsProps<Row> extends MonthListProps<Row> {
  /** Names the list; one of another name begins at its top. */
  listKey: string;
  /** The search of which the list is the rows. */
  search?: SearchCallState<Row> | undefined;
  /** In the bar: makes a file of the records. */
  button: ReactNode;
  /** In place of a list without records. */
  empty: ReactNode;
  /** Stands above the list, e.g. tells the filters. */
  above?: ReactNode;
}

/** A screen of records by month, in all its states. */
export function MonthlyRecords<Row extends { id: string }>(props: MonthlyRecordsProps<Row>) {
  const { listKey, search, button, empty, above, ...months } = props;
  const { title, list } = months;
  const { back } = useNavigation();
  const isEmpty = list.items?.length === 0;
  // A search that has not looked at everything has not found nothing.
  const isLooking = isEmpty && search?.isSearching === true;
  const isOpen = isEmpty && search !== undefined && search.end !== 'complete';
  return (
    <>
      <NavBar title={title} onBack={back} actions={button} />
      <div className={styles['page']}>
        {above}
        <ReadStamp read={list} />
        {search && <SearchProgress search={search} />}
        <ReadArea
          read={isLooking ? { ...list, isLoading: true } : list}
          hasData={list.items !== undefined && !isLooking}
          skeleton="rows"
          count={6}
          empty={isEmpty && !isOpen ? empty : undefined}
        >
          {!isEmpty && <MonthList key={listKey} {...months} />}
        </ReadArea>
        {search && <SearchEndNote search={search} />}
      </div>
    </>
  );
}

function MonthListOf<Row extends { id: string }>(props: MonthListProps<Row>) {
  const { title, list, end, timeOf, totalOf, renderRow, rowHeight = 64 } = props;
  const locale = useLocale();
  const renderGroup = useCallback(
    (first: Row) => {
      const label = formatMonth(timeOf(first), { locale });
      const total = totalOf?.(first) ?? null;
      return total === null ? { label } : { label, total };
    },
    [timeOf, totalOf, locale],
  );
  return (
    <VirtualList
      label={title}
      items={list.items ?? []}
      keyOf={(row) => row.id}
      rowHeight={rowHeight}
      renderRow={renderRow}
      groupOf={(row) => monthKey(timeOf(row))}
      renderGroup={renderGroup}
      {...end}
      onRefresh={list.refresh}
    />
  );
}

/** Memoised, so that another filter is shown as chosen before its rows are there. */
const MonthList = memo(MonthListOf) as typeof MonthListOf;

export interface TwoLineRowProps {
  title: ReactNode;
  /** At the end of the first line. */
  figure: ReactNode;
  /** The second line: usually the time, and further facts. */
  below: ReactNode;
  aside: ReactNode;
  onOpen: () => void;
}

/** Two lines that open the record. */
export function RecordRow({ title, figure, below, aside, onOpen }: TwoLineRowProps) {
  return (
    <button type="button" className={styles['row']} onClick={onOpen}>
      <span className={styles['strong']}>{title}</span>
      <span className={styles['strong']}>{figure}</span>
      <span className={styles['meta']}>{below}</span>
      <span className={styles['meta']}>{aside}</span>
    </button>
  );
}
