/** Files of statements, made here so that the page stays free. A chunk of its own, loaded with the first one. */
import { accountStatement } from '../../contract/calls/profile';
import type { ErrorCode } from '../../contract/errors';
import type { CallDefinition } from '../../contract/call';
import type { CallName } from '../../contract/index';
import { ASSETS, type AssetCode } from '../../contract/money';
import { MAX_PAGE_SIZE } from '../../contract/paging';
import type {
  SearchAnswer,
  ListQuery,
  RecordsFileRequest,
  StatementFile,
  StatementFormat,
  StatementFileRequest,
} from '../api';
import { findCall } from '../call-book';
import { callError } from '../call-errors';
import type { Environment } from '../environment';
import type { EventHub } from '../event-hub';
import { search } from '../search';
import type { OpenSession, SessionKeeper } from '../session/session-keeper';
import type { Connection } from '../transport/connection';
import { sleep } from '../transport/sleep';
import { collect, CollectError, restingBalance, type Coverage, type Posting, type RowSource } from './collect';
import { CsvStatement } from './csv';
import { Flows } from './flows';
import { KeptRows } from './kept-rows';
import type { TableShape } from './pdf-table';
import { CsvRecords, RecordTotals, type AnyRecord } from './records';

/** Pause between two pages from the gateway, ms. */
const PAUSE_MS = 50;

export interface StatementsOptions {
  keeper: SessionKeeper;
  connection: Connection;
  events: EventHub;
  setTimer: Environment['setTimer'];
  /** Asks the gateway for a page and keeps it. @returns whether it came */
  load: (name: CallName, input: object) => Promise<boolean>;
}

const failed = (code: ErrorCode): StatementFile => ({ state: 'failed', error: callError(code) });

export class Statements {
  readonly #running = new Map<string, AbortController>();

  constructor(private readonly options: StatementsOptions) {}

  /** @param statementId names it in `statement` events and for `cancel` */
  async make(statementId: string, request: StatementFileRequest | RecordsFileRequest): Promise<StatementFile> {
    const session = this.options.keeper.current;
    if (!session) return failed('session-closed');
    const calledOff = new AbortController();
    const callOff = () => calledOff.abort();
    session.leaving.signal.addEventListener('abort', callOff);
    this.#running.set(statementId, calledOff);
    try {
      const { signal } = calledOff;
      const tell = (done: number, total: number | null) =>
        this.options.events.emit({ type: 'statement', statementId, done, total });
      if (!('call' in request)) {
        const source = this.#source<Posting>(session, accountStatement, { account: request.account }, signal);
        return await postingsFile(source, request, { tell, signal });
      }
      const found = await findCall(request.call);
      if (!found.call) return { state: 'failed', error: found.error };
      return await recordsFile(this.#source(session, found.call, request.filters, signal), request, { tell, signal });
    } catch (error) {
      if (error instanceof CollectError) return { state: 'failed', error: error.reason };
      throw error;
    } finally {
      this.#running.delete(statementId);
      session.leaving.signal.removeEventListener('abort', callOff);
    }
  }

  cancel(statementId: string): void {
    this.#running.get(statementId)?.abort();
  }

  /** Makes every step fail once the statement is called off. */
  #source<Row>(session: OpenSession, call: CallDefinition, filters: object, signal: AbortSignal): RowSource<Row> {
    const { connection, setTimer, load } = this.options;
    return {
      find: async (query, after) => {
        if (signal.aborted) return { ok: false, error: callError('session-closed') };
        const request = { query, after, limit: MAX_PAGE_SIZE };
        return (await search(call, session, filters, request)) as SearchAnswer<Row>;
      },
      load: async (cursor) =>
        !signal.aborted &&
        load(call.name as CallName, { ...filters, limit: MAX_PAGE_SIZE, ...(cursor === null ? {} : { cursor }) }),
      pause: () => sleep(setTimer, PAUSE_MS, signal),
      isOnline: () => connection.isOnline && !connection.isHintedOffline,
    };
  }
}

interface FileJob {
  tell: (done: number, total: number | null) => void;
  signal: AbortSignal;
}

/** @throws CollectError */
async function postingsFile(
  source: RowSource<Posting>,
  request: StatementFileRequest,
  making: FileJob,
): Promise<StatementFile> {
  const { format, texts, asset, from, until } = request;
  const flows = new Flows();
  const csv = new CsvStatement(texts);
  return fileOf(source, { from, until, ...(asset === null ? {} : { fields: { asset } }) }, format, making, {
    take: (row) => flows.take(row),
    add: (rows) => csv.add(rows),
    rest: async ({ coveredFrom }) => {
      if (coveredFrom === null) await addResting(source, request, flows);
    },
    csv: (coverage) => csv.file(flows.all(), coverage, from, until),
    table: (pdf, coverage) => pdf.postingsTable(request, flows.all(), coverage),
  });
}

/** @throws CollectError */
export async function recordsFile(
  source: RowSource<AnyRecord>,
  request: RecordsFileRequest,
  making: FileJob,
): Promise<StatementFile> {
  const { format, from, until, fields } = request;
  const totals = new RecordTotals(request);
  const csv = new CsvRecords(request);
  return fileOf(source, { from, until, fields }, format, making, {
    take: (row) => totals.take(row),
    add: (rows) => csv.add(rows),
    csv: (coverage) => csv.file(totals, coverage),
    table: (pdf, coverage) => pdf.recordsTable(request, totals, coverage),
  });
}

/** A kind of file: notes something of each row, and writes it down in the end. */
interface FileLayout<Row> {
  take: (row: Row) => void;
  add: (rows: readonly Row[]) => void;
  /** Runs once, after the last row. */
  rest?: (coverage: Coverage) => Promise<void>;
  csv: (coverage: Coverage) => Blob;
  table: (pdf: typeof import('./pdf-statement'), coverage: Coverage) => TableShape<Row>;
}

/** @throws CollectError */
async function fileOf<Row>(
  source: RowSource<Row>,
  query: ListQuery & { from: number },
  format: StatementFormat,
  { tell, signal }: FileJob,
  layout: FileLayout<Row>,
): Promise<StatementFile> {
  const pdf = format === 'pdf' ? await import('./pdf-statement') : null;
  if (pdf && !pdf.canDraw()) return { state: 'cannot-draw' };
  const kept = new KeptRows<Row>();
  const batches = collect(source, query);
  let rows = 0;
  let next = await batches.next();
  for (; !next.done; next = await batches.next()) {
    const batch = next.value;
    for (const row of batch.rows) layout.take(row);
    rows += batch.rows.length;
    if (pdf) kept.add(batch.rows);
    else layout.add(batch.rows);
    tell(batch.done, batch.total);
  }
  const coverage: Coverage = next.value;
  await layout.rest?.(coverage);
  if (!pdf) return { state: 'done', file: layout.csv(coverage), rows, ...coverage };
  const { cells, ...shape } = layout.table(pdf, coverage);
  const file = await pdf.drawTable({
    ...shape,
    count: rows,
    rows: kept.oldestFirst(cells),
    tell: (drawn) => tell(drawn, rows),
    signal,
  });
  return { state: 'done', file, rows, ...coverage };
}

/** Assets of the account that did not move in the period, where their balance is known. */
async function addResting(
  source: RowSource<Posting>,
  { asset, from }: StatementFileRequest,
  flows: Flows,
): Promise<void> {
  for (const one of asset === null ? (Object.keys(ASSETS) as AssetCode[]) : [asset]) {
    const balance = flows.has(one) ? null : await restingBalance(source, one, from);
    if (balance !== null) flows.rest(one, balance);
  }
}
