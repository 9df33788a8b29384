/**
 * The embedded database in a thread of its own: WebAssembly runs synchronously, and a tight loop of transactions would
 * otherwise starve the gateway's timers and sockets. It speaks PostgreSQL's wire protocol, one batch of messages at a time.
 */
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import type { EmbeddedThreadData, MessageToEmbedded, MessageFromEmbedded } from './pglite-messages';

const port = parentPort;
if (!port) throw new Error('pglite-worker runs as a worker thread only');

const answer = (message: MessageFromEmbedded) =>
  port.postMessage(message, 'bytes' in message ? [message.bytes.buffer] : []);

/** An image on disk. A blob made of its bytes would copy all of them twice; the engine asks for its buffer, once. */
class ImageFile extends Blob {
  constructor(private readonly path: string) {
    super([]);
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = readFileSync(this.path);
    return byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);
  }
}

async function open(start: EmbeddedThreadData): Promise<PGlite> {
  const image = start.imagePath === null ? undefined : new ImageFile(start.imagePath);
  return PGlite.create({ dataDir: start.folder ?? 'memory://', loadDataDir: image, pgliteWasmModule: start.module });
}

/** Streamed: `execProtocolRaw` parses each answer into a list that only `query` empties, 5.6 KB a call for ever. */
async function exchange(db: PGlite, request: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  // A part is a view of the engine's memory, which the next one overwrites.
  await db.execProtocolRawStream(request, { onRawData: (part) => parts.push(part.slice()) });
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  for (const part of parts) {
    bytes.set(part, end);
    end += part.length;
  }
  return bytes;
}

async function handle(db: PGlite, message: MessageToEmbedded): Promise<void> {
  switch (message.type) {
    case 'connect':
      // The engine has one session: whatever the previous connection left open must not leak into this one.
      await db.exec('ROLLBACK');
      // By name: this engine does not go back to its first role by itself.
      await db.exec('SET SESSION AUTHORIZATION postgres');
      await db.exec('DISCARD ALL');
      if (message.role !== null) await db.exec(`SET SESSION AUTHORIZATION ${message.role}`);
      return answer({ type: 'connected' });
    case 'bytes':
      return answer({ type: 'bytes', bytes: await exchange(db, message.bytes) });
    case 'close':
      await db.close();
      answer({ type: 'closed' });
      port?.close();
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

try {
  const db = await open(workerData as EmbeddedThreadData);
  let queue = Promise.resolve();
  port.on('message', (message: MessageToEmbedded) => {
    queue = queue
      .then(() => handle(db, message))
      .catch((error: unknown) => answer({ type: 'failed', reason: reason(error) }));
  });
  answer({ type: 'ready' });
} catch (error) {
  answer({ type: 'failed', reason: reason(error) });
  port.close();
}
