/** Files of statements, made here so that the page stays free. A chunk of its own, loaded with the first one. */
import { accountStatement } from '../../contract/calls/profile';
import type { ErrorCode } from '../../contract/errors';
import type { CallInput } from '../../contract/index';
import { ASSETS, type AssetCode } from '../../contract/money';
import { MAX_PAGE_SIZE } from '../../contract/paging';
import type { FoundAnswer, StatementFile, StatementOrder } from '../api';
import { callError } from '../call-errors';
import type { Environment } from '../environment';
import type { EventHub } from '../event-hub';
import { search } from '../search';
import type { OpenSession, SessionKeeper } from '../session/session-keeper';
import type { Connection } from '../transport/connection';
import { sleep } from '../transport/sleep';
import { collect, CollectError, restingBalance, type Coverage, type Posting, type PostingSource } from './collect';
import { CsvStatement } from './csv';
import { Flows } from './flows';

/** Between two pages from the gateway. */
const PAUSE_MS = 50;
/** What a PDF has room for: about 50 pages, which a phone draws in some seconds. CSV has no limit. */
export const MAX_PDF_ROWS = 2_000;

export interface StatementsOptions {
  keeper: SessionKeeper;
  connection: Connection;
  events: EventHub;
  setTimer: Environment['setTimer'];
  /** Asks the gateway for a page and keeps it. @returns whether it came */
  load: (input: CallInput<'accountStatement'>) => Promise<boolean>;
}

const failed = (code: ErrorCode): StatementFile => ({ state: 'failed', error: callError(code) });

export class Statements {
  readonly #running = new Map<string, AbortController>();

  constructor(private readonly options: StatementsOptions) {}

  /** @param statementId names it in `statement` events and for `cancel` */
  async make(statementId: string, order: StatementOrder): Promise<StatementFile> {
    const session = this.options.keeper.current;
    if (!session) return failed('session-closed');
    const calledOff = new AbortController();
    const callOff = () => calledOff.abort();
    session.leaving.signal.addEventListener('abort', callOff);
    this.#running.set(statementId, calledOff);
    try {
      const source = this.#source(session, order, calledOff.signal);
      const tell = (done: number, total: number | null) =>
        this.options.events.emit({ type: 'statement', statementId, done, total });
      return await fileOf(source, order, { tell, signal: calledOff.signal });
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

  /** Every step fails once it is called off. */
  #source(session: OpenSession, { account }: StatementOrder, signal: AbortSignal): PostingSource {
    const { connection, setTimer, load } = this.options;
    return {
      find: async (query, after) => {
        if (signal.aborted) return { ok: false, error: callError('session-closed') };
        const request = { query, after, limit: MAX_PAGE_SIZE };
        return (await search(accountStatement, session, { account }, request)) as FoundAnswer<Posting>;
      },
      load: async (cursor) =>
        !signal.aborted && load({ account, limit: MAX_PAGE_SIZE, ...(cursor === null ? {} : { cursor }) }),
      pause: () => sleep(setTimer, PAUSE_MS, signal),
      isOnline: () => connection.isOnline && !connection.isHintedOffline,
    };
  }
}

interface Making {
  tell: (done: number, total: number | null) => void;
  signal: AbortSignal;
}

/** @throws CollectError */
async function fileOf(source: PostingSource, order: StatementOrder, { tell, signal }: Making): Promise<StatementFile> {
  const { format, texts, from, until } = order;
  const pdf = format === 'pdf' ? await import('./pdf-statement') : null;
  if (pdf && !pdf.canDraw()) return { state: 'cannot-draw' };
  const csv = new CsvStatement(texts);
  const kept: Posting[] = [];
  const flows = new Flows();
  const batches = collect(source, order);
  let rows = 0;
  let next = await batches.next();
  for (; !next.done; next = await batches.next()) {
    const batch = next.value;
    for (const row of batch.rows) flows.take(row);
    rows += batch.rows.length;
    if (pdf && rows > MAX_PDF_ROWS) return { state: 'too-many-rows', limit: MAX_PDF_ROWS };
    if (pdf) kept.push(...batch.rows);
    else csv.add(batch.rows);
    tell(batch.done, batch.total);
  }
  const coverage: Coverage = next.value;
  if (coverage.coveredFrom === null) await addResting(source, order, flows);
  const file = pdf
    ? await pdf.drawStatement({ order, rows: kept.toReversed(), flows: flows.all(), coverage, signal })
    : csv.file(flows.all(), coverage, from, until);
  return { state: 'done', file, rows, ...coverage };
}

/** Assets of the account that did not move in the period, where their balance is known. */
async function addResting(source: PostingSource, { asset, from }: StatementOrder, flows: Flows): Promise<void> {
  for (const one of asset === null ? (Object.keys(ASSETS) as AssetCode[]) : [asset]) {
    const balance = flows.has(one) ? null : await restingBalance(source, one, from);
    if (balance !== null) flows.rest(one, balance);
  }
}
