import { useCallback, useEffect, useRef, useState } from 'react';
import { makeStatement } from '../../../bridge/statements';
import type { RecordsFileRequest, StatementFile, StatementFileRequest } from '../../../bridge/types';

/** A file that is wanted, on its way, or there. */
export type ExportState =
  | { at: 'asking' }
  | { at: 'making'; done: number; total: number | null }
  | { at: 'ended'; file: StatementFile; name: string };

/** Makes one file at a time; leaving the screen calls it off. */
export function useStatementExport() {
  const [state, setState] = useState<ExportState>({ at: 'asking' });
  const running = useRef<AbortController | null>(null);
  const reset = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setState({ at: 'asking' });
  }, []);
  useEffect(() => () => running.current?.abort(), []);
  const make = useCallback(async (request: StatementFileRequest | RecordsFileRequest, name: string) => {
    const abort = new AbortController();
    running.current = abort;
    setState({ at: 'making', done: 0, total: null });
    const file = await makeStatement(request, {
      onProgress: (done, total) => !abort.signal.aborted && setState({ at: 'making', done, total }),
      signal: abort.signal,
    });
    if (!abort.signal.aborted) setState({ at: 'ended', file, name });
  }, []);
  return { state, make, reset };
}
