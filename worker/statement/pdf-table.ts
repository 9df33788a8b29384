/** Draws a table as PDF: owner, period and totals at the top, then every row. Draws page by page, so that rows have no limit. */
import type { StatementTexts } from '../api';
import { callError } from '../call-errors';
import { CollectError, type Coverage } from './collect';
import { fill } from './fill';
import { PAGE, PageCanvas, type TextStyle } from './pdf-canvas';
import { PdfWriter } from './pdf-writer';
import { dayText, timeText, zoneName } from './times';

export { canDraw } from './pdf-canvas';

export interface TableColumn {
  title: string;
  /** Left edge, or the right one of figures. */
  x: number;
  width: number;
  align?: 'right';
}

export interface PdfTable {
  texts: Pick<StatementTexts, 'lang' | 'fonts' | 'title' | 'noRecords' | 'page'>;
  facts: readonly string[];
  /** The first column is a name, the others are figures. Without rows it is left out. */
  totals: { columns: readonly string[]; rows: readonly (readonly string[])[] };
  columns: readonly TableColumn[];
  count: number;
  /** The cells of each row, oldest first. */
  rows: AsyncIterable<readonly string[]>;
  /** Tells the number of rows that are drawn. */
  tell: (done: number) => void;
  signal: AbortSignal;
}

/** A table's content without the means of drawing it. */
export type TableShape<Row> = Omit<PdfTable, 'count' | 'rows' | 'tell' | 'signal'> & {
  cells: (row: Row) => readonly string[];
};

export const MARGIN = 36;
export const RIGHT = PAGE.width - MARGIN;
const BOTTOM = PAGE.height - 48;
const ROW = 15;
const LINE = 13;
const TITLE_HEIGHT = 34;
const TOTAL_WIDTH = 110;
const SMALL: TextStyle = { size: 7.5 };
const SMALL_BOLD: TextStyle = { size: 7.5, bold: true };

/** Making a format costs more than using it, and a file has many figures in one language. */
const formats = new Map<string, { grouped: Intl.NumberFormat; point: string }>();

function formatOf(lang: string): { grouped: Intl.NumberFormat; point: string } {
  const known = formats.get(lang);
  if (known) return known;
  const parts = new Intl.NumberFormat(lang, { numberingSystem: 'latn', minimumFractionDigits: 1 }).formatToParts(1);
  const point = parts.find(({ type }) => type === 'decimal')?.value ?? '.';
  const made = { grouped: new Intl.NumberFormat(lang, { numberingSystem: 'latn' }), point };
  formats.set(lang, made);
  return made;
}

/** A decimal with the language's grouping; its digits stay exact. */
export function figure(amount: string, lang: string): string {
  const [, minus = '', integer = '0', fraction] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  const { grouped, point } = formatOf(lang);
  return `${minus === '' ? '' : '\u2212'}${grouped.format(BigInt(integer))}${fraction === undefined ? '' : point + fraction}`;
}

/** Returns the lines below the title: the owner, the period, the time of the figures, and whether something is missing. */
export function factsOf(
  texts: Pick<StatementTexts, 'owner' | 'period' | 'asOf' | 'incomplete'>,
  { from, until }: { from: number; until: number },
  { asOf, coveredFrom }: Coverage,
): string[] {
  return [
    texts.owner,
    // The period's last day, not the moment after it.
    fill(texts.period, { from: dayText(from), to: dayText(until - 1), zone: zoneName() }),
    fill(texts.asOf, { time: timeText(asOf) }),
    ...(coveredFrom === null ? [] : [fill(texts.incomplete, { time: timeText(coveredFrom) })]),
  ];
}

/** Draws the pages one after the other; between two of them other calls get their turn. @throws CollectError called off */
export async function drawTable(table: PdfTable): Promise<Blob> {
  const { texts, count, signal, tell } = table;
  const canvas = new PageCanvas(texts.fonts, texts.lang);
  const writer = new PdfWriter({ title: texts.title, lang: texts.lang, ...PAGE });
  const first = Math.max(1, Math.floor((BOTTOM - headHeight(table)) / ROW));
  const further = Math.floor((BOTTOM - MARGIN - ROW) / ROW);
  const pages = 1 + Math.max(0, Math.ceil((count - first) / further));
  const rows = table.rows[Symbol.asyncIterator]();
  let drawn = 0;
  for (let page = 0; page < pages; page += 1) {
    if (signal.aborted) throw new CollectError(callError('session-closed'));
    canvas.clear();
    const top = page === 0 ? drawHead(canvas, table) : MARGIN;
    let y = drawHeading(canvas, table, top);
    for (let left = page === 0 ? first : further; left > 0; left -= 1) {
      const next = await rows.next();
      if (next.done) break;
      y += ROW;
      drawRow(canvas, table, next.value, y);
      drawn += 1;
    }
    const foot = fill(texts.page, { page: page + 1, pages });
    canvas.text(foot, RIGHT, PAGE.height - 28, { ...SMALL, align: 'right' });
    await writer.addPage(canvas.take());
    tell(drawn);
  }
  return writer.finish();
}

/** Returns the height of the first page's head, down to where its rows begin. */
function headHeight({ facts, totals }: PdfTable): number {
  const totalsHeight = totals.rows.length === 0 ? 0 : 28 + totals.rows.length * ROW;
  return MARGIN + TITLE_HEIGHT + facts.length * LINE + totalsHeight + 18 + ROW;
}

function drawHead(canvas: PageCanvas, { texts, facts, totals }: PdfTable): number {
  canvas.text(texts.title, MARGIN, MARGIN + 16, { size: 18, bold: true, width: RIGHT - MARGIN });
  let y = MARGIN + TITLE_HEIGHT;
  for (const fact of facts) {
    canvas.text(fact, MARGIN, y, { size: 9, width: RIGHT - MARGIN });
    y += LINE;
  }
  if (totals.rows.length === 0) return y + 18;
  y += 12;
  const put = (cells: readonly string[], words: TextStyle) => {
    const figures = cells.length - 1;
    const width = Math.min(TOTAL_WIDTH, (RIGHT - MARGIN) / cells.length);
    cells.forEach((cell, at) => {
      if (at === 0) canvas.text(cell, MARGIN, y, { ...SMALL_BOLD, width: RIGHT - MARGIN - figures * width - 6 });
      else canvas.text(cell, RIGHT - (figures - at) * width, y, { ...words, align: 'right', width: width - 6 });
    });
  };
  put(totals.columns, SMALL_BOLD);
  canvas.line(MARGIN, RIGHT, y + 4);
  for (const row of totals.rows) {
    y += ROW;
    put(row, SMALL);
  }
  return y + 16 + 18;
}

function drawHeading(canvas: PageCanvas, { texts, columns, count }: PdfTable, top: number): number {
  const y = top + 8;
  for (const { title, x, width, align } of columns)
    canvas.text(title, x, y, { ...SMALL_BOLD, width, ...(align ? { align } : {}) });
  canvas.line(MARGIN, RIGHT, y + 4);
  if (count === 0) canvas.text(texts.noRecords, MARGIN, y + ROW, SMALL);
  return y;
}

function drawRow(canvas: PageCanvas, { columns }: PdfTable, cells: readonly string[], y: number): void {
  for (const [at, { x, width, align }] of columns.entries())
    canvas.text(cells[at] ?? '', x, y, { ...SMALL, width, ...(align ? { align } : {}) });
}
