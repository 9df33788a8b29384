import type { ReactNode } from 'react';
import { useNavigation } from '../../app/navigation';
import type { ListCallState } from '../../bridge/types';
import { NavBar } from '../../components/NavBar';
import { VirtualList } from '../../components/VirtualList';
import { formatMonth, monthKey } from '../../format/date';
import { useLocale } from '../../i18n/useLocale';
import { ReadArea } from '../read/ReadArea';
import { ReadStamp } from '../read/ReadStamp';
import type { useLoadMore } from '../read/useLoadMore';
import styles from './MonthlyRecords.module.css';
import { RecordExport } from './RecordExport';
import type { Exported } from './RecordExport/file';

export interface MonthlyRecordsProps<Row> {
  title: string;
  list: ListCallState<Row>;
  end: ReturnType<typeof useLoadMore>;
  /** Gives the time at which a record was made, UTC ms: the list puts it under that month. */
  timeOf: (row: Row) => number;
  renderRow: (row: Row) => ReactNode;
  /** About how high a row is, px (64). */
  rowHeight?: number;
  /** In place of a list without records. */
  empty: ReactNode;
  /** Stands above the list, e.g. tells the filters. */
  above?: ReactNode;
  /** Below it, e.g. that there is more elsewhere. */
  below?: ReactNode;
  /** The same records as a file. */
  exported: Exported;
}

/** A screen of records by month, in all its states. */
export function MonthlyRecords<Row extends { id: string }>(props: MonthlyRecordsProps<Row>) {
  const { title, list, end, timeOf, renderRow, rowHeight = 64, empty, above, below, exported } = props;
  const locale = useLocale();
  const { back } = useNavigation();
  const { items } = list;
  return (
    <>
      <NavBar title={title} onBack={back} actions={<RecordExport title={title} exported={exported} />} />
      <div className={styles['page']}>
        {above}
        <ReadStamp read={list} />
        <ReadArea
          read={list}
          hasData={items !== undefined}
          skeleton="rows"
          count={6}
          empty={items?.length === 0 ? empty : undefined}
        >
          <VirtualList
            label={title}
            items={items ?? []}
            keyOf={(row) => row.id}
            rowHeight={rowHeight}
            renderRow={renderRow}
            groupOf={(row) => monthKey(timeOf(row))}
            renderGroup={(row) => ({ label: formatMonth(timeOf(row), { locale }) })}
            {...end}
            onRefresh={list.refresh}
          />
        </ReadArea>
        {below}
      </div>
    </>
  );
}

export interface RecordRowProps {
  title: ReactNode;
  /** At the end of the first line. */
  figure: ReactNode;
  /** The second line: usually the time, and further facts. */
  below: ReactNode;
  aside: ReactNode;
  onOpen: () => void;
}

/** Two lines that open the record. */
export function RecordRow({ title, figure, below, aside, onOpen }: RecordRowProps) {
  return (
    <button type="button" className={styles['row']} onClick={onOpen}>
      <span className={styles['strong']}>{title}</span>
      <span className={styles['strong']}>{figure}</span>
      <span className={styles['meta']}>{below}</span>
      <span className={styles['meta']}>{aside}</span>
    </button>
  );
}
