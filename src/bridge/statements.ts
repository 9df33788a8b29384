import type { RecordsFileRequest, StatementFile, StatementFileRequest } from '../../worker/api';
import { bridge } from './bridge';
import { notAnswered } from './failures';
import type { ProgressListener } from './long-tasks';

/** A hundred thousand postings over a slow line; that the worker lives is asked all the while. */
const DEADLINE_MS = 3_600_000;

export interface StatementOptions {
  /** Rows looked at, of how many. */
  onProgress: ProgressListener;
  signal: AbortSignal;
}

/** Has a statement's file made. A task that was called off ends with code `session-closed`. */
export async function makeStatement(
  request: StatementFileRequest | RecordsFileRequest,
  options: StatementOptions,
): Promise<StatementFile> {
  const reply = await bridge().tasks.run({
    begin: (api, id) => api.makeStatement(id, request) as Promise<StatementFile>,
    callOff: (api, id) => api.cancelStatement(id),
    deadlineMs: DEADLINE_MS,
    ...options,
  });
  return reply.ok ? reply.value : { state: 'failed', error: notAnswered(reply).error };
}
