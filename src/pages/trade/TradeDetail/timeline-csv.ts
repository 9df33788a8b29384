/** A trade's timeline as a file: RFC 4180 with a byte order mark, times in UTC. Texts are the app's own, none is typed by a person. */
const BYTE_ORDER_MARK = '\ufeff';
const LINE_END = '\r\n';

export interface TimelineColumns {
  time: string;
  step: string;
  note: string;
  order: string;
}

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** @param steps oldest first; `at` in UTC ms */
export function timelineCsv(
  tradeId: string,
  steps: readonly { at: number; text: string; hint?: string }[],
  columns: TimelineColumns,
): File {
  const lines = [
    [columns.order, columns.time, columns.step, columns.note],
    ...steps.map(({ at, text, hint = '' }) => [tradeId, new Date(at).toISOString(), text, hint]),
  ];
  const body = lines.map((cells) => cells.map(cell).join(',') + LINE_END).join('');
  return new File([BYTE_ORDER_MARK + body], `otc-${tradeId}.csv`, { type: 'text/csv;charset=utf-8' });
}
