/** A statement as PDF: whose, when and how much at the top, then every posting, oldest first. A chunk of its own. */
import type { AssetCode } from '../../contract/money';
import type { StatementOrder } from '../api';
import { callError } from '../call-errors';
import { CollectError, type Coverage, type Posting } from './collect';
import { fill } from './fill';
import type { AssetFlow } from './flows';
import { PAGE, PageCanvas, type Words } from './pdf-canvas';
import { PdfWriter } from './pdf-writer';
import { dayText, timeText, zoneName } from './times';

export { canDraw } from './pdf-canvas';

export interface PdfStatement {
  order: StatementOrder;
  /** Oldest first. */
  rows: readonly Posting[];
  flows: readonly AssetFlow[];
  coverage: Coverage;
  signal: AbortSignal;
}

const MARGIN = 36;
const RIGHT = PAGE.width - MARGIN;
const BOTTOM = PAGE.height - 48;
const ROW = 15;
const SMALL: Words = { size: 7.5 };
const SMALL_BOLD: Words = { size: 7.5, bold: true };

/** Left edges, and right ones of figures; each column's words may be as wide as `width`. */
const COLUMNS = {
  time: { x: MARGIN, width: 82 },
  kind: { x: MARGIN + 88, width: 96 },
  reference: { x: MARGIN + 190, width: 60 },
  journal: { x: MARGIN + 256, width: 46 },
  amount: { x: RIGHT - 110, width: 106 },
  balance: { x: RIGHT, width: 104 },
} as const;
const TOTALS = [RIGHT - 330, RIGHT - 220, RIGHT - 110, RIGHT];

/** A decimal with the language's grouping; its digits stay exact. */
function figure(amount: string, lang: string): string {
  const [, minus = '', integer = '0', fraction] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  const parts = new Intl.NumberFormat(lang, { numberingSystem: 'latn', minimumFractionDigits: 1 }).formatToParts(1);
  const point = parts.find(({ type }) => type === 'decimal')?.value ?? '.';
  const grouped = new Intl.NumberFormat(lang, { numberingSystem: 'latn' }).format(BigInt(integer));
  return `${minus === '' ? '' : '\u2212'}${grouped}${fraction === undefined ? '' : point + fraction}`;
}

/** Draws the pages one after the other; between two of them other calls get their turn. @throws CollectError called off */
export async function drawStatement(statement: PdfStatement): Promise<Blob> {
  const { order, rows } = statement;
  const { texts } = order;
  const canvas = new PageCanvas(texts.fonts, texts.lang);
  const writer = new PdfWriter({ title: texts.title, lang: texts.lang, ...PAGE });
  const first = Math.floor((BOTTOM - headHeight(statement)) / ROW);
  const further = Math.floor((BOTTOM - MARGIN - ROW) / ROW);
  const pages = 1 + Math.max(0, Math.ceil((rows.length - first) / further));
  for (let page = 0; page < pages; page += 1) {
    if (statement.signal.aborted) throw new CollectError(callError('session-closed'));
    canvas.clear();
    const top = page === 0 ? drawHead(canvas, statement) : MARGIN;
    const from = page === 0 ? 0 : first + (page - 1) * further;
    drawTable(canvas, order, rows.slice(from, from + (page === 0 ? first : further)), top);
    const foot = fill(texts.page, { page: page + 1, pages });
    canvas.text(foot, RIGHT, PAGE.height - 28, { ...SMALL, align: 'right' });
    await writer.addPage(canvas.take());
  }
  return writer.finish();
}

function factsOf({ order, coverage }: PdfStatement): string[] {
  const { texts, from, until } = order;
  const { asOf, coveredFrom } = coverage;
  const zone = zoneName();
  return [
    texts.owner,
    // The period's last day, not the moment after it.
    fill(texts.period, { from: dayText(from), to: dayText(until - 1), zone }),
    fill(texts.asOf, { time: timeText(asOf) }),
    ...(coveredFrom === null ? [] : [fill(texts.incomplete, { time: timeText(coveredFrom) })]),
  ];
}

const TITLE_HEIGHT = 34;
const LINE = 13;

/** Where the table of the first page begins, with its heading. */
function headHeight(statement: PdfStatement): number {
  const totals = 28 + statement.flows.length * ROW;
  return MARGIN + TITLE_HEIGHT + factsOf(statement).length * LINE + totals + 18 + ROW;
}

function drawHead(canvas: PageCanvas, statement: PdfStatement): number {
  const { order, flows } = statement;
  const { texts } = order;
  canvas.text(texts.title, MARGIN, MARGIN + 16, { size: 18, bold: true, width: RIGHT - MARGIN });
  let y = MARGIN + TITLE_HEIGHT;
  for (const fact of factsOf(statement)) {
    canvas.text(fact, MARGIN, y, { size: 9, width: RIGHT - MARGIN });
    y += LINE;
  }
  y += 12;
  const names = [texts.opening, texts.moneyIn, texts.moneyOut, texts.closing];
  canvas.text(texts.columns.asset, MARGIN, y, SMALL_BOLD);
  names.forEach((name, at) => canvas.text(name, TOTALS[at] ?? 0, y, { ...SMALL_BOLD, align: 'right', width: 104 }));
  canvas.line(MARGIN, RIGHT, y + 4);
  for (const { asset, opening, moneyIn, moneyOut, closing } of flows) {
    y += ROW;
    canvas.text(asset, MARGIN, y, SMALL_BOLD);
    [opening, moneyIn, moneyOut, closing].forEach((amount, at) =>
      canvas.text(figure(amount, texts.lang), TOTALS[at] ?? 0, y, { ...SMALL, align: 'right', width: 104 }),
    );
  }
  return y + 16 + 18;
}

function drawTable(canvas: PageCanvas, { texts }: StatementOrder, rows: readonly Posting[], top: number): void {
  const { columns, kinds, lang, noRecords } = texts;
  let y = top + 8;
  for (const name of ['time', 'kind', 'reference', 'journal'] as const) {
    canvas.text(columns[name], COLUMNS[name].x, y, { ...SMALL_BOLD, width: COLUMNS[name].width });
  }
  for (const name of ['amount', 'balance'] as const) {
    canvas.text(columns[name], COLUMNS[name].x, y, { ...SMALL_BOLD, align: 'right', width: COLUMNS[name].width });
  }
  canvas.line(MARGIN, RIGHT, y + 4);
  if (rows.length === 0) canvas.text(noRecords, MARGIN, y + ROW, SMALL);
  for (const { createdAt, kind, reference, journalId, amount, balanceAfter, asset } of rows) {
    y += ROW;
    const put = (name: keyof typeof COLUMNS, text: string, align?: Words['align']) =>
      canvas.text(text, COLUMNS[name].x, y, { ...SMALL, width: COLUMNS[name].width, ...(align ? { align } : {}) });
    const money = (value: string, unit: AssetCode) => `${figure(value, lang)} ${unit}`;
    put('time', timeText(createdAt));
    put('kind', kinds[kind] ?? kind);
    put('reference', reference ?? '');
    put('journal', journalId);
    put('amount', money(amount, asset), 'right');
    put('balance', money(balanceAfter, asset), 'right');
  }
}
