/** A statement as CSV: oldest first, between the opening and the closing balances. */
import { amountCell, csvLine, textCell } from '../../contract/files/csv';
import type { StatementTexts } from '../api';
import { fill } from './fill';
import type { Coverage, Posting } from './collect';
import { CsvFile } from './csv-file';
import type { AssetFlow } from './flows';
import { isoTime } from './times';

interface CsvLine {
  at: number | null;
  asset?: string;
  kind: string;
  amount?: string;
  balance?: string;
  reference?: string | null;
  journal?: string;
}

function lineOf({ at, asset = '', kind, amount, balance, reference, journal = '' }: CsvLine): string {
  const number = (value: string | undefined) => (value === undefined ? '' : amountCell(value));
  return csvLine([
    at === null ? '' : isoTime(at),
    textCell(asset),
    textCell(kind),
    number(amount),
    number(balance),
    textCell(reference ?? ''),
    textCell(journal),
  ]);
}

export class CsvStatement {
  readonly #rows = new CsvFile();

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
    this.#rows.add(lines);
  }

  /** @param until the end of the period */
  file(flows: readonly AssetFlow[], { asOf, coveredFrom }: Coverage, from: number, until: number): Blob {
    const { columns, opening, closing, incomplete } = this.texts;
    const { time, asset, kind, amount, balance, reference, journal } = columns;
    const head = csvLine([time, asset, kind, amount, balance, reference, journal].map(textCell));
    const start = coveredFrom ?? from;
    const note =
      coveredFrom === null ? [] : [lineOf({ at: null, kind: fill(incomplete, { time: isoTime(coveredFrom) }) })];
    const before = flows.map((flow) => lineOf({ at: start, asset: flow.asset, kind: opening, balance: flow.opening }));
    const end = Math.min(until, asOf);
    const after = flows.map((flow) => lineOf({ at: end, asset: flow.asset, kind: closing, balance: flow.closing }));
    return this.#rows.file([head, ...note, ...before], after);
  }
}
