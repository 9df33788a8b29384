/**
 * Judges whether payouts may be made from this database (docs/rules.md §4). Pure.
 *
 * [Note: The mark of payouts] The database has a number that rises with each signature, with a random token, in an epoch that
 * operators raise. Each gateway that pays keeps the same in a file of its own, written before the database and after it. A gateway
 * trusts a database that carries exactly what its file says. A lower number, or another token of the same number, is a database that
 * was put back: everybody halts. A higher number says that others have paid meanwhile, or nothing at all about a machine without a
 * file: such a gateway pays nothing until it sees the mark rise, because only a gateway that trusts the database, or operators who raise
 * the epoch, move it. The lineage tells promotions and recoveries by the server itself, inside the signing transaction.
 */
import type { OutsideMark } from '../../adapters/payout-mark';

export interface MarkRow {
  /**
   * The UTC ms of the epoch's beginning, or the epoch before plus one: it rises also on a database that knows of no earlier ones.
   */
  epoch: number;
  number: number;
  token: string;
  lineage: string;
}

type MarkPosition = Pick<MarkRow, 'epoch' | 'number' | 'token'>;

export interface MarkFacts {
  row: MarkRow | null;
  /** The lineage of the database as it is now. */
  lineage: string;
  outside: OutsideMark | null;
  /** The mark that this process saw last; null when it has not looked yet. */
  watched: MarkPosition | null;
  /** True while nothing was ever paid, or asked to be paid, from this database. */
  isUnused: boolean;
}

/**
 * `first`: nothing was ever paid; `trusted`: it goes on where it was; `restored`: it does not; `unsure`: this gateway cannot tell.
 */
export type MarkVerdict = 'first' | 'trusted' | 'restored' | 'unsure';

function isAfter(one: MarkPosition, other: MarkPosition): boolean {
  return one.epoch > other.epoch || (one.epoch === other.epoch && one.number > other.number);
}

/** True if the database's mark is what the file says, or what the file says was about to be written. */
function isAsWritten(row: MarkPosition, { epoch, number, token, next }: OutsideMark): boolean {
  if (row.epoch !== epoch) return false;
  return (row.number === number && row.token === token) || (row.number === number + 1 && row.token === next);
}

export function judgeMark({ row, lineage, outside, watched, isUnused }: MarkFacts): MarkVerdict {
  if (row === null) return outside === null && isUnused ? 'first' : 'restored';
  if (row.lineage !== lineage) return 'restored';
  if (outside !== null) {
    if (isAsWritten(row, outside)) return 'trusted';
    if (!isAfter(row, outside)) return 'restored';
  }
  if (watched === null) return 'unsure';
  if (isAfter(row, watched)) return 'trusted';
  const isSame = row.epoch === watched.epoch && row.number === watched.number && row.token === watched.token;
  return isSame ? 'unsure' : 'restored';
}
