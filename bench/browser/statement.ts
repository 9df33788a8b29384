/** Statement rows as the gateway answers them and as the cache keeps them, made up. */
import { orderOf, type ListRow } from '../../worker/cache/schema';

/** 2026-11-21T08:00:00Z */
const NEWEST_AT = 1_795_248_000_000;
const SPACING_MS = 60_000;
/** Ids count upwards in time. */
const NEWEST_ID = 10_000_000;

export interface StatementRow {
  id: string;
  createdAt: number;
  asset: string;
  kind: string;
  amount: string;
  balanceAfter: string;
  reference: string | null;
  journalId: string;
}

/** Mostly interest, as on a real account. */
function kindOf(index: number): string {
  if (index % 1_000 === 999) return 'airdrop';
  return index % 10 === 9 ? 'custody-place' : 'custody-interest';
}

/** @param index 0 is the newest row */
export function statementRow(index: number): StatementRow {
  const id = String(NEWEST_ID - index);
  return {
    id,
    createdAt: NEWEST_AT - index * SPACING_MS,
    asset: 'USDT',
    kind: kindOf(index),
    amount: `${index % 1_000}.070000`,
    balanceAfter: `${100_000 + (index % 77_777)}.123456`,
    reference: String(NEWEST_ID + index),
    journalId: id,
  };
}

/** Initialisation vector and tag of a sealed row. */
const SEAL_BYTES = 28;

/** The row as the cache keeps it, with noise in place of what is encrypted. */
export function keptRow(list: Pick<ListRow, 'partition' | 'list'>, index: number, isSealed = true): ListRow {
  const item = statementRow(index);
  const text = JSON.stringify(item);
  const { id, createdAt, kind } = item;
  return {
    partition: list.partition,
    list: list.list,
    sort: createdAt,
    order: orderOf(id),
    tag: kind,
    asOf: createdAt,
    revision: 1,
    body: isSealed ? crypto.getRandomValues(new Uint8Array(text.length + SEAL_BYTES)) : text,
  };
}
