/** Records of any list as the page's columns say: cells of a row, totals, and the file as CSV. */
import { amountCell, csvLine, textCell } from '../../contract/files/csv';
import type { RecordColumn, RecordsFileRequest } from '../api';
import type { Coverage } from './collect';
import { CsvFile } from './csv-file';
import { fill } from './fill';
import { Sums } from './sums';
import { isoTime } from './times';

export type AnyRecord = Readonly<Record<string, unknown>>;

/** The value at `a.b`; undefined where there is none. */
function valueAt(record: AnyRecord, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as AnyRecord | null | undefined)?.[name], record);
}

/** Returns the text that a column shows of a record; null where the record has no value. */
export function cellOf(record: AnyRecord, { fields, names }: RecordColumn): string | null {
  const value = fields.map((field) => valueAt(record, field)).find((one) => one !== null && one !== undefined);
  if (value === undefined) return null;
  const text = String(value);
  return names?.[text] ?? text;
}

/** Returns the unit of a figure; empty for a bare number. */
export function unitOf(record: AnyRecord, { unit, unitField }: RecordColumn): string {
  return unit ?? (unitField === undefined ? '' : String(valueAt(record, unitField) ?? ''));
}

export class RecordTotals {
  readonly #sums = new Sums();

  constructor(private readonly request: Pick<RecordsFileRequest, 'columns' | 'counts'>) {}

  take(record: AnyRecord): void {
    const { columns, counts } = this.request;
    if (counts && !counts.values.includes(String(valueAt(record, counts.field)))) return;
    for (const [at, column] of columns.entries()) {
      const figure = column.isSummed ? cellOf(record, column) : null;
      if (figure !== null) this.#sums.add(unitOf(record, column), at, figure);
    }
  }

  all(): ReturnType<Sums['all']> {
    return this.#sums.all();
  }
}

/** Writes records as CSV: the oldest first, the totals last. */
export class CsvRecords {
  readonly #rows = new CsvFile();

  constructor(private readonly request: RecordsFileRequest) {}

  /** @param rows newest first, all older than those before them */
  add(rows: readonly AnyRecord[]): void {
    this.#rows.add(rows.map((row) => csvLine(this.request.columns.map((column) => csvCell(row, column)))));
  }

  file(totals: RecordTotals, { coveredFrom }: Coverage): Blob {
    const { columns, texts } = this.request;
    const head = csvLine(columns.map(({ title, unit }) => textCell(unit ? `${title} (${unit})` : title)));
    const note = columns.map((_, at) =>
      at === 0 && coveredFrom !== null ? textCell(fill(texts.incomplete, { time: isoTime(coveredFrom) })) : '',
    );
    const sums = totals.all().map(({ unit, sums: found }) =>
      csvLine(
        columns.map(({ fields }, at) => {
          const sum = found.get(at);
          if (sum !== undefined) return amountCell(sum);
          if (at === 0) return textCell(texts.total);
          // In the totals too, the column of units names the unit.
          const isUnit = columns.some(({ unitField }, of) => found.has(of) && unitField === fields[0]);
          return isUnit ? textCell(unit) : '';
        }),
      ),
    );
    return this.#rows.file([head, ...(coveredFrom === null ? [] : [csvLine(note)])], sums);
  }
}

function csvCell(record: AnyRecord, column: RecordColumn): string {
  const cell = cellOf(record, column);
  if (cell === null) return '';
  if (column.as === 'time') return isoTime(Number(cell));
  return column.as === 'figure' ? amountCell(cell) : textCell(cell);
}
