/** Records of any list as a table on paper, in the page's columns. */
import type { RecordColumn, RecordsFileRequest } from '../api';
import type { Coverage } from './collect';
import { factsOf, figure, MARGIN, RIGHT, type TableColumn, type TableShape } from './pdf-table';
import { cellOf, unitOf, type AnyRecord, type RecordTotals } from './records';
import { timeText } from './times';

const GAP = 6;

export function recordsTable(
  request: RecordsFileRequest,
  totals: RecordTotals,
  coverage: Coverage,
): TableShape<AnyRecord> {
  const { texts, columns } = request;
  const summed = [...columns.entries()].filter(([, { isSummed }]) => isSummed);
  return {
    texts,
    facts: factsOf(texts, request, coverage),
    totals: {
      columns: [texts.total, ...summed.map(([, { title }]) => title)],
      rows: totals.all().map(({ unit, sums }) => [
        unit,
        ...summed.map(([at]) => {
          const sum = sums.get(at);
          return sum === undefined ? '' : figure(sum, texts.lang);
        }),
      ]),
    },
    columns: placed(columns),
    cells: (row) => columns.map((column) => shown(row, column, texts.lang)),
  };
}

function placed(columns: readonly RecordColumn[]): TableColumn[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  let left = MARGIN;
  return columns.map(({ title, as, share }) => {
    const room = ((RIGHT - MARGIN) * share) / shares;
    const [start, width] = [left, room - GAP];
    left += room;
    return as === 'figure' ? { title, x: start + width, width, align: 'right' } : { title, x: start, width };
  });
}

function shown(row: AnyRecord, column: RecordColumn, lang: string): string {
  const cell = cellOf(row, column);
  if (cell === null) return '';
  if (column.as === 'time') return timeText(Number(cell));
  return column.as === 'figure' ? `${figure(cell, lang)} ${unitOf(row, column)}`.trim() : cell;
}
