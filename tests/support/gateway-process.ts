/** Starts a real gateway as a process of its own, for tests that kill it or open it in a browser. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Node's arguments for each kind of gateway, from the project's root. */
export const COMMANDS = {
  source: ['--import', 'tsx', 'gateway/main.ts'],
  build: ['dist/gateway/main.js'],
  // V8 spends half of a start on optimising the database's WebAssembly, which pays only after minutes: these run for seconds.
  bundle: ['--liftoff-only', 'node_modules/.cache/rab/gateway/main.js'],
} as const satisfies Record<string, readonly string[]>;

/** GATEWAY_SECRET of gateways on a database that the test's process has put people with passwords into; 32 bytes, as a file holds. */
export const PROCESS_SECRET = 'the-secret-of-a-prepared-gateway';

/** Limits for a start or a mail that hangs, far above the needs of a busy machine. */
const READY_MS = 180_000;
const MAIL_MS = 60_000;

export interface GatewayProcess {
  origin: string;
  varDir: string;
  /** Everything printed so far. */
  output(): string;
  /** Resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface GatewayOptions {
  /**
   * `source` runs the TypeScript through tsx; `build` runs dist/gateway, the production bundle; `bundle` runs what the
   * gateway tests have bundled at their start (tests/gateway/support/gateway-bundle.ts).
   */
  from: keyof typeof COMMANDS;
  /** The folder of the program that runs; absent: the project's root. */
  root?: string;
  varDir?: string;
  port?: number;
  env?: Record<string, string>;
}

export async function newVarDir(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'rab-var-'));
}

/** Starts a gateway and waits until it is ready to serve. @throws Error with its output when it exits instead. */
export async function startGateway(options: GatewayOptions): Promise<GatewayProcess> {
  const port = options.port ?? (await freePort());
  const varDir = options.varDir ?? (await newVarDir());
  const child = spawn(process.execPath, COMMANDS[options.from], {
    cwd: options.root ?? ROOT,
    // A local test network costs time and memory: a test that wants one says so.
    env: { ...process.env, LOCAL_CHAIN: '0', PORT: String(port), VAR_DIR: varDir, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const origin = `http://127.0.0.1:${port}`;
  await untilReady(child, origin, () => printed);
  return { origin, varDir, output: () => printed, stop: (signal) => stop(child, signal) };
}

async function untilReady(child: ChildProcess, origin: string, printed: () => string): Promise<void> {
  const deadline = Date.now() + READY_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the gateway exited with ${child.exitCode}:\n${printed()}`);
    const ready = await fetch(`${origin}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await delay(50);
  }
  child.kill('SIGKILL');
  throw new Error(`the gateway was not ready in ${READY_MS / 1000} s:\n${printed()}`);
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
  return child.exitCode;
}

/**
 * The newest six-digit code in the local mailbox that was sent to `address` after `sinceMs`; waits for it to arrive.
 * @throws Error after MAIL_MS without one.
 */
export async function codeFromMailbox(varDir: string, address: string, sinceMs = 0): Promise<string> {
  const deadline = Date.now() + MAIL_MS;
  const outbox = join(varDir, 'outbox');
  while (Date.now() < deadline) {
    const files = (await readdir(outbox).catch(() => [])).filter((name) => !name.startsWith('.')).sort();
    for (const name of files.reverse()) {
      const text = await readFile(join(outbox, name), 'utf8').catch(() => '');
      if (!text.includes(address)) continue;
      const date = /^Date: (.+)$/m.exec(text)?.[1];
      if (date && Date.parse(date) + 1_000 < sinceMs) continue;
      const code = /(?<![0-9])([0-9]{6})(?![0-9])/.exec(decodeBody(text))?.[1];
      if (code) return code;
    }
    await delay(50);
  }
  throw new Error(`no code for ${address} in ${outbox}`);
}

/** The text of a mail file: quoted-printable and base64 bodies are decoded. */
function decodeBody(mail: string): string {
  const [head = '', ...rest] = mail.split(/\r?\n\r?\n/);
  const body = rest.join('\n\n');
  if (/content-transfer-encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  return body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
