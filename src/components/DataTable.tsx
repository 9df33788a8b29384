import type { Key, ReactNode } from 'react';
import styles from './DataTable.module.css';

export interface DataColumn {
  key: string;
  title: ReactNode;
  /** Words begin where their column does; figures end there. The first column, which names the rows, holds words. */
  isText?: boolean;
}

export interface DataRow {
  key: Key;
  /** Names the row. */
  head: ReactNode;
  /** The other columns by their keys; several lines of one name make a group. */
  lines: readonly Readonly<Record<string, ReactNode>>[];
  /** The row that concerns the person most. */
  isMarked?: boolean;
}

export interface DataTableProps {
  columns: readonly [DataColumn, ...DataColumn[]];
  rows: readonly DataRow[];
  /** Without it, that of running text. `micro` is for five columns on a phone. */
  size?: 'small' | 'micro';
}

/** Figures in rows and columns, as people read what a chart shows. */
export function DataTable({ columns, rows, size }: DataTableProps) {
  const others = columns.slice(1);
  return (
    <table className={styles['table']} data-size={size}>
      <thead>
        <tr>
          {columns.map(({ key, title, isText }) => (
            <th key={key} scope="col" data-text={isText || undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      {rows.map(({ key, head, lines, isMarked }) => (
        <tbody key={key} data-marked={isMarked || undefined}>
          {lines.map((cells, line) => (
            <tr key={line}>
              {line === 0 && (
                <th scope={lines.length > 1 ? 'rowgroup' : 'row'} rowSpan={lines.length}>
                  {head}
                </th>
              )}
              {others.map((column) => (
                <td key={column.key} data-text={column.isText || undefined}>
                  {cells[column.key]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
