/** The net sums of the months of a list, kept up page by page: a list of 100,000 rows is gone through once. */
import { toAmount, type AssetCode } from '../../../contract/money';
import { toUnits } from '../../format/units';
import { monthKey } from '../../format/date';

/** A record that a month's sum takes in. */
export interface SummedRow {
  createdAt: number;
  asset: AssetCode;
  amount: string;
}

export interface MonthTotal {
  asset: AssetCode;
  /** Signed sum of the month's rows, full precision. */
  amount: string;
}

interface Sum {
  asset: AssetCode;
  units: bigint;
  isMixed: boolean;
}

export class MonthSums {
  #sums = new Map<string, Sum>();
  #lastMonth = '';

  /** @param before sums of rows that `rows` begins with, to go on from */
  constructor(
    readonly rows: readonly SummedRow[],
    before: MonthSums | null = null,
    private readonly timeZone?: string,
  ) {
    let done = 0;
    if (before !== null && before.isBeginningOf(rows)) {
      this.#sums = new Map(before.#sums);
      this.#lastMonth = before.#lastMonth;
      done = before.rows.length;
    }
    for (const row of rows.slice(done)) this.#add(row);
  }

  /**
   * Only a month that is there to its end and holds a single asset has a total: a sum over a part of a month, or over two
   * assets, would say something that is not so.
   */
  of(month: string, hasMore: boolean): MonthTotal | null {
    const sum = this.#sums.get(month);
    if (!sum || sum.isMixed || (hasMore && month === this.#lastMonth)) return null;
    return { asset: sum.asset, amount: toAmount(sum.units, sum.asset) };
  }

  isBeginningOf(rows: readonly SummedRow[]): boolean {
    const end = this.rows.length - 1;
    return end >= 0 && rows.length > end && rows[0] === this.rows[0] && rows[end] === this.rows[end];
  }

  #add(row: SummedRow): void {
    const month = monthKey(row.createdAt, this.timeZone);
    const units = toUnits(row.amount, row.asset);
    const sum = this.#sums.get(month);
    this.#lastMonth = month;
    // A new object each time: the sums before stay what they were.
    if (!sum) this.#sums.set(month, { asset: row.asset, units, isMixed: false });
    else if (sum.asset === row.asset) this.#sums.set(month, { ...sum, units: sum.units + units });
    else this.#sums.set(month, { ...sum, isMixed: true });
  }
}
