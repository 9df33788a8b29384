/** Anvil as a process of the gateway's: it ends with the gateway, however that ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

const START_MS = 15_000;
const STOP_MS = 3_000;
const LISTENING = /Listening on 127\.0\.0\.1:(\d+)/;

/**
 * The shell waits for its input to close, which is when this process is gone, also killed, and ends what it has started. No
 * handler of ours runs then, and a process that looks after its parent would be a process more.
 */
const ENDS_WITH_US = '"$@" </dev/null & child=$!; exec >/dev/null 2>&1; read -r _; kill "$child"; wait "$child"';

/** Anvil ended before it listened: its arguments or its state do not suit it. */
export class AnvilEndedError extends Error {
  override name = 'AnvilEndedError';
}

export interface AnvilProcess {
  port: number;
  /** Given when it has ended, for whatever reason. */
  ended: AbortSignal;
  stop(): Promise<void>;
}

/**
 * Finds the program: npm's, or one on the search path where npm has none for this machine. Null where there is neither.
 */
export function findAnvil(): string | null {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const name = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
  try {
    return createRequire(import.meta.url).resolve(`@foundry-rs/anvil-${process.platform}-${arch}/bin/${name}`);
  } catch {
    const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
    return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
  }
}

export interface AnvilStart {
  program: string;
  /** A folder for its files while it runs; files of a life before are deleted. */
  cache: string;
  args: readonly string[];
}

/** @throws Error when it ends, or does not listen, before it can be used */
export async function startAnvil({ program, cache, args }: AnvilStart): Promise<AnvilProcess> {
  await rm(cache, { recursive: true, force: true });
  const place = ['--host', '127.0.0.1', '--port', '0', '--no-cors', '--cache-path', cache];
  const command = [program, ...place, ...args];
  const [first = '', ...rest] =
    process.platform === 'win32' ? command : ['/bin/sh', '-c', ENDS_WITH_US, 'sh', ...command];
  const child = spawn(first, rest, { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true });
  // Its input breaks when it has ended before us.
  child.stdin.on('error', () => undefined);
  const gone = once(child, 'exit').then(
    () => undefined,
    () => undefined,
  );
  const end = new AbortController();
  // The shell lives on when anvil has died; its output does not.
  child.stdout.on('close', () => end.abort());
  const stop = async (): Promise<void> => {
    child.stdin.destroy();
    if (process.platform === 'win32') child.kill();
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await gone;
    clearTimeout(timer);
  };
  let printed = '';
  let timer: NodeJS.Timeout | undefined;
  try {
    const port = await new Promise<number>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error('anvil did not listen')), START_MS);
      end.signal.addEventListener('abort', () => reject(new AnvilEndedError('anvil ended at its start')));
      child.on('error', reject);
      child.stdout.on('data', (chunk: Buffer) => {
        if (printed.length < 20_000) printed += chunk.toString();
        const found = LISTENING.exec(printed)?.[1];
        if (found !== undefined) resolve(Number(found));
      });
    });
    return { port, ended: end.signal, stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
