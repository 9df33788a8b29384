/** A trade's timeline as a file, times in UTC. */
import { BYTE_ORDER_MARK, CSV_TYPE, csvLine, textCell } from '../../../../contract/files/csv';

export interface TimelineColumns {
  time: string;
  step: string;
  note: string;
  order: string;
}

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
  const body = lines.map((cells) => csvLine(cells.map(textCell)));
  return new File([BYTE_ORDER_MARK, ...body], `otc-${tradeId}.csv`, { type: CSV_TYPE });
}
