/** Declares a screen of records: its title, call, rows, filters, sheets, file and empty list. */
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { ComponentType, ReactNode } from 'react';
import { useNavigation } from '../../app/navigation';
import { hrefTo, type Path } from '../../app/paths';
import type { ListCallState } from '../../bridge/types';
import { EmptyState } from '../../components/EmptyState';
import { useLoadMore } from '../read/useLoadMore';
import type { RecordFilters } from './filters';
import { MonthlyRecords } from './MonthlyRecords';
import type { Exported, RecordFile } from './RecordExport/file';

/** The list that the screen shows. */
export interface Shown<Row> {
  list: ListCallState<Row>;
  /** The call, and how it is narrowed: the file has the same. */
  of: Omit<Exported, 'file'>;
  /** Below the list. */
  below?: ReactNode;
}

export interface RecordRead<Row, F> {
  useRead(filters: F): Shown<Row>;
  /** Reads ahead the data that the screen opens with. */
  ahead(): Promise<unknown>;
}

export interface RecordRowProps<Row> {
  row: Row;
  onOpen: () => void;
}

/** The list that sheets open over. */
export interface Below<Row> {
  list: ListCallState<Row>;
  end: ReturnType<typeof useLoadMore>;
  /** The screen's address with its filters, without the part of a link that opens a sheet. */
  here: string;
}

export interface OpenSheet<Row> {
  /** A row was tapped. */
  open: (row: Row) => void;
  /** The open sheet. */
  view: ReactNode;
  /** The empty list's action, where that is a sheet. */
  begin?: () => void;
}

export interface RecordsDeclaration<Row extends { id: string }, F> {
  title: MessageDescriptor;
  path: Path;
  /** The filters of the list; `UNFILTERED` for none. */
  filters: RecordFilters<F>;
  read: RecordRead<Row, F>;
  Row: ComponentType<RecordRowProps<Row>>;
  /** Gives the time at which a record was made, UTC ms: the list puts it under that month. */
  timeOf: (row: Row) => number;
  /** About how high a row is, px (64). */
  rowHeight?: number;
  /** The hook that opens a sheet for a tapped row; `rowSheet` for a single sheet. */
  useSheet: (below: Below<Row>) => OpenSheet<Row>;
  file: RecordFile | ((filters: F) => RecordFile);
  empty: {
    hint: MessageDescriptor | ((filters: F) => MessageDescriptor);
    /** Leads to the place where records begin: a page, or without `to` the sheet's `begin`. */
    action?: { label: MessageDescriptor; to?: readonly [path: Path, query?: Record<string, string>] };
    /** When nothing fits the filters: another hint, and the label of the button that clears them. */
    narrowed?: { hint?: MessageDescriptor; label?: MessageDescriptor };
  };
}

interface Screen {
  Screen: () => ReactNode;
  ahead: () => Promise<unknown>;
}

export function defineRecords<Row extends { id: string }, F>(declared: RecordsDeclaration<Row, F>): Screen {
  const { path, read, Row, timeOf, rowHeight, useSheet, file } = declared;
  const { useFilters, queryOf, Above } = declared.filters;
  const { useRead } = read;

  function Screen() {
    const { t } = useLingui();
    const { replace } = useNavigation();
    const filters = useFilters();
    const { list, of, below } = useRead(filters);
    const end = useLoadMore(list);
    const sheet = useSheet({ list, end, here: hrefTo(path, queryOf(filters)).slice(1) });
    const show = (next: F) => replace(path, queryOf(next));
    return (
      <>
        <MonthlyRecords
          title={t(declared.title)}
          list={list}
          end={end}
          exported={{ file: typeof file === 'function' ? file(filters) : file, ...of }}
          timeOf={timeOf}
          rowHeight={rowHeight}
          renderRow={(row) => <Row row={row} onOpen={() => sheet.open(row)} />}
          empty={<Empty declared={declared} filters={filters} show={show} begin={sheet.begin} />}
          above={Above && <Above filters={filters} show={show} />}
          below={below}
        />
        {sheet.view}
      </>
    );
  }
  return { Screen, ahead: () => read.ahead() };
}

interface EmptyProps<F> {
  declared: Pick<RecordsDeclaration<never, F>, 'empty' | 'filters'>;
  filters: F;
  show: (next: F) => void;
  begin?: (() => void) | undefined;
}

/** In place of a list without records. */
function Empty<F>({ declared, filters, show, begin }: EmptyProps<F>) {
  const { t } = useLingui();
  const { open } = useNavigation();
  const { isNarrowed, cleared } = declared.filters;
  const { hint, action, narrowed = {} } = declared.empty;
  const usual = typeof hint === 'function' ? hint(filters) : hint;
  if (isNarrowed(filters)) {
    const { label } = narrowed;
    const clear = label && { label: t(label), onClick: () => show(cleared(filters)) };
    return <EmptyState hint={t(narrowed.hint ?? usual)} filtered action={clear} />;
  }
  const act = () => (action?.to ? open(...action.to) : begin?.());
  return <EmptyState hint={t(usual)} action={action && { label: t(action.label), onClick: act }} />;
}
