/** The embedded engine's thread keeps nothing of the answers that it has given: it would end within the hour at 300 reads a second. */
import { Worker } from 'node:worker_threads';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import type { EmbeddedThreadData, MessageFromEmbedded, MessageToEmbedded } from '../../../gateway/db/pglite-messages';
import { imageOfEmptyDatabase } from '../../support/database-image';

/** The thread needs half of it by itself; the answers below, kept, would need all of it and more. */
const HEAP_MB = 40;
const CALLS = 12_000;

let thread: Worker | null = null;
afterEach(() => thread?.terminate());

/** A statement of the simple protocol: `Q`, the length, the text, a zero. */
function query(text: string): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.alloc(text.length + 6);
  bytes.write('Q');
  bytes.writeInt32BE(text.length + 5, 1);
  bytes.write(text, 5);
  return new Uint8Array(bytes);
}

it('answers thousands of reads, writes, refusals and listings in a heap that could not keep them', async () => {
  const engine = createRequire(import.meta.url)
    .resolve('@electric-sql/pglite')
    .replace(/[^/]+$/, 'pglite.wasm');
  const module = await WebAssembly.compile(readFileSync(engine));
  const workerData = { folder: null, imagePath: await imageOfEmptyDatabase(), module } satisfies EmbeddedThreadData;
  const source = new URL('../../../gateway/db/pglite-source.mjs', import.meta.url);
  thread = new Worker(source, { workerData, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
  const inbox: ((message: MessageFromEmbedded) => void)[] = [];
  let end: (error: Error) => void = () => {};
  const ended = new Promise<never>((_, reject) => (end = reject));
  thread.on('message', (message: MessageFromEmbedded) => inbox.shift()?.(message));
  thread.on('error', (error) => end(error));
  const next = () => Promise.race([new Promise<MessageFromEmbedded>((resolve) => inbox.push(resolve)), ended]);
  const ask = (message: MessageToEmbedded) => {
    const answer = next();
    thread?.postMessage(message, []);
    return answer;
  };
  expect(await next()).toMatchObject({ type: 'ready' });
  await ask({ type: 'connect', role: null });
  await ask({ type: 'bytes', bytes: query('CREATE TABLE kept (n int)') });
  const kinds = [
    'SELECT 1 AS a, 2 AS b',
    'INSERT INTO kept VALUES (1)',
    'SELECT 1 / 0',
    'SELECT n, md5(n::text) FROM generate_series(1, 60) n',
  ];
  for (let call = 0; call < CALLS; call += 1) {
    const answer = await ask({ type: 'bytes', bytes: query(kinds[call % kinds.length]!) });
    if (answer.type !== 'bytes' || answer.bytes.length === 0) throw new Error(`call ${call} was not answered`);
  }
});
