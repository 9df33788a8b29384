/** Declares a screen of records: its title, call, rows, filters, sheets, file and empty list. */
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useRef, type ComponentType, type ReactNode } from 'react';
import { useNavigation } from '../../app/navigation';
import { hrefTo, type Path } from '../../app/paths';
import type { ListCallState, SearchCallState } from '../../bridge/types';
import { EmptyState } from '../../components/EmptyState';
import { useLoadMore } from '../read/useLoadMore';
import type { RecordFilters } from './filters';
import { MonthlyRecords } from './MonthlyRecords';
import { RecordExport } from './RecordExport';
import type { ExportedRecords, RecordFile } from './RecordExport/file';

/** The records that the screen shows. */
export interface RecordList<Row> {
  list: ListCallState<Row>;
  /** The call, and how it is narrowed: the file has the same. */
  of: Omit<ExportedRecords, 'file'>;
  /** The search of which `list` is the rows, for its progress and its end. */
  search?: SearchCallState<Row>;
  /** Gives the total of a month, from the month's first row; null where it has none. */
  totalOf?: (first: Row) => ReactNode;
}

export interface RecordRead<Row, F> {
  useRead(filters: F): RecordList<Row>;
  /** Reads ahead the data that the screen opens with. */
  ahead(): Promise<unknown>;
}

export interface RecordRowProps<Row> {
  row: Row;
  /** The same function for every row and at every rendering, so that a memoised row stays as it is. */
  onOpen: (row: Row) => void;
}

/** The list that sheets open over. */
export interface ListBehind<Row> {
  list: ListCallState<Row>;
  end: ReturnType<typeof useLoadMore>;
  /** The screen's address with its filters, without the part of a link that opens a sheet. */
  here: string;
}

export interface RecordSheet<Row> {
  /** A row was tapped. */
  open: (row: Row) => void;
  /** The open sheet. */
  view: ReactNode;
  /** The empty list's action, where that is a sheet. */
  begin?: () => void;
}

/** A text, or one for each choice of the filters. */
type TextBy<F> = MessageDescriptor | ((filters: F) => MessageDescriptor);

export interface RecordsDeclaration<Row extends { id: string }, F> {
  title: TextBy<F>;
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
  useSheet: (behind: ListBehind<Row>) => RecordSheet<Row>;
  /** The file of the records; a button of the screen's own where a file is more than its rows. */
  file: RecordFile | ((filters: F) => RecordFile) | { Button: ComponentType<{ filters: F }> };
  empty: {
    hint: TextBy<F>;
    /** Leads to the place where records begin: a page, or without `to` the sheet's `begin`. */
    action?: { label: MessageDescriptor; to?: readonly [path: Path, query?: Record<string, string>] };
    /** Another hint for filters that nothing fits, and the label of the button that clears them. */
    narrowed?: { hint?: MessageDescriptor; label?: MessageDescriptor };
  };
}

interface Screen {
  Screen: () => ReactNode;
  ahead: () => Promise<unknown>;
}

function textBy<F>(text: TextBy<F>, filters: F): MessageDescriptor {
  return typeof text === 'function' ? text(filters) : text;
}

export function defineRecords<Row extends { id: string }, F>(declared: RecordsDeclaration<Row, F>): Screen {
  const { path, read, Row, timeOf, rowHeight, useSheet } = declared;
  const { useFilters, queryOf, isNarrowed, Above } = declared.filters;
  const { useRead } = read;

  function Screen() {
    const { t } = useLingui();
    const { replace } = useNavigation();
    const filters = useFilters();
    const { list, of, search, totalOf } = useRead(filters);
    const end = useLoadMore(list);
    const sheet = useSheet({ list, end, here: hrefTo(path, queryOf(filters)).slice(1) });
    const openRow = useLatest(sheet.open);
    const show = useCallback((next: F) => replace(path, queryOf(next)), [replace]);
    const renderRow = useCallback((row: Row) => <Row row={row} onOpen={openRow} />, [openRow]);
    const title = t(textBy(declared.title, filters));
    const empty = (
      <Empty
        {...declared}
        filters={filters}
        isNarrowed={search !== undefined || isNarrowed(filters)}
        onClear={() => show(declared.filters.cleared(filters))}
        begin={sheet.begin}
      />
    );
    return (
      <>
        <MonthlyRecords
          title={title}
          list={list}
          listKey={keyOf(of)}
          end={end}
          search={search}
          button={<FileButton file={declared.file} title={title} of={of} filters={filters} />}
          timeOf={timeOf}
          totalOf={totalOf}
          rowHeight={rowHeight}
          renderRow={renderRow}
          empty={empty}
          above={Above && <Above filters={filters} show={show} />}
        />
        {sheet.view}
      </>
    );
  }
  return { Screen, ahead: () => read.ahead() };
}

/** Returns a function that stays the same and calls the last rendering's. */
function useLatest<T>(callback: (value: T) => void): (value: T) => void {
  const latest = useRef(callback);
  useEffect(() => {
    latest.current = callback;
  });
  return useCallback((value) => latest.current(value), []);
}

/** Names the list: a call narrowed otherwise is another list, which begins at its top. */
function keyOf({ call, filters }: Omit<ExportedRecords, 'file'>): string {
  return `${call.name} ${new URLSearchParams(Object.entries(filters ?? {}).map(([name, value]) => [name, value ?? '']))}`;
}

interface FileButtonProps<F> {
  file: RecordsDeclaration<never, F>['file'];
  title: string;
  of: Omit<ExportedRecords, 'file'>;
  filters: F;
}

function FileButton<F>({ file, title, of, filters }: FileButtonProps<F>) {
  if ('Button' in file) return <file.Button filters={filters} />;
  return <RecordExport title={title} exported={{ file: typeof file === 'function' ? file(filters) : file, ...of }} />;
}

interface EmptyProps<F> {
  empty: RecordsDeclaration<never, F>['empty'];
  filters: F;
  isNarrowed: boolean;
  onClear: () => void;
  begin: (() => void) | undefined;
}

/** In place of a list without records. */
function Empty<F>({ empty, filters, isNarrowed, onClear, begin }: EmptyProps<F>) {
  const { t } = useLingui();
  const { open } = useNavigation();
  const { action, narrowed = {} } = empty;
  const hint = textBy(empty.hint, filters);
  if (isNarrowed) {
    const { label } = narrowed;
    const clear = label && { label: t(label), onClick: onClear };
    return <EmptyState hint={t(narrowed.hint ?? hint)} filtered action={clear} />;
  }
  const act = () => (action?.to ? open(...action.to) : begin?.());
  return <EmptyState hint={t(hint)} action={action && { label: t(action.label), onClick: act }} />;
}
