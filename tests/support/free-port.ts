/**
 * A port that stays free until its process listens, also while it is restarted. What the system gives out (`listen(0)`) lies among the
 * ports that each outgoing connection takes one of, so that somebody else may have it a moment later.
 */
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Below the ports of outgoing connections (32768 on Linux), above those that browsers refuse. */
const [FIRST, COUNT] = [15_000, 16_000];
/** A file for each port that a living process of any test run has claimed, with its pid. */
const CLAIMS = join(tmpdir(), `rab-test-ports-${process.getuid?.() ?? 0}`);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process is another user's, and alive.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** @returns whether it is this process's from now on, until it ends */
function claim(port: number): boolean {
  const path = join(CLAIMS, String(port));
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // Removes a claim whose process is gone, so that the next who comes by gets the port. One that is just being written stays.
    const pid = Number(readFileSync(path, 'utf8'));
    if (pid > 0 && !isAlive(pid)) rmSync(path, { force: true });
    return false;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const heard = Promise.race([
    once(server, 'listening').then(() => true),
    once(server, 'error').then(() => false),
  ]).catch(() => false);
  server.listen(port, '127.0.0.1');
  if (!(await heard)) return false;
  server.close();
  await once(server, 'close');
  return true;
}

export async function freePort(): Promise<number> {
  mkdirSync(CLAIMS, { recursive: true });
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (claim(port) && (await isFree(port))) return port;
  }
}
