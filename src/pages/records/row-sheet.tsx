import type { ComponentType } from 'react';
import { useOpenRow } from '../read/useOpenRow';
import type { ListBehind, RecordSheet } from './define-records';

export interface RowSheetProps<Row> {
  /** Null while it is closed. */
  row: Row | null;
  onClose: () => void;
}

/** One sheet for a row that is tapped, or that the link names (`?id=`). */
export function rowSheet<Row extends { id: string }>(Sheet: ComponentType<RowSheetProps<Row>>) {
  return function useRowSheet({ list, end, here }: ListBehind<Row>): RecordSheet<Row> {
    const { row, open, close } = useOpenRow(list, end, here);
    return { open: ({ id }) => open(id), view: <Sheet row={row} onClose={close} /> };
  };
}
