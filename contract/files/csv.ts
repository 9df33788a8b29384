/**
 * CSV as every file of the app has it: RFC 4180, UTF-8 with a byte order mark (spreadsheets take it for Latin-1 otherwise).
 *
 * [Note: Formulas in cells] Spreadsheets run a text that begins with = + - @, also full-width, also after a tab or a line break
 * that they drop. Such a text gets an apostrophe before it (docs/rules.md §9). Amounts are numbers that we wrote, so a minus
 * stays.
 */
export const CSV_TYPE = 'text/csv;charset=utf-8';
/** Every file begins with it. */
export const BYTE_ORDER_MARK = '\ufeff';

const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/** A cell of text; see [Note: Formulas in cells]. */
export function textCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A cell of a plain decimal. @throws RangeError for anything else */
export function amountCell(amount: string): string {
  if (!/^-?[0-9]+(\.[0-9]+)?$/.test(amount)) throw new RangeError('not a plain decimal');
  return amount;
}

/** A line of cells as `textCell` and `amountCell` write them. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}
