/**
 * A statement as CSV: RFC 4180, UTF-8 with a byte order mark (spreadsheets take it for Latin-1 otherwise), oldest first,
 * between the opening and the closing balances.
 *
 * [Note: Formulas in cells] Spreadsheets run what begins with = + - @, also full-width, also after a tab or a line break that they drop.
 * Such a text gets an apostrophe before it (docs/rules.md §9). Amounts are numbers that we wrote, so a minus stays.
 */
import type { StatementTexts } from '../api';
import { fill } from './fill';
import type { Coverage, Posting } from './collect';
import type { AssetFlow } from './flows';
import { isoTime } from './times';

export const BYTE_ORDER_MARK = '\ufeff';
export const LINE_END = '\r\n';
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

interface Line {
  at: number | null;
  asset?: string;
  kind: string;
  amount?: string;
  balance?: string;
  reference?: string | null;
  journal?: string;
}

function lineOf({ at, asset = '', kind, amount, balance, reference, journal = '' }: Line): string {
  const number = (value: string | undefined) => (value === undefined ? '' : amountCell(value));
  const cells = [
    at === null ? '' : isoTime(at),
    textCell(asset),
    textCell(kind),
    number(amount),
    number(balance),
    textCell(reference ?? ''),
    textCell(journal),
  ];
  return cells.join(',') + LINE_END;
}

/** Rows become parts of the file as they come, so that not all of them are in memory at once. */
export class CsvStatement {
  readonly #parts: Blob[] = [];

  constructor(private readonly texts: StatementTexts) {}

  /** @param rows newest first, all older than those before them */
  add(rows: readonly Posting[]): void {
    const { kinds } = this.texts;
    const lines = rows.map(({ createdAt, asset, kind, amount, balanceAfter, reference, journalId }) =>
      lineOf({
        at: createdAt,
        asset,
        kind: kinds[kind] ?? kind,
        amount,
        balance: balanceAfter,
        reference,
        journal: journalId,
      }),
    );
    if (lines.length > 0) this.#parts.push(new Blob([lines.toReversed().join('')]));
  }

  /** @param until the end of the period */
  file(flows: readonly AssetFlow[], { asOf, coveredFrom }: Coverage, from: number, until: number): Blob {
    const { columns, opening, closing, incomplete } = this.texts;
    const { time, asset, kind, amount, balance, reference, journal } = columns;
    const head = [time, asset, kind, amount, balance, reference, journal].map(textCell).join(',') + LINE_END;
    const start = coveredFrom ?? from;
    const note =
      coveredFrom === null ? [] : [lineOf({ at: null, kind: fill(incomplete, { time: isoTime(coveredFrom) }) })];
    const before = flows.map((flow) => lineOf({ at: start, asset: flow.asset, kind: opening, balance: flow.opening }));
    const end = Math.min(until, asOf);
    const after = flows.map((flow) => lineOf({ at: end, asset: flow.asset, kind: closing, balance: flow.closing }));
    const parts = [BYTE_ORDER_MARK, head, ...note, ...before, ...this.#parts.toReversed(), ...after];
    return new Blob(parts, { type: 'text/csv;charset=utf-8' });
  }
}
