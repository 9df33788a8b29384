/** Programs that a test starts, and ends with all that they started. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const END_TIMEOUT_MS = 5_000;

export interface Program {
  /** Resolves with the first group of the first line printed that fits. @throws Error when it ends before, with what it printed */
  untilPrinted(pattern: RegExp, timeoutMs?: number): Promise<string>;
  output(): string;
  end(): Promise<void>;
}

/** Starts a program as the leader of a process group of its own. */
export function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Program {
  const child = spawn(command, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  const listeners = new Set<() => void>();
  const heard = (chunk: Buffer): void => {
    printed += chunk.toString();
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', heard);
  child.stderr.on('data', heard);

  async function untilPrinted(pattern: RegExp, timeoutMs = 60_000): Promise<string> {
    let stop = (): void => {};
    try {
      return await new Promise((resolve, reject) => {
        const failed = (why: string): void => reject(new Error(`${command} ${why}:\n${printed}`));
        const look = (): void => {
          const match = pattern.exec(printed);
          if (match) resolve(match[1] ?? match[0]);
        };
        const timer = setTimeout(failed, timeoutMs, `did not say ${pattern} in ${timeoutMs} ms`);
        const ended = (code: number | null): void => failed(`ended with ${code}`);
        const broken = (error: Error): void => failed(error.message);
        child.once('exit', ended).once('error', broken);
        listeners.add(look);
        stop = () => {
          clearTimeout(timer);
          child.off('exit', ended).off('error', broken);
          listeners.delete(look);
        };
        look();
      });
    } finally {
      stop();
    }
  }

  return { untilPrinted, output: () => printed, end: () => end(child) };
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // Nobody of it is left.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function end(child: ChildProcess): Promise<void> {
  const isGone = (): boolean => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  if (!isGone()) {
    const exited = once(child, 'exit');
    signalGroup(child, 'SIGTERM');
    const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), END_TIMEOUT_MS);
    await exited;
    clearTimeout(timer);
  }
  // Processes that a browser started may outlive it.
  signalGroup(child, 'SIGKILL');
}
