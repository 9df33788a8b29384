/**
 * Connects the command line to the database. The embedded database belongs to one process: while the gateway runs, it executes
 * the command itself, asked over a local socket that only its own user can open; otherwise, and with PostgreSQL, the command line
 * opens the database.
 */
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import * as z from 'zod/mini';
import { OperatorError, type OperatorDeps, type Outcome } from './command';
import { commandNamed } from './command-list';
import { execute } from './execute';
import { installationOf } from './installation-repo';
import { signedStatement, type SignedStatement } from './statement';

/** The answer to a statement: an outcome, or one sentence about why not. */
export type Reply =
  | { ok: true; lines: string[]; data: unknown; failed: boolean }
  | { ok: false; fault: OperatorError['fault'] | 'internal'; message: string };

const MAX_REQUEST_BYTES = 1_048_576;
const IDLE_MS = 60_000;

export const SOCKET_NAME = 'operator.sock';

function replyOf({ lines, data, failed }: Outcome): Reply {
  return { ok: true, lines, data, failed: failed ?? false };
}

/** Checks and runs a signed command here. A refusal is an answer; anything unforeseen is thrown. */
export async function answer(deps: OperatorDeps, signed: SignedStatement): Promise<Reply> {
  try {
    return replyOf(await execute(deps, commandNamed(signed.statement.command), signed));
  } catch (error) {
    if (error instanceof OperatorError) return { ok: false, fault: error.fault, message: error.message };
    throw error;
  }
}

/** The command line asks this before it signs anything. */
const question = z.strictObject({ ask: z.literal('installation') });
type Question = z.output<typeof question>;

function parseRequest(line: string): SignedStatement | Question | null {
  try {
    const parsed = z.safeParse(z.union([signedStatement, question]), JSON.parse(line));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Tells the installation's id, which statements have to name. It is no secret. */
async function tellInstallation({ db }: OperatorDeps): Promise<Outcome> {
  const installation = await installationOf(db.db);
  return { lines: [installation], data: { installation }, subject: null, detail: {} };
}

/** Answers one line of JSON with one line, then ends the connection. */
function serve(deps: OperatorDeps, socket: Socket, onError: (error: unknown) => void): void {
  let text = '';
  socket.setEncoding('utf8').setTimeout(IDLE_MS, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  const reply = (value: Reply) => socket.end(`${JSON.stringify(value)}\n`);
  const onData = (chunk: string) => {
    text += chunk;
    const end = text.indexOf('\n');
    if (end < 0 && text.length < MAX_REQUEST_BYTES) return;
    socket.off('data', onData);
    void handle(text.slice(0, Math.max(end, 0)));
  };
  const handle = async (line: string) => {
    try {
      const asked = parseRequest(line);
      if (!asked) reply({ ok: false, fault: 'input', message: 'the request is malformed' });
      else if ('ask' in asked) reply(replyOf(await tellInstallation(deps)));
      else reply(await answer(deps, asked));
    } catch (error) {
      onError(error);
      reply({ ok: false, fault: 'internal', message: 'the gateway could not do it; its log says why' });
    }
  };
  socket.on('data', onData);
}

export interface ControlSocket {
  close(): Promise<void>;
}

/**
 * Listens for operator commands at `path` (a Unix socket that only this user can open). The caller holds the folder's lock,
 * so a socket file that is already there was left behind by a process that died.
 */
export async function openControlSocket(
  deps: OperatorDeps,
  path: string,
  onError: (error: unknown) => void,
): Promise<ControlSocket> {
  rmSync(path, { force: true });
  const open = new Set<Socket>();
  const server: Server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    serve(deps, socket, onError);
  });
  // Closed to others from the first moment, not only after the chmod.
  const umask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  } finally {
    process.umask(umask);
  }
  chmodSync(path, 0o600);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

/** The installation of the running gateway; null when none listens at `path`. */
export async function askInstallation(path: string): Promise<string | null> {
  const reply = await ask(path, { ask: 'installation' });
  if (reply === null) return null;
  const told = z.safeParse(z.object({ installation: z.uuid() }), reply.ok ? reply.data : null);
  if (!told.success)
    throw new Error('the gateway that runs here does not tell its installation: it is of another version');
  return told.data.installation;
}

/** Asks the running gateway; null when none listens at `path`. @throws Error when the line breaks before the answer */
export function askGateway(path: string, asked: SignedStatement): Promise<Reply | null> {
  return ask(path, asked);
}

function ask(path: string, asked: SignedStatement | Question): Promise<Reply | null> {
  if (!existsSync(path)) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    let text = '';
    let connected = false;
    const socket = connect(path, () => {
      connected = true;
      socket.write(`${JSON.stringify(asked)}\n`);
    });
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (text += chunk));
    socket.on('error', (error) => (connected ? reject(error) : resolve(null)));
    socket.on('end', () => {
      try {
        resolve(JSON.parse(text) as Reply);
      } catch {
        reject(new Error('the gateway stopped before it answered; "audit" tells whether the command was done'));
      }
    });
  });
}
