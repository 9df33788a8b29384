/** One folder for everything that a run's tests and their programs put into temporary folders, gone with the run. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Tells the processes that a run starts that it has its folder. */
const MARK = 'FOLDER_OF_RUN';

/** Called by the process that a run begins with; in those that it starts, this does nothing. */
export function makeFolderOfRun(): void {
  if (process.env[MARK]) return;
  const folder = mkdtempSync(join(tmpdir(), 'rab-run-'));
  // A database server that root starts runs as somebody else.
  chmodSync(folder, 0o711);
  process.env[MARK] = process.env['TMPDIR'] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
}
