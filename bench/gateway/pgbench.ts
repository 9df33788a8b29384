/** The same bare posting by PostgreSQL's own load generator, where it is installed. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PGBENCH_SCRIPT } from './bare-post';

const execute = promisify(execFile);

export interface Pgbench {
  /** Transactions per second. @param seconds whole ones */
  run(clients: number, seconds: number): Promise<number>;
  close(): Promise<void>;
}

/** Null where there is no pgbench. @param url the database of `openBarePost` */
export async function openPgbench(url: string): Promise<Pgbench | null> {
  const isThere = await execute('pgbench', ['--version']).then(
    () => true,
    () => false,
  );
  if (!isThere) return null;
  const folder = await mkdtemp(join(tmpdir(), 'rab-pgbench-'));
  const script = join(folder, 'post.sql');
  await writeFile(script, PGBENCH_SCRIPT);
  return {
    async run(clients, seconds) {
      const threads = Math.min(clients, 2);
      const load = ['-c', String(clients), '-j', String(threads), '-T', String(seconds)];
      const { stdout } = await execute('pgbench', ['-n', '-M', 'prepared', ...load, '-f', script, url]);
      const rate = /^tps = ([0-9.]+)/m.exec(stdout)?.[1];
      if (rate === undefined) throw new Error(`pgbench answered ${stdout}`);
      return Number(rate);
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
