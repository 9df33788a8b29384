/** Reads a file of delivery slips: CSV or JSON text into rows, and findings by line and column. Pure. */
import { CsvError, parse } from 'csv-parse/sync';
import * as z from 'zod/mini';
import { contradictions, OPTIONAL_COLUMNS, SLIP_COLUMNS, SLIP_ROW, type SlipRow } from './columns';

export const SLIP_FORMATS = ['csv', 'json'] as const;
export type SlipFormat = (typeof SLIP_FORMATS)[number];

/** A command's statement carries the file, and has an end of its own (gateway/operator/transport.ts). */
export const MAX_FILE_BYTES = 500_000;
export const MAX_ROWS = 2_000;

export interface Finding {
  /** The line of a CSV file; the place in the array of a JSON file, from 1. */
  line: number;
  /** Null for a finding about the whole line or file. */
  column: string | null;
  reason: string;
}

export interface FileRow {
  line: number;
  row: SlipRow;
}

export interface ReadFile {
  rows: FileRow[];
  findings: Finding[];
}

/** Cells by column, before anything is made of them. */
interface Cells {
  line: number;
  cells: Readonly<Record<string, string>>;
}

interface ReadCells {
  rows: Cells[];
  findings: Finding[];
}

const whole = (line: number, reason: string): ReadCells => ({ rows: [], findings: [{ line, column: null, reason }] });

/** Judges the header: each column once, none that is unknown, none that is missing. */
function headerFindings(line: number, header: readonly string[]): Finding[] {
  const known: readonly string[] = SLIP_COLUMNS;
  const twice = header.filter((name, index) => header.indexOf(name) !== index);
  return [
    ...header
      .filter((name) => !known.includes(name))
      .map((name) => ({ line, column: name.slice(0, 40), reason: 'is no column of slips' })),
    ...twice.map((column) => ({ line, column, reason: 'stands twice in the header' })),
    ...known
      .filter((name) => !OPTIONAL_COLUMNS.has(name) && !header.includes(name))
      .map((column) => ({ line, column, reason: 'is missing in the header' })),
  ];
}

interface CsvRecord {
  record: string[];
  info: { lines: number };
}

function readCsv(text: string): ReadCells {
  let records: CsvRecord[];
  try {
    records = parse(text, {
      info: true,
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
    }) as unknown as CsvRecord[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as unknown as { lines?: number };
    return whole(lines ?? 1, 'is no CSV: check the quotes');
  }
  const [first, ...others] = records;
  if (!first) return whole(1, 'the file is empty');
  const { record: header, info } = first;
  const findings = headerFindings(info.lines, header);
  if (findings.length > 0) return { rows: [], findings };
  const rows: Cells[] = [];
  for (const { record, info: place } of others) {
    if (record.length !== header.length) {
      findings.push({
        line: place.lines,
        column: null,
        reason: `has ${record.length} cells, the header has ${header.length}`,
      });
      continue;
    }
    rows.push({
      line: place.lines,
      cells: Object.fromEntries(header.map((name, index) => [name, record[index] ?? ''])),
    });
  }
  return { rows, findings };
}

/** A value of JSON as a cell's text: whole numbers as they are, while a fraction may have lost digits as a number. */
function cellOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return Number.isSafeInteger(value) ? String(value) : null;
}

function readJson(text: string): ReadCells {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return whole(1, 'is no JSON');
  }
  if (!Array.isArray(parsed)) return whole(1, 'must be an array of slips');
  const findings: Finding[] = [];
  const rows: Cells[] = [];
  for (const [index, one] of (parsed as unknown[]).entries()) {
    const line = index + 1;
    if (typeof one !== 'object' || one === null || Array.isArray(one)) {
      findings.push({ line, column: null, reason: 'must be an object' });
      continue;
    }
    const entries = Object.entries(one).map(([name, value]) => [name, cellOf(value)] as const);
    for (const [column, value] of entries)
      if (value === null)
        findings.push({ line, column: column.slice(0, 40), reason: 'must be text or a whole number' });
    if (entries.every(([, value]) => value !== null))
      rows.push({ line, cells: Object.fromEntries(entries) as Record<string, string> });
  }
  return { rows, findings };
}

/** Says an issue of the schema by line and column. */
function findingOf({ line, cells }: Cells, { path, code, message, ...issue }: z.core.$ZodIssue): Finding[] {
  if (code === 'unrecognized_keys')
    return (issue as { keys: string[] }).keys.map((key) => ({
      line,
      column: key.slice(0, 40),
      reason: 'is no column of slips',
    }));
  const column = path.length > 0 ? String(path[0]) : null;
  return [{ line, column, reason: column !== null && (cells[column] ?? '') === '' ? 'is missing' : message }];
}

/** Reads the rows of a file. Where there is a finding, none of the file may be imported. @param now UTC ms */
export function readSlipFile(text: string, format: SlipFormat, now: number): ReadFile {
  const { rows, findings } = format === 'csv' ? readCsv(text) : readJson(text);
  if (rows.length > MAX_ROWS)
    return { rows: [], findings: [{ line: 1, column: null, reason: `has more than ${MAX_ROWS} slips: split it` }] };
  if (rows.length === 0 && findings.length === 0)
    return { rows: [], findings: [{ line: 1, column: null, reason: 'has no slips' }] };
  const read: FileRow[] = [];
  const lineOfNumber = new Map<string, number>();
  for (const one of rows) {
    const { line, cells } = one;
    // An empty cell is one that is not there.
    const given = Object.fromEntries(Object.entries(cells).filter(([, value]) => value !== ''));
    const parsed = z.safeParse(SLIP_ROW, given);
    if (!parsed.success) {
      findings.push(...parsed.error.issues.flatMap((issue) => findingOf(one, issue)));
      continue;
    }
    const row = parsed.data;
    const before = lineOfNumber.get(row.trade_no);
    if (before !== undefined) findings.push({ line, column: 'trade_no', reason: `stands in line ${before} already` });
    lineOfNumber.set(row.trade_no, line);
    findings.push(...contradictions(row, now).map((fault) => ({ line, ...fault })));
    read.push({ line, row });
  }
  return { rows: read, findings: findings.toSorted((a, b) => a.line - b.line) };
}
