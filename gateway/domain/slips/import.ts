/** Imports delivery slips (docs/rules.md §9): all of a file or nothing of it, and no slip twice. */
import type { Tx } from '../../db/transaction';
import { announce } from '../live/announce';
import type { SlipColumn, SlipRow } from './columns';
import type { FileRow, Finding } from './file';
import {
  importOfFile,
  insertImport,
  insertSlips,
  latestListed,
  lockImports,
  slipsByNumber,
  type Slip,
  type SlipFacts,
  type SlipImport,
} from './repo';

/** The trading account that a row is about. */
export interface RowAccount {
  userId: string;
  accountId: string;
}

export interface ImportRequest {
  rows: readonly FileRow[];
  fileName: string;
  /** SHA-256, hex. */
  fileHash: string;
  importedBy: string;
  now: number;
  /** Only tells what an import would do. */
  isDryRun: boolean;
  /** The account of a row; a sentence about the column where there is none. */
  accountOf(row: SlipRow): Promise<RowAccount | { column: SlipColumn; reason: string }>;
}

export type ImportOutcome =
  | { kind: 'known'; before: SlipImport }
  | { kind: 'refused'; findings: Finding[] }
  | { kind: 'fine'; importId: string | null; added: number; known: number; users: string[] };

export function factsOf(row: SlipRow, accountId: string): SlipFacts {
  return {
    accountId,
    tradeNumber: row.trade_no,
    product: row.product ?? null,
    direction: row.direction,
    profit: row.profit,
    margin: row.margin,
    lots: row.lots,
    spread: row.spread,
    leverage: row.leverage,
    openPrice: row.open_price,
    openedAt: row.open_time,
    closePrice: row.close_price,
    closedAt: row.close_time,
    high: row.high ?? null,
    low: row.low ?? null,
    path: row.path ?? [],
  };
}

/** The column of each fact, in the order in which a difference is told. */
const COLUMN_OF: Readonly<Record<keyof SlipFacts, SlipColumn>> = {
  tradeNumber: 'trade_no',
  accountId: 'user',
  product: 'product',
  direction: 'direction',
  lots: 'lots',
  leverage: 'leverage',
  margin: 'margin',
  spread: 'spread',
  openPrice: 'open_price',
  openedAt: 'open_time',
  closePrice: 'close_price',
  closedAt: 'close_time',
  profit: 'profit',
  high: 'high',
  low: 'low',
  path: 'path',
};

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** The columns in which a row differs from the slip that is known by its number. */
function changedColumns(facts: SlipFacts, known: Slip): SlipColumn[] {
  return (Object.keys(COLUMN_OF) as (keyof SlipFacts)[])
    .filter((name) => textOf(facts[name]) !== textOf(known[name]))
    .map((name) => COLUMN_OF[name]);
}

interface Judged {
  fresh: SlipFacts[];
  known: number;
  findings: Finding[];
  userOf: Map<string, string>;
}

/** Finds each row's account, and sorts the rows into new ones, known ones and wrong ones. */
async function judge(tx: Tx, { rows, accountOf }: ImportRequest): Promise<Judged> {
  const kept = await slipsByNumber(
    tx,
    rows.map(({ row }) => row.trade_no),
  );
  const judged: Judged = { fresh: [], known: 0, findings: [], userOf: new Map() };
  for (const { line, row } of rows) {
    const account = await accountOf(row);
    if ('reason' in account) {
      judged.findings.push({ line, ...account });
      continue;
    }
    const facts = factsOf(row, account.accountId);
    const before = kept.get(row.trade_no);
    if (!before) {
      judged.fresh.push(facts);
      judged.userOf.set(account.accountId, account.userId);
      continue;
    }
    judged.known += 1;
    for (const column of changedColumns(facts, before))
      judged.findings.push({ line, column, reason: `differs from the slip that is known as ${row.trade_no}` });
  }
  return judged;
}

/** Puts new slips in the order of their closing, none before a slip that the account has already: lists grow at their end only. */
async function inOrder(tx: Tx, fresh: readonly SlipFacts[]): Promise<Omit<Slip, 'id'>[]> {
  const latest = new Map(await latestListed(tx, [...new Set(fresh.map(({ accountId }) => accountId))]));
  const byClosing = fresh.toSorted((a, b) => a.closedAt - b.closedAt || (a.tradeNumber < b.tradeNumber ? -1 : 1));
  return byClosing.map((facts) => {
    const listedAt = Math.max(facts.closedAt, latest.get(facts.accountId) ?? 0);
    latest.set(facts.accountId, listedAt);
    return { ...facts, listedAt };
  });
}

/** Adds an import with its new slips. @returns the import's id */
export async function storeSlips(
  tx: Tx,
  made: Omit<SlipImport, 'id' | 'added'>,
  fresh: readonly SlipFacts[],
): Promise<string> {
  const importId = await insertImport(tx, { ...made, added: fresh.length });
  if (fresh.length > 0) await insertSlips(tx, importId, await inOrder(tx, fresh));
  return importId;
}

/** Imports the file's rows and tells their owners; with a finding, or for a dry run, nothing is written. */
export async function importSlips(tx: Tx, request: ImportRequest): Promise<ImportOutcome> {
  const { rows, fileName, fileHash, importedBy, now, isDryRun } = request;
  await lockImports(tx);
  const before = await importOfFile(tx, fileHash);
  if (before) return { kind: 'known', before };
  const { fresh, known, findings, userOf } = await judge(tx, request);
  if (findings.length > 0) return { kind: 'refused', findings };
  const users = [...new Set(userOf.values())];
  const fine = { kind: 'fine', added: fresh.length, known, users } as const;
  if (isDryRun) return { ...fine, importId: null };
  const importId = await storeSlips(tx, { fileName, fileHash, slips: rows.length, importedBy, importedAt: now }, fresh);
  await announce(
    tx,
    [...userOf].map(([accountId, to]) => ({
      to,
      topics: ['slips'] as const,
      notice: { kind: 'slips-reported' as const, subjectId: importId, accountId },
    })),
    now,
  );
  return { ...fine, importId };
}
