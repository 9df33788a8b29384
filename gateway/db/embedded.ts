/** Runs the embedded database's thread and gives `pg` a stream to it, so that the same driver serves both databases. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { EmbeddedStart, EmbeddedThreadData, MessageFromEmbedded, MessageToEmbedded } from './pglite-messages';

export interface EmbeddedEngine {
  /** Opens a connection; the engine serves one at a time. @param role runs the connection's statements; null: the owner */
  connect(role: string | null): Duplex;
  close(): Promise<void>;
}

let compiled: Promise<WebAssembly.Module> | null = null;

/** The engine's code, compiled once a process: the engines that follow start with what the first has optimized. */
function engineModule(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url)
    .resolve('@electric-sql/pglite')
    .replace(/[^/\\]+$/, 'pglite.wasm');
  return (compiled ??= readFile(path).then((bytes) => WebAssembly.compile(bytes)));
}

/** A bundle has the compiled worker beside it; from source there is a small loader for the TypeScript. */
function startThread(start: EmbeddedStart, module: WebAssembly.Module): Worker {
  const built = new URL('./pglite-worker.js', import.meta.url);
  return new Worker(existsSync(fileURLToPath(built)) ? built : new URL('./pglite-source.mjs', import.meta.url), {
    workerData: { ...start, module } satisfies EmbeddedThreadData,
    execArgv: [],
  });
}

/** Talks with the thread: exactly one message answers each request, in order. */
class Thread {
  private readonly waiting: { resolve: (message: MessageFromEmbedded) => void; reject: (error: Error) => void }[] = [];
  private dead: Error | null = null;

  constructor(private readonly worker: Worker) {
    worker.on('message', (message: MessageFromEmbedded) => {
      const next = this.waiting.shift();
      if (message.type === 'failed') next?.reject(new Error(message.reason));
      else next?.resolve(message);
    });
    worker.on('error', (error) => this.fail(error));
    worker.on('exit', () => this.fail(new Error('the embedded database has stopped')));
  }

  next(): Promise<MessageFromEmbedded> {
    if (this.dead) return Promise.reject(this.dead);
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }

  ask(message: MessageToEmbedded): Promise<MessageFromEmbedded> {
    const answer = this.next();
    if (!this.dead) this.worker.postMessage(message, message.type === 'bytes' ? [message.bytes.buffer] : []);
    return answer;
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }

  private fail(error: Error): void {
    this.dead ??= error;
    for (const one of this.waiting.splice(0)) one.reject(this.dead);
  }
}

/** The socket that `pg` believes it has. */
class EngineStream extends Duplex {
  constructor(
    private readonly thread: Thread,
    private readonly role: string | null,
  ) {
    super();
  }

  connect(): this {
    this.thread.ask({ type: 'connect', role: this.role }).then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  // `pg` sets these options on a TCP socket; here there is none, so they do nothing.
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    // A copy of its own: cloning a view would clone the whole buffer behind it.
    this.thread.ask({ type: 'bytes', bytes: new Uint8Array(chunk) }).then((answer) => {
      if (answer.type === 'bytes' && answer.bytes.length > 0) this.push(Buffer.from(answer.bytes.buffer));
      done();
    }, done);
  }

  // `pg` corks the messages of one query: sent as one batch, they cost one trip to the thread.
  override _writev(chunks: { chunk: Uint8Array }[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'utf8', done);
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }
}

/**
 * Starts PostgreSQL in WebAssembly on `start.folder`.
 * @throws Error with the engine's reason when the folder holds something that it cannot open.
 */
export async function startEmbedded(start: EmbeddedStart): Promise<EmbeddedEngine> {
  const thread = new Thread(startThread(start, await engineModule()));
  try {
    await thread.next();
  } catch (error) {
    await thread.stop();
    throw error;
  }
  return {
    connect: (role) => new EngineStream(thread, role),
    async close() {
      await thread.ask({ type: 'close' });
      await thread.stop();
    },
  };
}
